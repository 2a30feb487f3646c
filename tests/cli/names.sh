# Names that would take over a terminal, break a format or leave a folder.
. "$SCRIPTS/check.sh"
esc=$(printf '\033') override=$(printf '\342\200\256') c1=$(printf '\302\233') delete=$(printf '\177')
sed "s/Model::Elbow/Model::El${esc}[31mb${override}o${c1}w, ${delete}/; s/Model::Hand/Model::H\&quot;\\\\and/; s/AnimStack::bend/AnimStack::..\/..\/be${esc}]0;nd/
s/Material::Red Cloth/Material::Red${esc}[2J Cloth/; s/Geometry::Sleeve/Geometry::Slee${esc}ve/; s/Model::Sleeve/Model::Slee${esc}ve coat/; s/a hand/a ${esc}[1mhand/" "$DATA/arm.fbx" >names.fbx
E='El\\x1b\[31mb\\u202eo\\x9bw, \\x7f'

check 0 "*a \\\\x1b\[1mhand*../../be\\\\x1b]0;nd*Red\\\\x1b\[2J Cloth*" '*' -- info names.fbx
check 0 "*$E*" '*' -- tree names.fbx
check 0 "*1,\"$E\",0,1,bone*" '*' -- tree names.fbx --format csv
check 0 '*' '*' -- tree names.fbx --format dot
check 0 '*' '*' -- tree names.fbx --raw
check 0 '*' '*' -- tree names.fbx --rest --meshes
check 0 '*' '*' -- keys names.fbx
check 0 "*$E*" '*' -- pose names.fbx --at 1
check 0 '*' '*' -- pose names.fbx --at 1 --format csv
check 4 '' '*no clip*hint: clips: 1*' -- keys names.fbx --clip nothing
check 4 '' '*no joint*' -- tree names.fbx --under "$esc[1m"
check 0 '*o Slee\\x1bve_coat*usemtl Red\\x1b\[2J_Cloth*' '*' -- export names.fbx --at 1 -o - --format obj

# JSON gives the names back as they are.
json_is "El${esc}[31mb${override}o${c1}w, ${delete}" joints/1/name tree names.fbx --json
json_is 'H"\and' joints/2/name tree names.fbx --json
json_is "../../be${esc}]0;nd" clips/0/name info names.fbx --json
json_is "El${esc}[31mb${override}o${c1}w, ${delete}" joints/1/name pose names.fbx --at 1 --json
json_error_is no-clip code keys names.fbx --clip nothing --json

# A spreadsheet runs a cell that begins with = + - @, a tab or a carriage return as a formula; a name is text there, and a number a number.
# Programs read the tables of keys, pose and export, which have the file's names unchanged.
tab=$(printf '\t') return=$(printf '\r')
sed "s/Model::Shoulder/Model::=1+cmd|'x'!A1/; s/Model::Elbow/Model::${tab}=2/; s/Model::Hand/Model::@SUM(A1)/; s/Model::Sleeve/Model::${return}=3/
s/AnimStack::bend/AnimStack::-2+3/; s/AnimStack::lift/AnimStack::+lift/" "$DATA/arm.fbx" >formulas.fbx
check 0 "id,*
0,'=1+cmd|'x'!A1,-1,*
1,'\\\\x09=2,0,*
2,'@SUM(A1),1,*
3,'\\\\x0d=3,-1,*" '*' -- tree formulas.fbx --format csv
check 0 "clip,*
-2+3,1,*" '' -- keys formulas.fbx --clip '#1' --format csv
check 0 "clip,*
+lift,1,*" '' -- keys formulas.fbx --clip '#2' --format csv
check 0 "*,@SUM(A1),*,-*" '' -- pose formulas.fbx --clip '#1' --at end --format csv
case $(cat .stdout) in *",'"*) fail 'an apostrophe' ;; esac
check 0 "*,@SUM(A1),*" '' -- export formulas.fbx --clip '#1' -o - --format csv
case $(cat .stdout) in *",'"*) fail 'an apostrophe' ;; esac
mkdir sheet
cp formulas.fbx "sheet/@a,b.fbx"
"$SINEW" library update sheet >/dev/null
check 0 "file,*
\"'@a,b.fbx\",ok,'-2+3,1,*
\"'@a,b.fbx\",ok,'+lift,2,*" '' -- library find sheet --format csv
json_is '@a,b.fbx' clips/0/file library find sheet --json
# Texts of a database that somebody has changed are printed like a model's texts, or refused.
if command -v python3 >/dev/null; then
    python3 -c 'import sqlite3
c = sqlite3.connect("sheet/library.db")
c.execute("UPDATE files SET state = ?", ("=" + chr(27) + "[2J, " + chr(34) + chr(10),))
c.execute("UPDATE clips SET name = ?", (chr(155) + "1;" + chr(13),))
c.commit()'
    for format in text csv json; do
        run library find sheet --format $format
        check_stream stdout .stdout '*'
        check_stream stderr .stderr '*'
        [ "$exit_code" != 0 ] || [ $format != csv ] || [ "$(wc -l <.stdout)" = 3 ] || fail "$(cat .stdout)"
    done
    case $exit_code in 0 | 3) ;; *) fail "exit $exit_code" ;; esac
fi
rm -r sheet

# A comma in a name of --joints is written \, : in a name, at the end of a path, in a glob.
# Marks above and below a letter take no column of a terminal, Chinese characters two.
sed 's/Model::Elbow/Model::กี่/; s/Model::Hand/Model::中肘/' "$DATA/arm.fbx" >wide.fbx
check 0 '*
 0  Shoulder     bone  2
 1    กี่       \*  bone  1
 2      中肘     bone  1
*' '' -- tree wide.fbx

sed 's/Model::Elbow/Model::El, bow/; s/Model::Hand/Model::H,\&quot;and/' "$DATA/arm.fbx" >commas.fbx
json_is 'H,"and' joints/0/name pose commas.fbx --at 0 --joints 'H\,"and' --json
json_is 'H,"and' joints/1/name pose commas.fbx --at 0 --joints 'El\, bow,H\,"and' --json
json_is 'H,"and' joints/0/name pose commas.fbx --at 0 --joints 'Shoulder/El\, bow/H\,"and' --json
json_is 'H,"and' joints/0/name pose commas.fbx --at 0 --joints 'H\,*' --json
check 0 'clip bend*24*48*' '' -- keys commas.fbx --joints 'El\, bow'
check 4 '' "sinew: commas.fbx: no joint 'El'*" -- pose commas.fbx --at 0 --joints 'El, bow'
check 4 '' "sinew: commas.fbx: no joint 'H\\\\'*" -- pose commas.fbx --at 0 --joints 'H\'

# Completions write it so; in a list they continue after its last comma. bash gets WORD, the end of the line that it replaces, and the
# missing text, escaped for the quote at the cursor; zsh and fish get values, and quote them.
offers() { # EXPECTED, a name a line, SHELL LINE [WORD]
    expected=$1
    shift
    case_words="completes $*"
    given=$("$SINEW" complete "$1" -- "$2" ${3:+"$3"} | sed 1d | cut -f1)
    [ "$given" = "$expected" ] || fail "$given"
}
offers 'El,\ bow' bash 'sinew tree commas.fbx --under E' E
offers 'El\\,\ bow' bash 'sinew pose commas.fbx --joints E' E
offers 'El\, bow' zsh 'sinew pose commas.fbx --joints E'
offers 'El\\, bow' bash "sinew pose commas.fbx --joints \"E" E
offers 'El\, bow' bash "sinew pose commas.fbx --joints 'E" E
offers 'bash
zsh
fish' bash 'sinew completion '
offers keys bash 'sinew help k' k
offers '' bash 'sinew cache '
offers 'walk
wave' bash "sinew pose $DATA/../../samples/character.fbx --clip w" w # as --clip takes it, without the armature's name
offers 'Shoulder,H\\,\"and' bash 'sinew pose commas.fbx --joints Shoulder,H' Shoulder,H
offers 'Shoulder,H\,"and' zsh 'sinew pose commas.fbx --joints Shoulder,H'
offers '--joints=Shoulder,H\,"and' fish 'sinew pose commas.fbx --joints=Shoulder,H'
offers 'H\\\,\"and,Shoulder' bash 'sinew pose commas.fbx --joints H\\\,\"and,Sh' 'H\\\,\"and,Sh'
# Text that a shell would read in another way is not completed: other quotes, and commands within the line.
for line in "\$'E" '$(echo "E' '"$(echo E' '`E' '${x:-E'; do offers '' bash "sinew tree commas.fbx --under $line" E; done
offers '' bash 'sinew tree nothing.fbx --under E' E
# A $ that was typed would make a command of a name that goes on with "(".
sed 's/AnimStack::bend/AnimStack::$(touch X)/' "$DATA/arm.fbx" >shell.fbx
offers '"\$(touch X)
"lift' bash 'sinew keys shell.fbx --clip "' '"'
offers '' bash 'sinew keys shell.fbx --clip "$' '"$'
rm shell.fbx
# Nor is a name offered that could not be shown.
for word in E El; do offers '' bash "sinew tree names.fbx --under $word" "$word"; done

# A long name among short ones moves the rest of its own row only.
long=a_name_that_a_program_has_made_of_a_scene_and_a_layer_and_a_take_and_a_number
sed "s/AnimStack::bend/AnimStack::$long/" "$DATA/arm.fbx" >long.fbx
check 0 "*     clip           frames  seconds*
  1  $long  default      24    1.000*
  2  lift               12    0.500*" '' -- info long.fbx

# A clip's name cannot lead out of the folder.
mkdir inner
cd inner || exit 1
"$SINEW" export ../names.fbx --quiet --at 1 -o 'x{clip}.obj'
case_words='export into a name made of a clip'
[ "$(ls)" = 'x.._.._be_x1b]0;nd.obj' ] || fail "$(ls -A .. .)"
cd ..
rm -r inner

# Nor can one, or a file's name, that is a folder, nothing, or standard output.
written() { # EXPECTED: the files that an export from a folder below wrote here
    [ "$exit_code" = 0 ] || fail "exit $exit_code: $(cat .stderr)"
    [ "$(find . -name '*.obj')" = "$1" ] || fail "wrote $(find . -name '*.obj'), expected $1"
    find . -name '*.obj' -exec rm {} +
}
mkdir -p in/_ in/__ in/___
cd in || exit 1
touch .stdout .stderr
for name in . .. ... -; do
    stem=$(printf '%s' "$name" | tr '.-' __)
    sed "s/AnimStack::bend/AnimStack::$name/" "$DATA/arm.fbx" >../stem.fbx
    run export ../stem.fbx --clip '#1' --at end -o '{clip}/x.obj'
    written "./$stem/x.obj"
    cp "$DATA/arm.fbx" "../$name.fbx"
    run export "../$name.fbx" --clip '#1' --at end -o '{file}/x.obj'
    written "./$stem/x.obj"
done
run export ../stem.fbx --clip '#1' --at end -o '{clip}' --format obj
[ ! -s .stdout ] && [ -s _ ] || fail 'a clip is standard output'
cd ..
rm -r in ..fbx ...fbx ....fbx ./-.fbx

# A pattern is expanded once: braces of values are not placeholders, and two braces stand for one brace of the name.
sed 's/AnimStack::bend/AnimStack::{time}{{/' "$DATA/arm.fbx" >'{clip}{x.fbx'
run export '{clip}{x.fbx' --clip '#1' --at end -o '{file} {clip} {{frame}}{{.obj'
written './{clip}{x {time}{{ {frame}{.obj'
check 2 '' "sinew: the placeholder '{clip.obj' is not closed*" -- export stem.fbx --clip '#1' --at end -o '{clip.obj'
run export stem.fbx --clip '#1' --at end -o 'a}b{c.obj'
written './a}b{c.obj'
for word in frame:xyz frame:4294967300 frame:21 frame: frame:4x frame:-4 'frame: 4' frame:0x4 number:4294967298 clip:4 time:3 file:2 ''; do
    check 2 '' "sinew: unknown placeholder '{$word}'
  hint: *" -- export stem.fbx --clip '#1' --at end -o "{$word}.obj"
done
run export stem.fbx --clip '#1' --at end -o '{frame:06} {number:02}.obj'
written './000048 01.obj'

# Nor do names put control characters into files that are text; in a glb they are escaped, and the file is read back.
for format in bvh csv jsonl glb; do
    check_file out.$format 0 '' '*' -- export names.fbx --clip '#1' -o out.$format
done
if cat out.bvh out.csv out.jsonl | tr -d '\t\n' | grep -q '[[:cntrl:]]'; then fail 'control characters in an exported file'; fi
grep -q '"clip":"../../be.u001b]0;nd"' out.jsonl || fail "the clip of the table is $(head -1 out.jsonl)"
json_is "../../be${esc}]0;nd" clips/0/name info out.glb --json
check 0 '*' '' -- diff names.fbx out.glb --clip '#1'
rm -f out.*

# On a terminal every format is printable text, and binary formats are refused. A file has the model's names unchanged.
in_terminal() { script -qec "'$SINEW' $1" /dev/null </dev/null >.shown 2>&1; }
if command -v script >/dev/null; then
    for format in fbx-ascii jsonl csv bvh; do
        case_words="$format on a terminal"
        in_terminal "export names.fbx --quiet --clip '#1' -o - --format $format"
        grep -q 'Shoulder' .shown || fail "not written: $(cat -v .shown)"
        for character in "$esc" "$override" "$c1" "$delete"; do ! grep -qF "$character" .shown || fail 'a control character'; done
    done
    for words in 'export names.fbx -o - --format glb' 'bake names.fbx -o -' 'render names.fbx -o - --format rgb --range 24f..25f --size 8x8'; do
        case_words="$words, on a terminal"
        in_terminal "$words --quiet"
        grep -q 'sinew: .*binary data is not written to a terminal' .shown || fail "$(head -c 300 .shown | cat -v)"
    done
    case_words='jsonl in a file'
    "$SINEW" export names.fbx --quiet --clip '#1' -o out.jsonl
    grep -q '"joint":"El.u001b.31mb.u202eo.u009bw, .u007f"' out.jsonl || fail "$(sed -n 2p out.jsonl | cat -v)"
    rm out.jsonl .shown
else
    skip_line 'no script'
fi

# A file's own name may be anything too.
strange="bad$(printf '\377')${esc}[7m.fbx"
cp "$DATA/arm.fbx" "$strange"
check 0 'bad\\xff\\x1b\[7m.fbx: *' '' -- info "$strange"
json_is "bad\\xff${esc}[7m.fbx" file info "$strange" --json
check 3 '' 'sinew: no\\x1b\[7m.fbx: no such file' -- info "no${esc}[7m.fbx"

# Namespaces may be left out wherever a joint is named.
sed 's/Model::Elbow/Model::rig:Elbow/; s/Model::Hand/Model::rig:Hand/' "$DATA/arm.fbx" >namespaces.fbx
check 0 '*rig:Elbow*rig:Hand*' '*' -- tree namespaces.fbx --under Elbow
check 0 '*rig:Hand*' '*' -- pose namespaces.fbx --at 0 --joints 'Ha*'
check 0 '*rig:Hand*' '*' -- pose namespaces.fbx --at 0 --joints Shoulder/Elbow/Hand

# A misspelt file is named by the nearest name beside it.
mkdir -p near
cp "$DATA/arm.fbx" near/walking.fbx
check 3 '' "sinew: near/wakling.fbx: no such file
  hint: did you mean 'near/walking.fbx'?" -- info near/wakling.fbx
check 3 '' "sinew: near/WALKING.fbx: no such file
  hint: did you mean 'near/walking.fbx'?" -- info near/WALKING.fbx
check 3 '' 'sinew: near/other.fbx: no such file' -- info near/other.fbx
rm -r near

finish
