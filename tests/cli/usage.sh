# Invalid command lines, and help.
. "$SCRIPTS/check.sh"
A=$DATA/arm.fbx

check 2 '' "sinew: unknown command or file 'inof'
  hint: did you mean 'sinew info'?" -- inof
check 2 '' "sinew: unknown command or file 'zzzzzz'
  hint: run 'sinew help' for a list of commands" -- zzzzzz
# Commands of other programs.
for words in convert:export view:play list:info validate:check compare:diff; do
    check 2 '' "sinew: unknown command or file '${words%:*}'
  hint: did you mean 'sinew ${words#*:}'?" -- "${words%:*}" "$A"
done
check 2 '' "sinew: unknown option '--clipp'
  hint: did you mean '--clip'?" -- keys "$A" --clipp run
check 2 '' "sinew: unknown option '--clipp'
  hint: did you mean '--clip'?" -- keys "$A" --clipp=run
check 2 '' "sinew: unknown option '--qqqqqqqq'
  hint: run 'sinew help tree' for a list of options" -- tree --qqqqqqqq "$A"
# Options as other programs call them, if the command has one with the same effect; no guess at words that are merely alike.
for pair in render:time:at render:frame:at render:start:from pose:end:to render:rate:fps render:animation:clip render:out:output \
    render:resolution:size render:bg:background render:bones:skeleton bench:jobs:threads check:exclude:ignore; do
    command=${pair%%:*} ours=${pair##*:} theirs=${pair#*:}
    check 2 '' "sinew: unknown option '--${theirs%:*}'
  hint: did you mean '--$ours'?" -- "$command" "$A" "--${theirs%:*}" 1
done
for word in loop speed; do
    check 2 '' "sinew: unknown option '--$word'
  hint: run 'sinew help render' for a list of options" -- render "$A" "--$word" 1
done
check 2 '' "sinew: unknown option '--jobs'
  hint: run 'sinew help tree' for a list of options" -- tree "$A" --jobs 2
check 2 '' "sinew: unknown option '-z'*" -- tree -z "$A"
check 2 '' "sinew: unknown option '--no-depth'*" -- tree --no-depth "$A"
check 2 '' "sinew: unknown option '--\\\\x1b\[31m'*" -- info "--$(printf '\033')[31m"
check 2 '' "sinew: --at needs a value: TIME
  hint: an unquoted # starts a comment in the shell: write --at=#7" -- pose "$A" --at
check 2 '' "sinew: --at needs a value*" -- pose "$A" --at --clip bend
check 2 '' "sinew: --clip needs a value: *
  hint: an unquoted # starts a comment in the shell: write --clip=#7" -- keys "$A" --clip
check 2 '' 'sinew: --depth needs a value: N' -- tree "$A" --depth
# The next option is not swallowed as a value, short ones included.
check 2 '' 'sinew: --depth needs a value: N' -- tree "$A" --depth -q
check 2 '' 'sinew: --output needs a value: *' -- render "$A" -o -q
check 2 '' "sinew: unknown option '--no-engine'*" -- pose "$A" --no-engine
check 2 '' 'sinew: --json takes no value' -- info "$A" --json=yes --no-json
check 2 '' "sinew: --color: 'blue' is not a valid choice
  hint: expected one of auto, always, never" -- info "$A" --color blue
# The word after a wrong option tells which one was meant: it is a choice of an option with a similar name.
check 2 '' "sinew: --color: 'weights' is not a valid choice
  hint: did you mean '--colors weights'?" -- render "$A" --color weights -o x.png
for words in '--colour weights' '--colour=weights' '--colours weights' '--COLOURS weights'; do
    check 2 '' "sinew: unknown option '--*'
  hint: did you mean '--colors'?" -- render "$A" $words -o x.png
done
check 2 '' "sinew: unknown option '--colour'
  hint: did you mean '--color'?" -- render "$A" --colour always -o x.png
check 2 '' "sinew: --color: 'weights' is not a valid choice
  hint: expected one of auto, always, never" -- tree "$A" --color weights
# Whatever the case.
check 2 '' "sinew: unknown command or file 'TREE'
  hint: did you mean 'sinew tree'?" -- TREE
check 2 '' "sinew: --colors: 'Weights' is not a valid choice
  hint: did you mean 'weights'?*" -- render "$A" --colors Weights -o x.png
check 2 '' "sinew: unknown option '--View'
  hint: did you mean '--view'?" -- render "$A" --View front -o x.png

check 2 '' "sinew: --depth: '0' is out of range*" -- tree "$A" --depth 0
check 2 '' "sinew: --depth: '1.5' is not a whole number*" -- tree "$A" --depth 1.5
check 2 '' "sinew: --fps: 'nan' is out of range*" -- keys "$A" --fps nan
check 2 '' "sinew: --fps: '-3' is out of range*" -- keys "$A" --fps -3
for command in keys 'pose --at 0' 'render -o fast.png' 'export --at 0 -o fast.obj' 'play'; do # one limit
    check 2 '' "sinew: --fps: '100001' is out of range*" -- $command "$A" --fps 100001
done
check 2 '' 'sinew: info needs a FILE
  hint: sinew info FILE*' -- info
check 2 '' "sinew: unexpected argument '*arm.fbx'*" -- tree "$A" "$A"
check 2 '' 'sinew: page needs a FILE
  hint: use --viewer *' -- page -o x.html
check 2 '' "sinew: --viewer takes no FILE, not '*arm.fbx'*" -- page --viewer "$A" -o x.html
for option in --clip=bend "--anim=$A" --at=1 --camera=0,0,9:0,0,0 "--over=$A" "--beside=$A" --texture-size=64; do
    check 2 '' "sinew: --viewer takes no ${option%%=*}
*" -- page --viewer "$option" -o x.html
done
check 2 '' "sinew: unknown command or topic 'me'*" -- help me
check 2 '' "sinew: unsupported shell 'csh'*" -- completion csh
check 2 '' "sinew: --what: 'world' is not a valid choice*" -- pose "$A" --at 0 --what world
check 2 '' 'sinew: pose needs --at or --range*' -- pose "$A"

# An empty value, as from an unset variable, is an error and not the default.
for option in --clip --anim --joints; do
    check 2 '' "sinew: $option: the value is empty
  hint: is a variable of the script unset?" -- pose "$A" --at 0 $option ''
done
check 2 '' 'sinew: --texture-path: the value is empty*' -- info "$A" --texture-path=
check 2 '' 'sinew: empty file name*' -- info ''
cp "$A" ./-dash.fbx
check 2 '' "sinew: unknown option '-dash.fbx'
  hint: for the file of that name, write ./-dash.fbx" -- info -dash.fbx
check 0 './-dash.fbx: FBX*' '' -- info ./-dash.fbx
rm ./-dash.fbx
check 0 'id*' 'sinew: no-such-folder: warning: --texture-path: not a directory' -- tree "$A" --texture-path no-such-folder
check 0 'id*' '' -- tree "$A" --texture-path .
check 2 '' "sinew: --timeout: '5m' is invalid
  hint: expected seconds, as in 60s or 2min" -- info "$A" --timeout 5m

# Conflicting options are refused; no option is ignored silently.
check 2 '' 'sinew: --nested needs JSON*' -- tree "$A" --nested --format csv
check 0 '{*"children"*}' '' -- tree "$A" --nested
for other in --rest --meshes --nested '--under Hand' '--format dot' '--format csv'; do
    # shellcheck disable=SC2086 # two words
    check 2 '' 'sinew: --raw supports only --depth, as text or JSON*' -- tree "$A" --raw $other
done
check 0 '{"schema":"sinew.tree/1"*"nodes"*}' '' -- tree "$A" --raw --format json
check 2 '' 'sinew: --meshes and --rest need text or JSON*' -- tree "$A" --rest --format dot
check 2 '' 'sinew: --frames and --step are mutually exclusive*' -- pose "$A" --frames 3 --step 1f
check 2 '' '*--crowd and --in-place are mutually exclusive*' -- play "$A" --crowd 9 --in-place

# --json is the format of data and errors: another --format contradicts it.
check 2 '' '{"schema":"sinew.error/1"*"--json and --format csv are mutually exclusive"*}' -- pose "$A" --at 0 --format csv --json
check 2 '' '*"--json and --format dot are mutually exclusive"*' -- tree "$A" --json --format dot
check 0 '{"schema":"sinew.keys/*' '' -- keys "$A" --json --format json
check 0 '{*' '' -- pose "$A" --at 0 --json --format jsonl

# Options that would have no effect.
check 2 '' 'sinew: --engine has no effect on tree
  hint: commands with --engine: *pose render export diff' -- tree "$A" --engine exact
check 2 '' 'sinew: --cache has no effect on help
  hint: *' -- help --no-cache
check 2 '' 'sinew: --retarget has no effect on library*' -- library find x --retarget
check 2 '' 'sinew: --timeout has no effect on completion*' -- completion bash --timeout=3
check 2 '' "sinew: -v needs a command or a file
  hint: run 'sinew help' for a list of commands" -- -v

json_error_is sinew.error/1 schema info --json nothing.fbx
json_error_is not-found code info nothing.fbx --json
json_error_is 3 exit info nothing.fbx --json
json_error_is nothing.fbx file info nothing.fbx --json
json_error_is 'no such file' message info nothing.fbx --json
json_error_is bad-option code info --jsn --json
json_error_is missing-value code --json pose "$A" --at
json_error_is bad-command code --json inof
json_error_is "did you mean 'sinew info'?" hint inof --json

# Options in any order, in both forms, also before the command; arguments after -- are files.
check 0 'id*Elbow*' '' -- tree --depth 2 "$A"
check 0 'id*Elbow*' '' -- tree "$A" --depth=2
check 0 'id*Elbow*' '' -- --color never tree --depth 2 -- "$A"
check 0 '{*' '' -- --json tree "$A"
check 0 'id*' '' -- tree --json --no-json "$A"
check 3 '' 'sinew: --json: no such file' -- tree -- --json

check 0 'sinew FILE, or sinew COMMAND*Commands:*info*tree*' '' --
check 0 'sinew FILE*Commands:*' '' -- --help
check 0 'sinew FILE*Commands:*' '' -- help
check 0 'sinew [0-9]*import protection: a separate process*built with: *Assimp*; without: *' '' -- --version
check 0 'sinew [0-9]*' '' -- -V
check 0 'sinew tree FILE*--depth*' '' -- tree --help
check 0 'sinew tree FILE*--depth*' '' -- help tree
check 0 'sinew tree FILE*--depth*' '' -- tree -h nothing.fbx
check 0 'Times*#7@LeftFoot*' '' -- help time
check 0 'sinew keys FILE*--grid*' '' -- help keys
check 0 '*Keys of the player:*Space p*' '' -- help player-keys
check 0 'sinew play FILE*Keys of the player:*' '' -- help play
# Every state that the keys c and k step through is in the help, and the options have no other choices.
states() { # KEY OPTION
    case_words="help of the key $1"
    [ "$("$SINEW" help player-keys | awk -v key="$1" '$1 == key { on = 1 } on && $1 != key && /^  [^ ]/ { on = 0 } on' | tr -cd , | wc -c)" = \
        "$(($("$SINEW" complete zsh -- "sinew render --$2 " | wc -l) - 2))" ] || fail 'states are missing'
}
states c colors
states k skin
check 2 '' "*--fade*" -- play "$A" --fade fast
check 2 '' "*--fade*" -- play "$A" --fade=-1s
check 0 'Exit status*' '' -- help exit
check 0 '*sinew.pose/1*' '' -- help json
check 0 '*NO_COLOR*' '' -- help config

# Only terminals get colours by default.
case_words='info --color always'
"$SINEW" info --color always "$A" | grep -q "$(printf '\033')" || fail 'no colour'

# Help, manual pages and completions come from the same tables: every option in one is in the others.
commands=$("$SINEW" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
for command in $commands; do
    "$SINEW" "$command" --help | sed -n 's/^ \{2,6\}\(-., \)\{0,1\}--\(\[no-\]\)\{0,1\}\([a-z-]*\).*/\3/p' | sort -u >.in_help
    "$SINEW" complete zsh -- "sinew $command --" | sed -n 's/^--\([a-z-]*\).*/\1/p' | grep -v '^no-' | sort -u >.in_completion
    "$SINEW" help --man "$command" | sed 's/\\-/-/g' | sed -n 's/^\(\\fB-.\\fR, \)\{0,1\}\\fB--\(\[no-\]\)\{0,1\}\([a-z-]*\)\\fR.*/\3/p' | sort -u >.in_man
    case_words="help of $command"
    "$SINEW" help "$command" | sed 's/…/./g; s/·/./g' >.help
    ! grep -q '.\{81\}' .help || fail "wider than 80 columns: $(grep '.\{81\}' .help)"
    [ "$(sed -n '/^Examples:$/,$p' .help | grep -c "^  sinew $command")" = 3 ] || fail 'the help does not end with three examples'
    case_words="help, manual page and completions of $command"
    [ -s .in_help ] || fail 'no options in the help'
    for text in man completion; do cmp -s .in_help .in_$text || fail "differ in $text: $(diff .in_help .in_$text | tr '\n' ' ')"; done
    # What options take: "skin file linear dq spherical".
    "$SINEW" help --man "$command" | sed 's/\\-/-/g' | awk '/fB--/ { gsub(/\\f.|\[no-\]|-., /, ""); option = $1 } /; one of / { sub(/.*; one of /, ""); gsub(/,/, ""); print substr(option, 3), $0 }' | sort -u >.in_man
    while read -r option choices; do
        offered=$("$SINEW" complete zsh -- "sinew $command --$option " | sed 1d | tr '\n' ' ')
        [ "$choices " = "$offered" ] || fail "values of --$option differ: $choices, $offered"
    done <.in_man
    [ "$command" != render ] || [ "$(wc -l <.in_man)" -gt 6 ] || fail "render has choices for $(cut -d' ' -f1 .in_man | tr '\n' ' ')"
done

for topic in '' time keys exit json config files; do
    case_words="help $topic"
    # shellcheck disable=SC2086 # no word when empty
    "$SINEW" help $topic | sed 's/…/./g; s/·/./g' >.help
    ! grep -q '.\{81\}' .help || fail "wider than 80 columns: $(grep '.\{81\}' .help)"
done

# The manual pages: of the program with its commands and topics, of every command; groff prints no warning about them.
check 0 '*.TH SINEW 1*sinew\\-render*EXIT STATUS*ENVIRONMENT*FILES*EXAMPLES*SEE ALSO*' '' -- help --man
check 2 '' "sinew: no manual page for 'time'*" -- help --man time
for command in $commands; do
    case_words="sections of help --man $command"
    sections=$("$SINEW" help --man "$command" | sed -n 's/^\.SH "\{0,1\}\(NAME\|SYNOPSIS\|EXIT STATUS\|ENVIRONMENT\|FILES\|EXAMPLES\|SEE ALSO\)"\{0,1\}$/\1/p' | tr '\n' ,)
    [ "$sections" = 'NAME,SYNOPSIS,EXIT STATUS,ENVIRONMENT,FILES,EXAMPLES,SEE ALSO,' ] || fail "are $sections"
done
for command in '' $commands; do
    case_words="help --man $command"
    command -v groff >/dev/null || { echo 'skipped: manual pages are not checked without groff'; break; }
    # shellcheck disable=SC2086 # no word when empty
    "$SINEW" help --man $command | groff -K utf8 -man -T utf8 -ww -z >.said 2>&1
    [ ! -s .said ] || fail "groff says: $(cat .said)"
done
for shell in bash zsh fish; do
    command -v $shell >/dev/null || continue
    case_words="completion $shell"
    "$SINEW" completion $shell >.script
    $shell -n .script || fail "is no $shell"
done
# A joint is suggested that has the word in its name, whatever the case; else one that is misspelt.
check 4 '' "*no joint 'THIGH'
  hint: did you mean 'thigh.L'?" -- tree "$DATA/../../samples/walk.fbx" --under THIGH
check 4 '' "*no joint 'foot.K'
  hint: did you mean 'foot.L'?" -- tree "$DATA/../../samples/walk.fbx" --under foot.K

# The codes of findings, of import warnings and of unreadable files; other words are not topics.
check 0 'W18, a warning of sinew check: a joint flips between two frames: *Euler*Filter in the*Track View.*' '' -- help W18
check 0 'W19, a note of sinew check: *sinew edit --reduce repairs most of them*' '' -- help W19
check 0 'I55, a warning of the import: joints that an added clip moves are not in the*' '' -- help I55
check 0 'E01, an error of sinew check: there is no such file.' '' -- help E01
check 0 'S01, a warning of commands that read a file: this machine lacks a part of the*--sandbox required*' '' -- help S01
check 2 '' "sinew: unknown command or topic 'W99'*" -- help W99
# Formats: one row for each, with the commands that write it.
check 0 'format *FBX  *export, edit*sinew  *bake, edit*' '' -- formats
check 0 '{"schema":"sinew.formats/1","formats":\[{"format":"FBX",*' '' -- formats --json

# Only the clips that --clip names; --anim in tree.
check 0 '*bend*' '' -- info "$A" --clip 'b*'
check 4 '' "sinew: $A: no clip 'walk'*" -- info "$A" --clip walk
"$SINEW" tree "$DATA/../../samples/character_mesh.fbx" --anim "$DATA/../../samples/character_anim.fbx" 2>/dev/null | grep -q 'hips .*1,2,3$' || fail 'tree --anim shows no clips'

# What help says about files and protections is true: check reads ./sinew-check.json, and no protection is listed twice.
check 0 '*The only configuration file is ./sinew-check.json, which sinew check reads.*' '' -- help config
echo '{' >sinew-check.json
check 3 '' '*sinew-check.json*' -- check "$A"
rm sinew-check.json
"$SINEW" --version | sed -n 's/^import protection: //p' | sed 's/, /\n/g' | sort | uniq -d >repeated
[ ! -s repeated ] || fail "--version lists twice: $(cat repeated)"
finish
