// Tokens that need more than a regular expression: ends of statements, and literals of games, whose star may be a
// product (grammar/README.md, "Literals").
#include "tree_sitter/parser.h"
#include <wctype.h>

enum Token { NEWLINE, CLAUSE_END, GAME, NUMBER, GENUS, LABEL, STAR_BEFORE_BRACKET, ALTERNATIVE, ERROR };

void *tree_sitter_upstar_external_scanner_create(void) { return NULL; }
void tree_sitter_upstar_external_scanner_destroy(void *state) { (void)state; }
unsigned tree_sitter_upstar_external_scanner_serialize(void *state, char *buffer) {
  (void)state, (void)buffer;
  return 0;
}
void tree_sitter_upstar_external_scanner_deserialize(void *state, const char *buffer, unsigned length) {
  (void)state, (void)buffer, (void)length;
}

static bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }
static bool is_name(int32_t c) { return c == '_' || iswalnum((wint_t)c); }
static bool is_star(int32_t c) { return c == '*' || c == 0x2217 || c == 0x22c6; }
static bool is_minus(int32_t c) { return c == '-' || c == 0x2212; }
static bool is_up(int32_t c) { return c == '^' || c == 0x2191 || c == 0x21d1; }
static bool is_down(int32_t c) { return c == 0x2193 || c == 0x21d3; }
static bool is_superscript(int32_t c) {
  return c == 0xb9 || c == 0xb2 || c == 0xb3 || c == 0x2070 || (c >= 0x2074 && c <= 0x2079);
}
static bool is_raised(int32_t c) { return is_superscript(c) || c == 0x207d || c == 0x207e; }

// What may follow the star of a literal only in a product.
static bool begins_operand(int32_t c) {
  return is_name(c) || is_up(c) || is_down(c) || is_minus(c) || is_star(c) || c == '(' || c == '<' || c == '[' ||
         c == '{' || c == '"' || c == 0xb1;
}

static void digits(TSLexer *lexer) {
  while (is_digit(lexer->lookahead)) lexer->advance(lexer, false);
}

// A word of ASCII letters; longer words than any that is looked for are cut.
static void word(TSLexer *lexer, char *found, unsigned size) {
  unsigned length = 0;
  while (is_name(lexer->lookahead)) {
    if (length + 1 < size) found[length++] = lexer->lookahead < 128 ? (char)lexer->lookahead : '?';
    lexer->advance(lexer, false);
  }
  found[length] = 0;
}

static bool same(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

// `^^3`, `↑²`, `^<2>`, `^[2]`: what follows the arrows; a bracket that is no power is left.
static void power(TSLexer *lexer) {
  lexer->mark_end(lexer);
  if (is_digit(lexer->lookahead)) {
    digits(lexer);
    lexer->mark_end(lexer);
  } else if (is_superscript(lexer->lookahead)) {
    while (is_superscript(lexer->lookahead)) lexer->advance(lexer, false);
    lexer->mark_end(lexer);
  } else if (lexer->lookahead == '<' || lexer->lookahead == '[') {
    int32_t close = lexer->lookahead == '<' ? '>' : ']';
    lexer->advance(lexer, false);
    if (!is_digit(lexer->lookahead)) return;
    digits(lexer);
    if (lexer->lookahead != close) return;
    lexer->advance(lexer, false);
    lexer->mark_end(lexer);
  }
}

// The star after ups, with its digits; not that of a power or of a product with a name.
static void star_of_ups(TSLexer *lexer) {
  if (!is_star(lexer->lookahead)) return;
  bool ascii = lexer->lookahead == '*';
  lexer->advance(lexer, false);
  if (ascii && lexer->lookahead == '*') return;
  if (lexer->lookahead == '(' || (is_name(lexer->lookahead) && !is_digit(lexer->lookahead))) return;
  digits(lexer);
  lexer->mark_end(lexer);
}

// Arrows or letters `v`; the letters end where a name would.
static bool ups(TSLexer *lexer) {
  if (is_up(lexer->lookahead)) {
    while (is_up(lexer->lookahead)) lexer->advance(lexer, false);
  } else if (is_down(lexer->lookahead)) {
    while (is_down(lexer->lookahead)) lexer->advance(lexer, false);
  } else if (lexer->lookahead == 'v') {
    while (lexer->lookahead == 'v') lexer->advance(lexer, false);
    if (is_name(lexer->lookahead) && !is_digit(lexer->lookahead)) return false;
  } else {
    return false;
  }
  power(lexer);
  return true;
}

// A number, or a game that begins with one; after a minus only a game.
static bool number(TSLexer *lexer, bool negative) {
  digits(lexer);
  lexer->mark_end(lexer);
  lexer->result_symbol = NUMBER;
  if (is_raised(lexer->lookahead) && !negative) {
    while (is_raised(lexer->lookahead)) lexer->advance(lexer, false);
    lexer->mark_end(lexer);
    lexer->result_symbol = GENUS;
    return true;
  }
  if (lexer->lookahead == '.') {
    lexer->advance(lexer, false);
    if (!is_digit(lexer->lookahead)) return !negative;
    digits(lexer);
    lexer->mark_end(lexer);
    return !negative;
  }
  if (lexer->lookahead == '/') {
    lexer->advance(lexer, false);
    if (!is_digit(lexer->lookahead)) return !negative;
    digits(lexer);
  }
  if (ups(lexer)) {
    star_of_ups(lexer);
    lexer->result_symbol = GAME;
    return true;
  }
  if (is_star(lexer->lookahead)) {
    bool ascii = lexer->lookahead == '*';
    lexer->advance(lexer, false);
    if (ascii && lexer->lookahead == '*') return !negative;
    if (is_digit(lexer->lookahead)) {
      digits(lexer);
    } else if (begins_operand(lexer->lookahead)) {
      return !negative;
    } else if (lexer->lookahead == '+') {
      // `3*+-1` is a product with a switch.
      lexer->mark_end(lexer);
      lexer->result_symbol = GAME;
      return true;
    }
    lexer->mark_end(lexer);
    lexer->result_symbol = GAME;
    return true;
  }
  return !negative;
}

// A name that is no name: downs, a loopy game with a star, a label.
static bool named(TSLexer *lexer, const bool *valid) {
  char found[8];
  bool downs = lexer->lookahead == 'v';
  if (downs && valid[GAME]) {
    unsigned letters = 0;
    while (lexer->lookahead == 'v') lexer->advance(lexer, false), letters++;
    if (!is_name(lexer->lookahead) || is_digit(lexer->lookahead)) {
      digits(lexer);
      if (!is_name(lexer->lookahead)) {
        lexer->mark_end(lexer);
        if (lexer->lookahead == '<' || lexer->lookahead == '[' || is_superscript(lexer->lookahead)) power(lexer);
        star_of_ups(lexer);
        lexer->result_symbol = GAME;
        return true;
      }
    }
  }
  word(lexer, found, sizeof found);
  if (valid[GAME] && is_star(lexer->lookahead)) {
    static const char *const loopy[] = {"on", "off", "over", "under", "upon", "dud"};
    for (unsigned i = 0; i < sizeof loopy / sizeof *loopy; i++) {
      if (!same(found, loopy[i]) || downs) continue;
      lexer->advance(lexer, false);
      if (lexer->lookahead == '*') return false;
      if (is_digit(lexer->lookahead)) digits(lexer);
      else if (begins_operand(lexer->lookahead)) return false;
      lexer->mark_end(lexer);
      lexer->result_symbol = GAME;
      return true;
    }
  }
  if (valid[LABEL] && lexer->lookahead == ':') {
    lexer->mark_end(lexer);
    lexer->advance(lexer, false);
    if (lexer->lookahead != ' ' && lexer->lookahead != '\t') return false;
    while (lexer->lookahead == ' ' || lexer->lookahead == '\t') lexer->advance(lexer, false);
    if (lexer->lookahead != '<' && lexer->lookahead != '{') return false;
    lexer->result_symbol = LABEL;
    return true;
  }
  return false;
}

// Skips blanks, lines and comments; false at a sign that only looks like the beginning of a comment.
static bool skip_gap(TSLexer *lexer) {
  for (;;) {
    while (iswspace((wint_t)lexer->lookahead) || lexer->lookahead == 0xa0) lexer->advance(lexer, false);
    if (lexer->lookahead != '/') return true;
    lexer->advance(lexer, false);
    if (lexer->lookahead == '/') {
      while (lexer->lookahead != '\n' && !lexer->eof(lexer)) lexer->advance(lexer, false);
    } else if (lexer->lookahead == '*') {
      lexer->advance(lexer, false);
      int32_t before = 0;
      while (!(before == '*' && lexer->lookahead == '/') && !lexer->eof(lexer)) {
        before = lexer->lookahead;
        lexer->advance(lexer, false);
      }
      if (!lexer->eof(lexer)) lexer->advance(lexer, false);
    } else {
      return false;
    }
  }
}

// Whether what follows the end of a line goes on with what stands before it. Comments between do not matter.
static bool goes_on(TSLexer *lexer, bool in_ruleset) {
  if (!skip_gap(lexer)) return false;
  if (lexer->lookahead == ';') return true;
  if (lexer->lookahead != 't' && lexer->lookahead != 'e' && lexer->lookahead != 'g' && lexer->lookahead != 'f' &&
      lexer->lookahead != 'i' && lexer->lookahead != 'l')
    return false;
  char next[8];
  word(lexer, next, sizeof next);
  if (same(next, "then") || same(next, "else")) return true;
  return in_ruleset && (same(next, "gain") || same(next, "for") || same(next, "if") || same(next, "let"));
}

// Whether another alternative of a clause follows a semicolon, and not another clause.
static bool alternative_follows(TSLexer *lexer) {
  static const char *const heads[] = {"move", "left", "right", "turn", "complimenting", "entailing", "parts", "start", "draw_as", "play", "score", "draw", "blocking"};
  if (!skip_gap(lexer)) return false;
  if (lexer->lookahead == '}' || lexer->lookahead == ';' || lexer->eof(lexer)) return false;
  if (!is_name(lexer->lookahead)) return true;
  char next[16];
  word(lexer, next, sizeof next);
  // A reserved word, which nothing else can be called.
  if (same(next, "check")) return false;
  for (unsigned i = 0; i < sizeof heads / sizeof *heads; i++) {
    if (!same(next, heads[i])) continue;
    if (lexer->lookahead == '(' || lexer->lookahead == '[' || lexer->lookahead == '.') return true;
    // A head has something after it.
    while (lexer->lookahead == ' ' || lexer->lookahead == '\t') lexer->advance(lexer, true);
    return lexer->lookahead == '}' || lexer->lookahead == ';' || lexer->lookahead == '\n' || lexer->eof(lexer);
  }
  return true;
}

bool tree_sitter_upstar_external_scanner_scan(void *state, TSLexer *lexer, const bool *valid) {
  (void)state;
  // All are valid only where the parser recovers from an error.
  if (valid[ERROR]) return false;
  bool ends = valid[NEWLINE] || valid[CLAUSE_END];
  while (lexer->lookahead == ' ' || lexer->lookahead == '\t' || lexer->lookahead == '\r' || lexer->lookahead == 0xa0 ||
         (lexer->lookahead == '\n' && !ends))
    lexer->advance(lexer, true);
  if (lexer->lookahead == '\n' && ends) {
    lexer->advance(lexer, false);
    lexer->mark_end(lexer);
    lexer->result_symbol = valid[NEWLINE] ? NEWLINE : CLAUSE_END;
    if (!goes_on(lexer, !valid[NEWLINE])) return true;
    if (!valid[ALTERNATIVE] || lexer->lookahead != ';') return false;
    // An alternative on a line of its own.
    lexer->advance(lexer, false);
    lexer->mark_end(lexer);
    lexer->result_symbol = ALTERNATIVE;
    return alternative_follows(lexer);
  }
  if (valid[ALTERNATIVE] && lexer->lookahead == ';') {
    lexer->advance(lexer, false);
    lexer->mark_end(lexer);
    lexer->result_symbol = ALTERNATIVE;
    return alternative_follows(lexer);
  }
  if (!valid[GAME]) {
    // `2 points`
    if (!valid[NUMBER] || !is_digit(lexer->lookahead)) return false;
    digits(lexer);
    lexer->mark_end(lexer);
    lexer->result_symbol = NUMBER;
    return true;
  }
  if (is_digit(lexer->lookahead)) return number(lexer, false);
  if (is_minus(lexer->lookahead)) {
    lexer->advance(lexer, false);
    return is_digit(lexer->lookahead) && number(lexer, true);
  }
  if (is_up(lexer->lookahead) || is_down(lexer->lookahead)) {
    ups(lexer);
    star_of_ups(lexer);
    lexer->result_symbol = GAME;
    return true;
  }
  if (is_star(lexer->lookahead)) {
    bool ascii = lexer->lookahead == '*';
    lexer->advance(lexer, false);
    if (ascii && lexer->lookahead == '*') return false;
    lexer->mark_end(lexer);
    if (valid[STAR_BEFORE_BRACKET] && (lexer->lookahead == '(' || lexer->lookahead == '[')) {
      lexer->result_symbol = STAR_BEFORE_BRACKET;
      return true;
    }
    digits(lexer);
    lexer->mark_end(lexer);
    lexer->result_symbol = GAME;
    return true;
  }
  if (is_name(lexer->lookahead)) return named(lexer, valid);
  return false;
}
