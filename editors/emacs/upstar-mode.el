;;; upstar-mode.el --- Programs of Upstar, a language for combinatorial game theory -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0
;; Version: 0.2.0
;; Package-Requires: ((emacs "26.1"))
;; Keywords: languages, games

;;; Commentary:

;; Colours, comments and indentation of `.game' files, commands that run and check them, and the language
;; server `upstar lsp' for Eglot (in Emacs since 29) and for lsp-mode.

;;; Code:

(require 'compile)

(defgroup upstar nil
  "Programs of Upstar."
  :group 'languages)

(defcustom upstar-program "upstar"
  "Name or path of the program."
  :type 'string)

(defcustom upstar-indent-offset 2
  "Columns of a step of indentation."
  :type 'integer
  :safe #'integerp)

;; Words, made by tests/editors.rs
(defconst upstar--control
  '("for" "if" "then" "else" "while" "return" "break" "continue"))
(defconst upstar--declarations
  '("fn" "game" "use" "check" "exercise"))
(defconst upstar--operators
  '("and" "or" "not" "is" "in"))
(defconst upstar--constants
  '("true" "false" "pass"))
(defconst upstar--loopy
  '("on" "off" "over" "under" "upon" "dud"))
(defconst upstar--statements
  '("hint" "sheet" "generate"))
(defconst upstar--asked
  '("value" "form" "outcome" "moves" "move" "order" "number" "choice"
    "table" "ruleset" "strategy"))
(defconst upstar--marks
  '("accept" "partial" "wrong" "given" "from" "allow"))
(defconst upstar--clauses
  '("move" "left" "right" "turn" "complimenting" "entailing" "move" "left"
    "right" "parts" "start" "draw_as" "play" "score" "blocking"))
(defconst upstar--kinds
  '("heap" "code" "coins" "strip" "grid" "ring" "cylinder" "torus"
    "graph" "digraph"))
(defconst upstar--rulesets
  '("Nim" "Subtraction" "Kayles" "DawsonsKayles" "Wythoff" "AllBut" "DawsonsChess" "GrundysGame"
    "AtLeastHalf" "LaskersNim" "GuilesGame" "TakeAndBreak" "HeapGame" "CakeProduct" "TurnedCakeProduct" "SylverCoinage"
    "TakeAway" "Mem" "GenMem" "FibonacciNim" "GenWythoff" "ConstrainedWythoff" "Euclid" "Chomp"
    "Cutcake" "MaundyCake" "Eatcake" "TurnAndEatcake" "StaircaseNim" "MooresNim" "PartizanSubtraction" "PartizanSplittles"
    "PartizanEuclid" "EndNim" "Spawning" "Splittles" "PartizanTakeAndBreak" "TopEntails" "ToadsAndFrogs" "BackslidingToadsAndFrogs"
    "ElephantsAndRhinos" "TopplingDominoes" "HackenbushString" "Shove" "Push" "Treblecross" "DawsonsPawns" "SilverDollar"
    "SilverDollarAndBag" "FlippingCoins" "Welter" "Leapfrog" "Hackenbush" "ChildishHackenbush" "GenHackenbush" "GraphCol"
    "GraphSnort" "TintedCol" "TintedSnort" "GenCol" "NodeKayles" "ArcKayles" "PartizanArcKayles" "VertexGeography"
    "EdgeGeography" "UndirectedVertexGeography" "UndirectedEdgeGeography" "TokenGame" "PartizanTokenGame" "GraphClobber" "Fjords" "WeightedArcKayles"
    "TurningTurtles" "MockTurtles" "Ruler" "Twins" "Triplets" "Tartan" "MockTurtleFives" "Moebius"
    "AcrosticTwins" "TurningCorners" "Mogul" "Moidores" "Motley" "TripletFives" "RulerFives" "Turnips"
    "Grunt" "Sym" "Domineering" "Clobber" "Cram" "Amazons" "Konane" "Fission"
    "Col" "Snort" "NoGo" "CannibalClobber" "Northcott" "FoxAndGeese" "EntrepreneurialChess" "CeyloneseFoxAndGeese"
    "HareAndHounds" "Hex" "InARow" "TicTacToe" "Connect" "BridgIt" "ShannonSwitching" "Phutball"
    "PawnWalk" "PayoffWalk" "OwnedWalk" "Fence" "Sausages" "Scale" "DotsAndBoxes" "StringsAndCoins"
    "Nimstring" "AntiClobber" "Kings" "Rooks" "Queens" "Knights" "Dicotic" "Twisted"))
(defconst upstar--functions
  '("D" "L" "Left" "Max" "Min" "N" "N_check" "N_hat"
    "P" "P_check" "P_hat" "R" "Right" "abs" "all" "any"
    "argmax" "argmin" "atomic_weight" "backward_induction" "best_moves" "birthday" "blocked_moves" "board"
    "boards" "canonical" "ceil" "cells" "certify" "clique" "columns" "companion"
    "components" "compound_moves" "compound_outcome" "confusion_interval" "conjunctive" "connected" "connects" "contents"
    "continued_conjunctive" "contract" "conway_product" "cool" "cut" "cycle" "day" "degree"
    "denominator" "difference" "digraph" "diminished_disjunctive" "disjunctive" "distinguisher" "div" "divisors"
    "dominates" "downsum" "downsum_variety" "draw" "edges" "ends" "exceptions" "explain"
    "factor" "far_star" "filter" "find" "floor" "followers" "form" "freeze"
    "from" "full" "fusion" "gaps" "gcd" "genus" "graph" "graphs"
    "green_steps" "green_value" "grid_graph" "group" "groups" "grundy" "heap_code" "heat"
    "hex_connects" "how" "ilog" "impartial" "incentives" "infinity" "insert" "intersection"
    "is_all_small" "is_atomic" "is_connected" "is_even" "is_even_tempered" "is_evil" "is_function" "is_game"
    "is_half_tame" "is_infinitesimal" "is_integer" "is_linked" "is_loopy" "is_misere_invertible" "is_misere_prime" "is_nimber"
    "is_number" "is_number_tiny" "is_numberish" "is_odd" "is_odd_tempered" "is_odious" "is_plumtree" "is_prime"
    "is_restive" "is_restless" "is_stopper" "is_stopper_sided" "is_tame" "is_wild" "isqrt" "join"
    "keys" "label" "latex" "left_incentives" "left_options" "left_stop" "left_wall" "length"
    "liberties" "line" "link" "list" "loony" "map" "mate" "max"
    "mean" "meet" "mex" "min" "minimal_generators" "miny" "misere" "misere_canonical"
    "misere_compound_moves" "misere_compound_outcome" "misere_day" "misere_difference" "misere_equal" "misere_leq" "misere_partitions" "misere_parts"
    "misere_quotient" "misere_remoteness" "misere_suspense" "misere_universe" "moves" "neighbours" "nim_inverse" "nim_power"
    "nim_product" "nim_quotient" "nim_square_root" "nim_sum" "nimber" "norton" "numerator" "oeis_like"
    "offside" "omega" "onside" "opponent" "orbit" "ordinal_power" "ordinal_product" "ordinal_sum"
    "outcome" "overheat" "partitions" "path" "period" "permutations" "play" "plot"
    "positions" "power" "power_sum" "principal_line" "product" "reduced" "remoteness" "remove"
    "replay" "reverse" "rewritten" "right_incentives" "right_options" "right_stop" "right_wall" "rooted_trees"
    "rows" "sample" "save" "selective" "sensible_options" "sequence" "sequential" "set"
    "shortened_selective" "show" "shows" "sign" "sign_expansion" "sort" "stalk" "start"
    "stop_count" "stops" "strategy" "strong_left_stop" "strong_right_stop" "subordinate" "subsets" "subzero_thermograph"
    "sum" "suspense" "table" "take_and_break" "tally" "temperature" "text" "thermograph"
    "tiny" "to" "totient" "tree" "trees" "turns" "ugly_product" "union"
    "up_power" "up_power_sum" "up_to_symmetry" "upsum" "upsum_variety" "uptimal_expansion" "value" "values"
    "variety" "vertices" "winning_moves" "with" "without"))
;; end of what is made

(defvar upstar-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "w" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?# "." table)
    (dolist (sign '(?+ ?- ?% ?& ?| ?= ?< ?> ?^ ?: ?↑ ?↓ ?⇑ ?⇓ ?± ?∗ ?⋆))
      (modify-syntax-entry sign "." table))
    table)
  "Syntax of `upstar-mode'.")

(defconst upstar--begin "\\(?:^\\|[;{]\\)[ \t]*"
  "Regular expression for what stands before a statement or a clause.")

(defvar upstar-font-lock-keywords
  `(("\\`#!.*$" . font-lock-comment-face)
    ("//[=!].*$" 0 font-lock-preprocessor-face t)
    ("///.*$" 0 font-lock-doc-face t)
    ("\\_<fn[ \t]+\\(\\sw+\\)" 1 font-lock-function-name-face)
    ("\\_<game[ \t]+\\(\\sw+\\)" 1 font-lock-type-face)
    ("^[ \t]*\\(\\sw+\\)([^()\n]*)[ \t]*:=" 1 font-lock-function-name-face)
    ("^[ \t]*\\(\\sw+\\)[ \t]*:=" 1 font-lock-variable-name-face)
    (,(concat upstar--begin "\\(ask\\)[ \t]+" (regexp-opt upstar--asked t) "[ \t]")
     (1 font-lock-keyword-face) (2 font-lock-type-face))
    (,(concat upstar--begin (regexp-opt upstar--statements t) "[ \t]*\"") 1 font-lock-keyword-face)
    (,(concat upstar--begin "\\(\\(?:left\\|right\\)[ \t]+wins\\|draw\\)[ \t]+if\\_>") 1 font-lock-keyword-face)
    (,(concat upstar--begin (regexp-opt upstar--clauses t) "[ \t]+[^ \t:=]") 1 font-lock-keyword-face)
    (,(concat upstar--begin (regexp-opt upstar--marks t) "[ \t]+[^ \t:=]") 1 font-lock-keyword-face)
    (,(concat ":[ \t]*" (regexp-opt upstar--kinds 'words)) 1 font-lock-type-face)
    ("\"[ \t]+\\(\\(?:any[ \t]+direction\\|orthogonally\\|diagonally\\)\\(?:[ \t]+repeatedly\\)?\\|repeatedly\\)" 1 font-lock-keyword-face)
    ("\\_<\\(where\\)[ \t]*{" 1 font-lock-keyword-face)
    (,(regexp-opt (append upstar--control upstar--declarations upstar--operators) 'words) . font-lock-keyword-face)
    (,(regexp-opt (append upstar--constants upstar--loopy) 'words) . font-lock-constant-face)
    ("\\_<v+[0-9]*\\_>" . font-lock-constant-face)
    (,(regexp-opt upstar--rulesets 'words) . font-lock-type-face)
    (,(regexp-opt upstar--functions 'words) . font-lock-builtin-face)
    ("[↑↓⇑⇓^]+[0-9]*[*∗⋆]?[0-9]*" . font-lock-constant-face)
    ("\\(?:^\\|[-+,<|({[=]\\)[ \t]*\\([*∗⋆][0-9]*\\)" 1 font-lock-constant-face))
  "Colours of `upstar-mode'.")

(defun upstar--goes-on-p ()
  "Return non-nil if the statement on this line goes on below it."
  (save-excursion
    (end-of-line)
    (let ((start (nth 8 (syntax-ppss))))
      (when start (goto-char start)))
    (skip-chars-backward " \t" (line-beginning-position))
    (looking-back "\\(?::=\\|->\\|\\_<then\\|\\_<else\\)" (line-beginning-position))))

(defun upstar--indentation ()
  "Return the column at which this line should begin."
  (save-excursion
    (back-to-indentation)
    (let* ((state (syntax-ppss))
           (open (nth 1 state))
           (closes (looking-at "[])}]")))
      (cond
       ((nth 8 state) (current-indentation))
       (open
        (goto-char open)
        (+ (current-indentation) (if closes 0 upstar-indent-offset)))
       ((and (zerop (forward-line -1)) (upstar--goes-on-p)) upstar-indent-offset)
       (t 0)))))

(defun upstar-indent-line ()
  "Indent this line by the brackets that are open where it begins."
  (interactive)
  (let ((column (upstar--indentation)))
    (if (<= (current-column) (current-indentation))
        (indent-line-to column)
      (save-excursion (indent-line-to column)))))

(defun upstar--compile (&rest arguments)
  "Save this file and run the program with ARGUMENTS and it."
  (unless buffer-file-name
    (user-error "This buffer has no file"))
  (unless (executable-find upstar-program)
    (user-error "The program `%s' is not found: customize `upstar-program'" upstar-program))
  (save-buffer)
  ;; The terminal of Emacs 28 and newer has colours, which its compilation buffers show as control characters.
  (let ((compilation-environment (cons "NO_COLOR=1" compilation-environment)))
    (compile (mapconcat #'shell-quote-argument
                        (append (list upstar-program) arguments (list "--" buffer-file-name))
                        " "))))

(defun upstar-run ()
  "Run this program, and show its values and errors."
  (interactive)
  (upstar--compile))

(defun upstar-check ()
  "Run the exercises and checks of this program."
  (interactive)
  (upstar--compile "check"))

(defvar upstar-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-c") #'upstar-run)
    (define-key map (kbd "C-c C-k") #'upstar-check)
    map)
  "Keys of `upstar-mode'.")

;;;###autoload
(define-derived-mode upstar-mode prog-mode "Upstar"
  "Major mode for programs of Upstar."
  (setq-local comment-start "// ")
  (setq-local comment-start-skip "\\(?://+[=!]?\\|/\\*+\\)[ \t]*")
  (setq-local comment-end "")
  (setq-local indent-line-function #'upstar-indent-line)
  (setq-local indent-tabs-mode nil)
  (setq-local tab-width 2)
  (setq-local electric-indent-chars (append "]})" electric-indent-chars))
  (setq-local font-lock-defaults '(upstar-font-lock-keywords))
  (setq-local imenu-generic-expression
              '(("Rulesets" "^[ \t]*game[ \t]+\\(\\sw+\\)" 1)
                ("Functions" "^[ \t]*fn[ \t]+\\(\\sw+\\)" 1)
                ("Functions" "^\\(\\sw+\\)([^()\n]*)[ \t]*:=" 1)
                ("Exercises" "^exercise[ \t]+\"\\([^\"]*\\)\"" 1))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.game\\'" . upstar-mode))
;;;###autoload
(add-to-list 'interpreter-mode-alist '("upstar" . upstar-mode))

;; A place in a report: `[G0201] Error: ...', and below it `[ file.game:3:5 ]'.
(add-to-list 'compilation-error-regexp-alist-alist
             '(upstar "[╭,]─?-?\\[ \\(.+?\\):\\([0-9]+\\):\\([0-9]+\\) \\]" 1 2 3))
(add-to-list 'compilation-error-regexp-alist 'upstar)

(defun upstar--checked-file ()
  "Return the file of a claim in the report of checks: its name stands above, at the beginning of a line."
  (save-match-data
    (save-excursion
      (goto-char (match-beginning 0))
      (and (re-search-backward "^[^ \t\n].*$" nil t)
           (list (match-string-no-properties 0))))))

;; A claim that fails: `      ✗ line 3: check * == 1'.
(add-to-list 'compilation-error-regexp-alist-alist
             '(upstar-check "^ +✗ line \\([0-9]+\\): " upstar--checked-file 1))
(add-to-list 'compilation-error-regexp-alist 'upstar-check)

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               `(upstar-mode . ,(lambda (&rest _) (list upstar-program "lsp")))))

(declare-function lsp-register-client "lsp-mode")
(declare-function make-lsp-client "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")
(defvar lsp-language-id-configuration)
(with-eval-after-load 'lsp-mode
  (add-to-list 'lsp-language-id-configuration '(upstar-mode . "upstar"))
  (lsp-register-client
   (make-lsp-client :new-connection (lsp-stdio-connection (lambda () (list upstar-program "lsp")))
                    :major-modes '(upstar-mode)
                    :server-id 'upstar)))

(provide 'upstar-mode)
;;; upstar-mode.el ends here
