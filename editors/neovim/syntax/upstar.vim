" Vim syntax file
" Language: Upstar
" The words below are those of the language: `UPDATE_EDITORS=1 cargo test --test main editors` writes them again.
if exists('b:current_syntax')
  finish
endif

syntax case match
syntax sync minlines=200
syntax iskeyword @,48-57,_,192-255

" Operators and literals; what comes later wins.
syntax match upstarOperator /\*\*\|||\|<|\||>\|->\|:=\|==\|!=\|<=\|>=\|\.\.\|[-+*\/%<>=&:|?≠≤≥‖⧏⧐±·×−]/
syntax match upstarNumber /\<\d\+\%(\.\d\+\)\?/
syntax match upstarGame /\%(\d\+\%(\/\d\+\)\?\)\?\%([\^↑⇑]\+\|[↓⇓]\+\)\%(<\d\+>\|\[\d\+\]\|[⁰¹²³⁴⁵⁶⁷⁸⁹]\+\|\d\+\)\?\%([*∗⋆]\d*\)\?/
syntax match upstarGame /\<\d*\%(\/\d\+\)\?v\+\d*\>\%([*∗⋆]\d*\)\?/
syntax match upstarGame /\<\d\+\%(\/\d\+\)\?[*∗⋆]\%(\d\+\|\ze\%($\|[],;)}>| ]\)\)/
syntax match upstarGame /\%(^\s*\|[-+,<|({[=]\s*\)\@<=[*∗⋆]\d*\ze\%($\|[^*(\[]\)/
syntax match upstarCall /\<\h\w*\ze(/

" Words, made by tests/editors.rs
syntax keyword upstarControl for if then else while return break continue
syntax keyword upstarDeclaration fn game use check exercise
syntax keyword upstarWordOperator and or not is in
syntax keyword upstarConstant true false pass
syntax keyword upstarLoopy on off over under upon dud
syntax keyword upstarRuleset Nim Subtraction Kayles DawsonsKayles Wythoff AllBut DawsonsChess GrundysGame AtLeastHalf LaskersNim GuilesGame TakeAndBreak
syntax keyword upstarRuleset HeapGame CakeProduct TurnedCakeProduct SylverCoinage TakeAway Mem GenMem FibonacciNim GenWythoff ConstrainedWythoff Euclid Chomp
syntax keyword upstarRuleset Cutcake MaundyCake Eatcake TurnAndEatcake StaircaseNim MooresNim PartizanSubtraction PartizanSplittles PartizanEuclid EndNim Spawning Splittles
syntax keyword upstarRuleset PartizanTakeAndBreak TopEntails ToadsAndFrogs BackslidingToadsAndFrogs ElephantsAndRhinos TopplingDominoes HackenbushString Shove Push Treblecross DawsonsPawns SilverDollar
syntax keyword upstarRuleset SilverDollarAndBag FlippingCoins Welter Leapfrog Hackenbush ChildishHackenbush GenHackenbush GraphCol GraphSnort TintedCol TintedSnort GenCol
syntax keyword upstarRuleset NodeKayles ArcKayles PartizanArcKayles VertexGeography EdgeGeography UndirectedVertexGeography UndirectedEdgeGeography TokenGame PartizanTokenGame GraphClobber Fjords WeightedArcKayles
syntax keyword upstarRuleset TurningTurtles MockTurtles Ruler Twins Triplets Tartan MockTurtleFives Moebius AcrosticTwins TurningCorners Mogul Moidores
syntax keyword upstarRuleset Motley TripletFives RulerFives Turnips Grunt Sym Domineering Clobber Cram Amazons Konane Fission
syntax keyword upstarRuleset Col Snort NoGo CannibalClobber Northcott FoxAndGeese EntrepreneurialChess CeyloneseFoxAndGeese HareAndHounds Hex InARow TicTacToe
syntax keyword upstarRuleset Connect BridgIt ShannonSwitching Phutball PawnWalk PayoffWalk OwnedWalk Fence Sausages Scale DotsAndBoxes StringsAndCoins
syntax keyword upstarRuleset Nimstring AntiClobber Kings Rooks Queens Knights Dicotic Twisted
syntax keyword upstarFunction D L Left Max Min N N_check N_hat P P_check P_hat R
syntax keyword upstarFunction Right abs all any argmax argmin atomic_weight backward_induction best_moves birthday blocked_moves board
syntax keyword upstarFunction boards canonical ceil cells certify clique columns companion components compound_moves compound_outcome confusion_interval
syntax keyword upstarFunction conjunctive connected connects contents continued_conjunctive contract conway_product cool cut cycle day degree
syntax keyword upstarFunction denominator difference digraph diminished_disjunctive disjunctive distinguisher div divisors dominates downsum downsum_variety draw
syntax keyword upstarFunction edges ends exceptions explain factor far_star filter find floor followers form freeze
syntax keyword upstarFunction from full fusion gaps gcd genus graph graphs green_steps green_value grid_graph group
syntax keyword upstarFunction groups grundy heap_code heat hex_connects how ilog impartial incentives infinity insert intersection
syntax keyword upstarFunction is_all_small is_atomic is_connected is_even is_even_tempered is_evil is_function is_game is_half_tame is_infinitesimal is_integer is_linked
syntax keyword upstarFunction is_loopy is_misere_invertible is_misere_prime is_nimber is_number is_number_tiny is_numberish is_odd is_odd_tempered is_odious is_plumtree is_prime
syntax keyword upstarFunction is_restive is_restless is_stopper is_stopper_sided is_tame is_wild isqrt join keys label latex left_incentives
syntax keyword upstarFunction left_options left_stop left_wall length liberties line link list loony map mate max
syntax keyword upstarFunction mean meet mex min minimal_generators miny misere misere_canonical misere_compound_moves misere_compound_outcome misere_day misere_difference
syntax keyword upstarFunction misere_equal misere_leq misere_partitions misere_parts misere_quotient misere_remoteness misere_suspense misere_universe moves neighbours nim_inverse nim_power
syntax keyword upstarFunction nim_product nim_quotient nim_square_root nim_sum nimber norton numerator oeis_like offside omega onside opponent
syntax keyword upstarFunction orbit ordinal_power ordinal_product ordinal_sum outcome overheat partitions path period permutations play plot
syntax keyword upstarFunction positions power power_sum principal_line product reduced remoteness remove replay reverse rewritten right_incentives
syntax keyword upstarFunction right_options right_stop right_wall rooted_trees rows sample save selective sensible_options sequence sequential set
syntax keyword upstarFunction shortened_selective show shows sign sign_expansion sort stalk start stop_count stops strategy strong_left_stop
syntax keyword upstarFunction strong_right_stop subordinate subsets subzero_thermograph sum suspense table take_and_break tally temperature text thermograph
syntax keyword upstarFunction tiny to totient tree trees turns ugly_product union up_power up_power_sum up_to_symmetry upsum
syntax keyword upstarFunction upsum_variety uptimal_expansion value values variety vertices winning_moves with without
syntax match upstarClause /\%(^\|[;{]\)\s*\zs\<\%(move\|left\|right\|turn\|complimenting\|entailing\|move\|left\|right\|parts\|start\|draw_as\|play\|score\|blocking\)\>\ze\s\+[^ :=]/
syntax match upstarMark /\%(^\|[;{]\)\s*\zs\<\%(accept\|partial\|wrong\|given\|from\|allow\)\>\ze\s\+[^ :=]/
syntax match upstarStatement /\%(^\|[;{]\)\s*\zs\<\%(hint\|sheet\|generate\)\>\ze\s*"/
syntax match upstarStatement /^\s*\zs\<ask\s\+\%(value\|form\|outcome\|moves\|move\|order\|number\|choice\|table\|ruleset\|strategy\)\>/
syntax match upstarKind /\%(:\s*\)\@<=\<\%(heap\|code\|coins\|strip\|grid\|ring\|cylinder\|torus\|graph\|digraph\)\>\%(\s\+of\>\)\?/
" end of what is made

syntax match upstarStatement /\<where\ze\s*{/
syntax match upstarClause /\%(^\|[;{]\)\s*\zs\<\%(left\|right\)\s\+wins\>\ze\s\+if\>/
syntax match upstarClause /\%(^\|[;{]\)\s*\zs\<draw\ze\s\+if\>/
syntax match upstarDirection /"\s\+\zs\%(\%(any\s\+direction\|orthogonally\|diagonally\)\%(\s\+repeatedly\)\?\|repeatedly\)\>/
syntax match upstarName /\%(\<fn\s\+\|\<game\s\+\)\@<=\h\w*/
syntax match upstarName /^\s*\zs\h\w*\ze([^()]*)\s*:=/

syntax match upstarEscape /\\\%(u{\x*}\|.\)/ contained
syntax region upstarText start=/"/ end=/"\|$/ contains=upstarEscape oneline
syntax match upstarComment /\/\/.*$/ contains=upstarTodo,@Spell
syntax match upstarDocumentation /\/\/\/.*$/ contains=@Spell
syntax match upstarExpectation /\/\/[=!].*$/
syntax region upstarComment start=/\/\*/ end=/\*\// contains=upstarTodo,@Spell
syntax match upstarComment /\%^#!.*$/
syntax keyword upstarTodo TODO FIXME contained

highlight default link upstarControl Statement
highlight default link upstarDeclaration Keyword
highlight default link upstarStatement Keyword
highlight default link upstarWordOperator Operator
highlight default link upstarOperator Operator
highlight default link upstarConstant Boolean
highlight default link upstarLoopy Constant
highlight default link upstarRuleset Type
highlight default link upstarKind Type
highlight default link upstarFunction Function
highlight default link upstarCall Function
highlight default link upstarName Identifier
highlight default link upstarClause Keyword
highlight default link upstarMark Keyword
highlight default link upstarDirection Keyword
highlight default link upstarNumber Number
highlight default link upstarGame Constant
highlight default link upstarText String
highlight default link upstarEscape SpecialChar
highlight default link upstarComment Comment
highlight default link upstarDocumentation SpecialComment
highlight default link upstarExpectation PreProc
highlight default link upstarTodo Todo

let b:current_syntax = 'upstar'
