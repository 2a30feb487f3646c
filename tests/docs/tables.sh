# What options, keys and formats take is documented: every word of their tables, as manual pages and help print them, is on the page about
# it, and the parser takes it. So are commands, and the columns of a library; and desktops know the formats. Needs in the environment: SINEW, SOURCE.
failures=0
fail() { echo "$*"; failures=1; }

# words COMMAND OPTION: the choices of the option, by the manual page.
words() {
    "$SINEW" help --man "$1" | sed 's/\\-/-/g' | awk -v "option=--$2" 'index($0, option "\\fR") { getline; print; exit }' |
        sed -n 's/.*; \(one of\|named\) //p' | tr -d ','
}

# documents PAGE COMMAND OPTION: each word is on the page in code, or at the end of a file name.
documents() {
    listed=$(words "$2" "$3")
    [ "$(echo "$listed" | wc -w)" -gt 1 ] || fail "$2 --$3 lists only '$listed'"
    for word in $listed; do
        grep -qE "\`$(echo "$word" | sed 's/\./\\./')\`" "$SOURCE/docs/$1" || fail "$1 does not name '$word' of $2 --$3"
        case $word in .*) continue ;; esac
        "$SINEW" "$2" --"$3" "$word" none.fbx -o none.png >.out 2>&1
        ! grep -q 'not a valid choice\|unsupported format' .out || fail "$2 --$3 $word: $(cat .out)"
    done
}
documents 02-inspect.md curves format
documents 04-images.md render view
documents 04-images.md render skin
documents 04-images.md render colors
documents 10-films.md render format
documents 10-films.md render output
documents 05-export.md export format
documents 20-check.md check format
documents 01-play.md play term
documents glossary.md pose engine

# The formats that are read: a row for each row of the program's table and no other one. The formats that are written are on the same page.
sed -n 's/^    {"\([a-z0-9]*\)", "\([A-Za-z0-9]*\)", .*},$/\2 \1/p' "$SOURCE/src/core/base/model_formats.c" | sort >formats
sed -n '/^## Models that are read/,/^## /p' "$SOURCE/docs/formats.md" | sed -n 's/^| \([A-Za-z0-9]*\) | \(`[^|]*\) |.*/\1 \2/p' | tr -d '`,' |
    awk '{ for (i = 2; i <= NF; ++i) print $1, $i }' | sort >listed
[ "$(wc -l <formats)" -gt 10 ] || fail 'model_formats.c lists no formats'
cmp -s formats listed || { diff formats listed; fail 'formats.md: other formats than those of model_formats.c'; }
# `sinew formats` prints the same table.
sed -n '/^## Models that are read/,/^## /s/^| \([A-Za-z0-9]* | `.*\) |$/\1/p' "$SOURCE/docs/formats.md" | tr -d '`' | sed 's/ | /|/g; s/, /,/g' >page
"$SINEW" formats --json | tr '{' '\n' | grep '"reader":"' | sed 's/","written_by.*//; s/"[a-z_]*":"//g; s/",*/|/g; s/, /,/g' >printed
cmp -s page printed || { diff page printed; fail 'formats.md: another table than sinew formats prints'; }
documents formats.md export format
documents formats.md render output
documents formats.md edit format

# Functions, types and constants of the library that pages name are in its headers or in the build.
names='\b(sinew_[a-z0-9]|SINEW_(BLEND|ENGINE|ERROR|FADE|LOOP|MOTION|SHOW|VIEW)_)[A-Za-z_0-9]*[A-Za-z0-9]'
grep -rhoE "$names" "$SOURCE/include" "$SOURCE/cmake" "$SOURCE/src" | sort -u >known
grep -rhoE "$names" "$SOURCE/README.md" "$SOURCE/CONTRIBUTING.md" "$SOURCE"/docs/*.md "$SOURCE"/docs/blend/*.md | sort -u >named
for name in $(comm -13 known named); do fail "pages name $name, which is not in the source"; done

# The tables of the reference: a row of options names all commands that have these options, and each option of three commands has a row; exit
# codes, schemas and headers are all there are.
all_commands=$("$SINEW" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\)  .*/\1/p')
readers= # whose usage names a file or a folder
for command in $all_commands; do
    "$SINEW" help "$command" >help
    sed -n 's/^  *\(-[a-zA-Z], \)\{0,1\}--\(\[no-\]\)\{0,1\}\([a-z-]*\( [^ ][^ ]*\)\{0,1\}\).*/--\3/p' help | sort -u >"options.$command"
    if sed 1q help | grep -qE ' (FILE|FOLDER|A B)'; then readers="$readers $command"; fi
done
# commands_named CELL: the commands of a cell, one per line; "every command except a, b and c" is resolved.
commands_named() {
    case $1 in
    'every command that reads a model'*) listed=$readers ;;
    'every command'*) listed=$all_commands ;;
    *) listed=$(echo "$1" | tr -d ',') ;;
    esac
    printf '%s\n' $listed | sort >included
    case $1 in *', except '*) printf '%s\n' $(echo "${1#*, except }" | sed 's/,//g; s/ and / /') ;; esac | sort >excluded
    comm -13 included excluded | sed 's/$/ (an exception that is not in the list)/'
    comm -23 included excluded
}
sed -n '/^## Options by concept/,/^## /s/^| [a-z].* | \(`--.*\) | \(.*\) |/\1|\2/p' "$SOURCE/docs/reference.md" >concepts
while IFS='|' read -r options commands; do
    commands_named "$commands" >named
    echo "$options" | sed 's/`, `/\n/g' | tr -d '`' >row
    while IFS= read -r option; do
        echo "${option%% *}" >>in_rows
        for command in $all_commands; do
            if grep -qE -e "^$option( |\$)" "options.$command"; then echo "$command"; fi
        done | sort >having
        omitted=$(comm -23 having named | tr '\n' ' ')
        wrong=$(comm -13 having named | tr '\n' ' ')
        [ -z "$omitted$wrong" ] || fail "reference.md: the row of $option omits '$omitted' and names '$wrong' wrongly"
    done <row
done <concepts
cat options.* | cut -d' ' -f1 | sort | uniq -c | awk '$1 > 2 { print $2 }' >shared
[ "$(wc -l <shared)" -gt 20 ] || fail 'help shows few options of three commands'
sort -u in_rows | comm -23 shared - >missing
[ ! -s missing ] || fail "reference.md has no rows for $(tr '\n' ' ' <missing)"
# `sinew help CODE` explains the codes that the reference names, and the reference names every letter of codes.
sed -n '/^## Message codes/,/^## /s/^| \(`.*`\).* | .*/\1/p' "$SOURCE/docs/reference.md" | tr -d '`, ' | grep -o '[A-Z][0-9]*' >letters
"$SINEW" help check | sed -n 's/^  \([A-Z]\)[0-9][0-9] .*/\1/p' | sort -u >expected
grep -x '[A-Z]' letters | sort -u | cmp -s expected - || fail 'reference.md: other letters of findings than those of help'
for code in $(grep '[0-9]' letters); do "$SINEW" help "$code" >.out 2>&1 || fail "help $code: $(cat .out)"; done
"$SINEW" help exit | sed -n 's/^ *\([0-9][0-9]*\)  \(.*\)/| \1 | \2 |/p' >expected
sed -n '/^## Exit codes/,/^## /p' "$SOURCE/docs/reference.md" | grep '^| [0-9]' >listed
[ -s expected ] && cmp -s expected listed || { diff expected listed; fail 'reference.md: other exit codes than those of help'; }
"$SINEW" help json | grep -oE 'sinew\.[a-z-]+/[0-9]+ +(sinew|every)' | cut -d' ' -f1 | sort -u >expected
grep -rhoE '"sinew\.[a-z-]+/[0-9]+"' "$SOURCE/src/program" | tr -d '"' | sort -u >written
cmp -s expected written || { diff expected written; fail 'sinew help json: other schemas than those of the source'; }
sed -n '/^## JSON/,/^## /s/^| `\([^`]*\)`.*/\1/p' "$SOURCE/docs/reference.md" | sort -u >listed
[ -s expected ] && cmp -s expected listed || { diff expected listed; fail 'reference.md: other schemas than those of help'; }

# The states of a key: each is in the row of the page.
for key in c k L 1; do
    states=$("$SINEW" help player-keys | sed '1,/^Keys of the player/d' | sed -n "s/^  $key .*: //p" | tr ' ' '_' | sed 's/,_/ /g')
    [ "$(echo "$states" | wc -w)" -gt 2 ] || fail "the key $key lists only '$states'"
    for state in $states; do
        grep "^| \`$key\`" "$SOURCE/docs/01-play.md" | grep -qF "$(echo "$state" | tr '_' ' ')" || fail "01-play.md: $key lacks '$state'"
    done
done

# The columns of a library are in the table of its page, and the version of the schema equals the program's.
for table in FILES CLIPS RANGES FINDINGS WARNINGS SIDE_FILES; do
    name=$(echo "$table" | tr 'A-Z' 'a-z')
    columns=$(sed -n "s/.*{$table(\([a-z_0-9]*\), .*/\1/p" "$SOURCE/src/program/library/columns.c")
    [ "$(echo "$columns" | wc -w)" -gt 2 ] || fail "columns.c lists only '$columns' of $name"
    for column in $columns; do
        case $name.$column in files.id | clips.id | *.file) continue ;; esac # explained above the table
        grep "^| \`$name\`" "$SOURCE/docs/internals/library.md" | grep -q "\`$column\`" || fail "library.md: $name lacks '$column'"
    done
done
schema=$(sed -n 's/.*LIBRARY_SCHEMA = \([0-9]*\).*/\1/p' "$SOURCE/src/program/library/database.h")
grep -q "\`PRAGMA user_version\` $schema " "$SOURCE/docs/internals/library.md" || fail "library.md does not name schema $schema"

# The page about shipping names the format of `.sinew` files.
version=$(sed -n 's/^#define SINEW__FILE_VERSION \([0-9]*\)u$/\1/p' "$SOURCE/src/runtime/model/block_file.h")
grep -q "writes and loads format ${version:-none}[.]" "$SOURCE/docs/21-ship.md" || fail "21-ship.md does not name format '$version'"

# Every command is documented.
for command in $all_commands; do
    grep -qE "sinew (help )?$command( |\`|$)" "$SOURCE"/README.md "$SOURCE"/docs/*.md || fail "no page names 'sinew $command'"
done

# Desktops know the formats whose files can be recognised: by a type of our own, or by a registered one.
desktop=$SOURCE/desktop
types=$(sed -n 's/^MimeType=//p' "$desktop/sinew.desktop" | tr ';' ' ')
for extension in $(sed -n 's/^    {"\([a-z0-9]*\)", .*, [1-9][^ ]*},$/\1/p' "$SOURCE/src/core/base/model_formats.c"); do
    type=$(sed -n "/mime-type type=/s/.*type=\"\([^\"]*\)\".*/\1/;/^[a-z]*\//h;/glob pattern=\"\*\.$extension\"/{g;p}" "$desktop/sinew.xml")
    case $extension in # https://www.iana.org/assignments/media-types
    glb) type=model/gltf-binary ;;
    gltf) type=model/gltf+json ;;
    dae) type=model/vnd.collada+xml ;;
    esac
    case " $types " in
    *" ${type:-none} "*) ;;
    *) fail "sinew.desktop has no type for .$extension: '$type'" ;;
    esac
    known="$known $type"
done
[ "$(echo "$known" | wc -w)" -gt 5 ] || fail "model_formats.c lists only '$known'"
known="$known $(sed -n 's/.*<alias type="\([^"]*\)".*/\1/p' "$desktop/sinew.xml")"
for type in $types $(sed -n 's/^MimeType=//p' "$desktop/sinew.thumbnailer" | tr ';' ' '); do
    case " $known " in *" $type "*) ;; *) fail "no format of model_formats.c is $type" ;; esac
done

# The files that the page about changes names are there.
for file in $(sed -n '/^## Where to change what/,/^## A load/p' "$SOURCE/docs/internals/architecture.md" | grep -oE '`[a-z0-9_/]+[.](c|h|txt|glsl|md)`|`[A-Za-z/]+/CMakeLists.txt`' |
    tr -d '`'); do
    named=$((${named:-0} + 1))
    find "$SOURCE/src" "$SOURCE/include" "$SOURCE/shaders" "$SOURCE/docs" -path "*/${file#*/}" | grep -q . || fail "architecture.md: no file $file"
done
[ "${named:-0}" -gt 30 ] || fail "architecture.md names only ${named:-0} files"
exit $failures
