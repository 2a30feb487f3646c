# What sinew check says of tests/data/arm.fbx and of copies of it with one fault each, in every format; its exit codes.
. "$SCRIPTS/check.sh"
A=$DATA/arm.fbx
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER

# The arm: a key between frames, a hand whose three keys are equal, and a clip that begins a second late. Neither is a fault.
check 0 "$A: 3 notes
  W08 info    clip 'bend': 1 of 3 keyframes are between frames at 24 frames per second
  W19 info    clip 'bend', Hand: 1 curves never change; 2 of their keys, about 24 bytes, have no effect
  W25 info    clip 'bend': the clip begins at 1.000 s of the file's timeline, frame 24
not evaluated: *" '' -- check "$A"
check 0 "$A: 3 notes
*R02, R03: no feet found*" '' -- check "$A"
check 1 '*' '' -- check "$A" --fail-on info
check 0 "*: no findings*" '' -- check "$A" --fail-on info --ignore W08,W19,W25
check 1 "*W08*" '' -- check "$A" --fail-on info --only W08 --only W05
check 0 '*sinew keys '"$A"' --clip bend --joints Hand*' '' -- check "$A" --verbose

# Weights that sum to 0.5, and a vertex without any.
sed 's/a: 1,1,1,1$/a: 0.5,1,1,0/' "$A" >weights.fbx
check 1 '*W04 warning Sleeve: 1 of its vertices have no weights; they stay where the mesh is
              sinew render weights.fbx --clip none --colors influences -o W04.png
  W05 warning Sleeve: the weights of 1 of its vertices do not sum to 1; those of vertex 0 sum to 0.5
              sinew render weights.fbx --clip none --colors influences -o W05.png*' '' -- check weights.fbx
sed 's/a: 1,1,1,1$/a: nan,1,1,1/' "$A" >nan.fbx
check 1 '*I04 warning Sleeve: 1 weights are not a number and were dropped*W04 warning Sleeve: 1 of its vertices have no weights: those in the file are not a number; they*' '' -- check nan.fbx
fields 1 check weights.fbx --json --only W05 <<'END_FIELDS'
schema=sinew.check/1
files/0/file=weights.fbx
files/0/verdict=warnings
files/0/findings/0/code=W05
files/0/findings/0/severity=warning
files/0/findings/0/clip=
files/0/findings/0/node=Sleeve
files/0/findings/0/count=1
files/0/findings/0/time_s=
files/0/findings/0/measured=0.5
files/0/findings/0/expected=1
files/0/findings/0/command=sinew render weights.fbx --clip none --colors influences -o W05.png
END_FIELDS
check 0 '*' '' -- check weights.fbx --fail-on error
check 0 '*' '' -- check weights.fbx --ignore W04,W05

# Rotations of a glTF that are not of length 1: (0, 0, 0, 2), and (0, 0, 0.6, 0.8), which is.
printf '{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"arm"}],"buffers":[{"byteLength":40,"uri":"data:application/octet-stream;base64,%s"}],"bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":32}],"accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},{"bufferView":1,"componentType":5126,"count":2,"type":"VEC4"}],"animations":[{"name":"turn","samplers":[{"input":0,"output":1}],"channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}}]}]}' \
    AAAAAAAAgD8AAAAAAAAAAAAAAAAAAABAAAAAAAAAAACamRk/zcxMPw== >long.gltf
check 1 "*I04 warning arm: clip 'turn': 1 rotations are not of length 1 and were normalised*" '' -- check long.gltf

# A code that is ignored is not reported, even if it is asked for.
sed 's/P: "Lcl Translation", "Lcl Translation", "", "A",0,10,0/&\
			P: "Lcl Scaling", "Lcl Scaling", "", "A",1,1,2/' "$A" >scaled.fbx
check 1 '*W20 warning*the scale at rest is not uniform*' '' -- check scaled.fbx --only W20
check 0 '*: no findings*' '' -- check scaled.fbx --ignore W20 --only W20

# The commands that findings name work.
eval "$("$SINEW" check weights.fbx --json --only W05 | sed 's/.*"command":"sinew \([^"]*\)".*/"$SINEW" \1/')" || fail "the command of W05 fails"
[ -s W05.png ] || fail 'the command of W05 draws nothing'
rm -f W05.png

# A contract: in the working directory, or named.
cat >contract.json <<'END_JSON'
{"schema": "sinew.contract/1", "levels": {"W08": "off", "W19": "error"},
 "clips": [{"clip": "bend", "loop": true, "duration": 1, "requires": ["Elbow"]}, {"clip": "lift", "in_place": true}]}
END_JSON
check 1 "*L01 error   clip 'bend', Hand: the loop does not close: the last pose is 14.14 cm and 90 degrees from the first*W19 error*" '' -- check "$A" --config contract.json
cp contract.json sinew-check.json
check 1 '*: 2 errors*' '' -- check "$A"
check 0 '*' '' -- check "$A" --ignore L01,W19
rm sinew-check.json

# What good files do, learned, fits them; a file that differs does not.
cp "$A" good.fbx
"$SINEW" check --learn good.fbx -o learned.json || fail 'a contract cannot be written'
check 0 '*' '' -- check good.fbx --config learned.json
sed 's/"LocalStop", "KTime", "Time", "",23093079000/"LocalStop", "KTime", "Time", "",46186158000/' "$A" >longer.fbx
mkdir changed && cp longer.fbx changed/good.fbx
check 1 "*D02 warning clip 'lift': the clip lasts 1.000 s, declared are 0.500 s*" '' -- check changed/good.fbx --config learned.json

# Two files of one name in two folders stay two files after a folder is moved; a named file is known by the part of its path that
# the contract needs.
mkdir -p moves/one moves/two
cp "$A" moves/one/walk.fbx
cp longer.fbx moves/two/walk.fbx
"$SINEW" check --learn moves -o learned.json || fail 'a contract of a directory cannot be written'
grep -q '"file":"one/walk.fbx"' learned.json && grep -q '"file":"two/walk.fbx"' learned.json || fail 'paths are not learned'
check 0 '*' '' -- check moves --config learned.json
cp -r moves elsewhere
check 0 '*' '' -- check elsewhere/ --config learned.json
check 0 '*' '' -- check elsewhere/two --config learned.json
check 0 '*' '' -- check elsewhere/one/walk.fbx ./elsewhere/two/walk.fbx --config learned.json
(cd elsewhere/two && "$SINEW" check walk.fbx --config ../../learned.json) >named.txt
grep -q 'the contract has several files of this name' named.txt || fail 'a name that means two files is taken'
cp moves/two/walk.fbx elsewhere/one/walk.fbx
check 1 "*elsewhere/one/walk.fbx: *D02 warning clip 'lift': the clip lasts 1.000 s, declared are 0.500 s*elsewhere/two/walk.fbx: no*" '' -- check elsewhere --config learned.json --only D02
"$SINEW" check --learn moves/one/walk.fbx moves/two -o learned.json || fail 'a contract of a file and a directory cannot be written'
grep -q '"file":"one/walk.fbx"' learned.json && grep -q '"file":"two/walk.fbx"' learned.json || fail 'names that are equal stay so'
rm -r moves elsewhere named.txt

# The samples have no findings except the scales that their exporter writes. A file that differs from its declaration has a finding.
S=$DATA/../../samples
check 0 '*' '' -- check "$S" --ignore W18,W20
echo '{"clips": [{"file": "walk.fbx", "loop": true, "in_place": false}]}' >travels.json
check 1 "*R01 error   clip 'Armature|walk', hips: declared to travel, but moves 0 cm only*" '' -- check "$S/walk.fbx" --config travels.json --ignore W20
echo '{"clips": [{"file": "walk.fbx", "loop": true, "in_place": true, "fps": 30, "duration": 1, "requires": ["foot.*"]}]}' >walks.json
check 0 '*' '' -- check "$S/walk.fbx" --config walks.json --ignore W20

# A clip that claims to last for hours is checked until the budget is used.
sed 's/"\(Local\|Reference\)Stop", "KTime", "Time", "",92372316000/"\1Stop", "KTime", "Time", "",461861580000000000/' "$A" >hours.fbx
check 1 '*W07 warning*not evaluated: *R04*' '' -- check hours.fbx

# Folders, several files, and files that cannot be read.
mkdir -p art/deep
cp weights.fbx art/deep/a.fbx
cp "$A" art/b.FBX
echo text >art/notes.txt
check 1 "art/b.FBX: 3 notes
*art/deep/a.fbx: 2 warnings, 3 notes
*2 files: 2 warnings, 6 notes" '' -- check art
head -c 3000 "$A" >art/cut.fbx
fields 1 check art/cut.fbx --json <<'END_FIELDS'
files/0/verdict=unreadable
files/0/findings/0/severity=error
END_FIELDS
fields 7 check none.fbx "$A" --json <<'END_FIELDS'
files/0/verdict=unreadable
files/0/findings/0/code=E01
files/1/verdict=ok
END_FIELDS
check 3 '' 'sinew: none.fbx: no such file*' -- check --learn none.fbx

# An image that several files miss is reported once; one of the same name in another folder is another image.
mkdir -p worn/there
printf 'mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl cloth\nf 1/1 2/2 3/3\n' >worn/a.obj
printf 'newmtl cloth\nmap_Kd cloth.png\n' >worn/m.mtl
cp worn/a.obj worn/b.obj
cp worn/a.obj worn/m.mtl worn/there
fields 1 check worn/a.obj worn/b.obj worn/there/a.obj --only T01 --json <<'END_FIELDS'
files/0/findings/0/node=cloth.png
files/0/findings/0/text=the texture is missing; 2 of the checked files name it
files/0/findings/0/count=2
files/1/verdict=ok
files/2/findings/0/text=the texture is missing
END_FIELDS
rm -r worn

# What good files teach does not need the broken ones: they are left out, by name.
check_file learned.json 7 '' 'sinew: art/cut.fbx: left out: *
sinew: 1 of 4 files failed' -- check --learn art good.fbx -o learned.json
grep -q '"file":"good.fbx"' learned.json || fail 'nothing is learned beside a broken file'
! grep -q cut.fbx learned.json || fail 'something is learned of a broken file'

# Clips of other files are checked on the character, and a command shows them; a file that is none ends the run.
check 0 "*clip 'walk|Armature|walk': closes like a loop*" '' -- check "$S/character.fbx" --anim "$S/walk.fbx" --only L04
check 0 '*sinew info *character.fbx --anim *walk.fbx
*' '' -- check "$S/character.fbx" --anim "$S/walk.fbx" --only L04 --verbose
check 1 '*E99 error   no joint has the same name*' '' -- check "$A" --anim "$S/walk.fbx"
check 3 '' 'sinew: none.fbx: no such file' -- check "$A" --anim none.fbx
check 2 '' 'sinew: --retarget needs --anim*' -- check "$A" --retarget

mkdir empty
check 3 '' 'sinew: empty: no model files in this directory' -- check empty
# An empty directory among others hides no findings.
check 1 '*W20*' 'sinew: *empty: warning: no model files in this directory*' -- check empty "$S" --only W20
rmdir empty

# SARIF and Markdown. Each rule has its paragraph of the documentation and an address.
"$SINEW" check "$A" --format sarif --fail-on error >rules.sarif
[ "$(grep -o '"helpUri":"[^"]*/12-check.md#[a-z][0-9][0-9]"' rules.sarif | wc -l)" = "$(grep -o '"shortDescription"' rules.sarif | wc -l)" ] || fail 'a rule has no address'
[ "$(grep -o '"help":{"text":"[^"]\{80,\}","markdown":"' rules.sarif | wc -l)" -gt 30 ] || fail 'rules have no help'
fields 1 check weights.fbx --format sarif --only W05 <<'END_FIELDS'
version=2.1.0
runs/0/tool/driver/name=sinew check
runs/0/results/0/ruleId=W05
runs/0/results/0/level=warning
runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri=weights.fbx
runs/0/results/0/locations/0/physicalLocation/region/startLine=1
runs/0/results/0/locations/0/logicalLocations/0/name=Sleeve
END_FIELDS
check 1 '## sinew check: 1 files, 0 with errors, 1 with warnings, 0 unreadable

### weights.fbx: warnings

| code | severity | where | finding | shown by |
|---|---|---|---|---|
| W05 | warning | Sleeve | the weights of 1 of its vertices do not sum to 1; those of vertex 0 sum to 0.5 | `sinew render *` |*' '' -- check weights.fbx --format markdown --only W05
sed 's/Geometry::Sleeve/Geometry::a|b`c\&lt;/' weights.fbx >markup.fbx
check 1 '*| a\\|b\\`c\\&lt; |*' '' -- check markup.fbx --format markdown --only W05

# JUnit, read by a parser of XML, and the annotations of GitHub. Findings below --fail-on fail nothing.
check 1 '<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="sinew check" tests="2" failures="1" errors="1">
  <testsuite name="weights.fbx" tests="1" failures="1" errors="0">
    <testcase name="W05: Sleeve" classname="weights.fbx" file="weights.fbx">
      <failure type="W05" message="the weights of 1 of its vertices do not sum to 1; those of vertex 0 sum to 0.5">the weights *
Shown by: sinew render weights.fbx --clip none --colors influences -o W05.png</failure>
    </testcase>
  </testsuite>
  <testsuite name="art/cut.fbx" tests="1" failures="0" errors="1">
    <testcase name="E06" classname="art/cut.fbx" file="art/cut.fbx">
      <error type="E06" message="the file ends early*</error>
    </testcase>
  </testsuite>
</testsuites>' '' -- check weights.fbx art/cut.fbx --format junit --only W05,E06
check 0 '*tests="1" failures="0" errors="0">
*<testcase name="no findings" classname="weights.fbx" file="weights.fbx"/>
*' '' -- check weights.fbx --format junit --only W01
check 0 '*failures="0"*<system-out>the weights of 1 *' '' -- check weights.fbx --format junit --only W05 --fail-on error
check 1 '::warning file=weights.fbx,title=W05%3A Sleeve::the weights of 1 *%0AShown by: sinew render *' '' -- check weights.fbx --format github --only W05
check 1 '::error file=art/cut.fbx,title=E06::the file ends early*' '' -- check art/cut.fbx --format github
name=$(printf 'a,b:%%c\n::error::d"<&>.fbx')
sed 's/Geometry::Sleeve/Geometry::::error::100% <\&amp;]]>/' weights.fbx >"$name"
run check "$name" --format github --only W05
case $(cat .stdout) in '::warning file=a%2Cb%3A%25c%0A%3A%3Aerror%3A%3Ad"<&>.fbx,title=W05%3A '*) ;; *) fail "$(cat .stdout)" ;; esac
[ "$(wc -l <.stdout)" = 1 ] || fail "a name begins a line: $(cat .stdout)"
if command -v python3 >/dev/null; then
    "$SINEW" check "$name" --format junit --only W05 | python3 -c '
import sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.stdin).getroot()[0]
print(suite.get("name") == "a,b:%c\n::error::d\"<&>.fbx", "|", suite[0].get("name").replace("W05: ", ""), "|", suite[0][0].text.split("\n")[0])' >parsed || fail 'JUnit is no XML'
    grep -q '^True | .*error::100% <' parsed && grep -qF '| the weights of 1 of' parsed || fail "JUnit: $(cat parsed)"
else
    skip_line 'JUnit is read by python3'
fi
rm "$name"

# A command must be one that a shell can run, whatever the file is called. It is written between more back-quotes than it holds; a bar is escaped only in
# a table. Characters that cannot be shown are octal numbers in $'…'. Names are neither mentions nor links: they are code, because a backslash stops
# neither; a renderer of GitHub's Markdown says so.
markdown_of() { # FILE: the results of weights.fbx under this name
    cp weights.fbx "$1"
    check 1 '## sinew check: *' '' -- check "$1" --format markdown --only W05
    rm "$1"
}
markdown_of 'a`;touch x;`.fbx'
case $(cat .stdout) in
*"
### a\\\`;touch x;\\\`.fbx: warnings
"*" | \`\`sinew render 'a\`;touch x;\`.fbx' --"*"\`\` |") ;;
*) fail "$(cat .stdout)" ;;
esac
markdown_of 'two``|`.fbx'
case $(cat .stdout) in *" | \`\`\`sinew render 'two\`\`\\|\`.fbx' --"*) ;; *) fail "$(cat .stdout)" ;; esac
markdown_of "$(printf "it's\n.fbx")"
case $(cat .stdout) in *" | \`sinew render \$'it\\047s\\012.fbx' --"*) ;; *) fail "$(cat .stdout)" ;; esac
sed 's/Geometry::Sleeve/Geometry::@team a@b.org HTTP:\/\/c.org www.d.org #12 `@e` <i>|/' weights.fbx >links.fbx
check 1 '*| `@team` `a@b.org` `HTTP://c.org` `www.d.org` `#12` `` `@e` `` \\<i\\>\\| |*' '' -- check links.fbx --format markdown --only W05
if command -v cmark-gfm >/dev/null; then
    shown() { cmark-gfm -e table -e autolink -e strikethrough -e tagfilter <.stdout >.html; }
    code() { sed -n 's|^<td><code>sinew \(.*\)</code></td>$|\1|p' .html | sed 's/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&amp;/\&/g'; }
    shown
    sed 's|<code>[^<]*</code>||g' .html | grep -q '<a \|@\|<i>' && fail "a mention, a link or markup: $(cat .html)"
    for name in 'a`;touch x;`.fbx' '`` ` ```|\|$(touch x)"'"'"'|.fbx' '`' ' a  b\' '@a#1 www.b.org &amp;.fbx'; do
        markdown_of "$name"
        shown
        eval "set -- $(code)"
        [ "$1 $2" = "render $name" ] || fail "copied: $1 $2, expected $name; $(cat .html)"
        grep -q '<a ' .html && fail "a link: $(cat .html)"
    done
    [ ! -e x ] || fail 'a name was run'
    rm .html
else
    skip_line 'commands are copied from Markdown by cmark-gfm'
fi

# In text for a log viewer, a name is one line and no link; the name as data is as it is.
line=$(printf 'a\nb')
cp weights.fbx "[$line](http:x).fbx"
run check "[$line](http:x).fbx" --format sarif --only W05
case $(cat .stdout) in *'"Sleeve: '*"Shown by: sinew render \$'[a\\\\012b\\\\](http:x).fbx' "*) ;; *) fail "$(cat .stdout)" ;; esac
check 1 "*sinew render \\$'\[a\\\\012b](http:x).fbx' *" '' -- check "[$line](http:x).fbx" --only W05
rm "[$line](http:x).fbx"

# A file for the results, and pictures.
check_file results.json 1 '' '' -- check weights.fbx --json -o results.json
"$SINEW" check weights.fbx --only W05 --pictures pictures >/dev/null
[ -s pictures/weights.fbx-1-W05-1.png ] || fail 'no picture is drawn'
# Braces in names are not placeholders, a long name is cut, and a file that cannot be drawn does not stop the others.
long=$(printf '%0250d' 0)
for name in 'a{clip}{' '{x}}' "$long" last; do cp weights.fbx "$name.fbx"; done
run check 'a{clip}{.fbx' '{x}}.fbx' "$long.fbx" last.fbx --only W05 --pictures 'shown{frame:x}/{{a}'
[ "$exit_code" = 1 ] && [ ! -s .stderr ] || fail "exit $exit_code: $(cat .stderr)"
[ "$(ls 'shown{frame:x}/{{a}' | cut -c 1-9,201- | LC_ALL=C sort)" = '000000000-3-W05-1.png
a{clip}{.
last.fbx-
{x}}.fbx-' ] || fail "$(ls 'shown{frame:x}/{{a}')"
mkdir -p "stopped/last.fbx-1-W05-1.png"
run check last.fbx '{x}}.fbx' --only W05 --pictures stopped
[ "$exit_code" = 6 ] && [ -s 'stopped/{x}}.fbx-2-W05-1.png' ] || fail "exit $exit_code: $(ls stopped)"
rm -r -- "$long.fbx" '{x}}.fbx' 'a{clip}{.fbx' last.fbx stopped
check 6 '' 'sinew: /dev/full: *' -- check weights.fbx -o /dev/full
check 6 '' 'sinew: results.json: cannot create this directory' -- check weights.fbx --pictures results.json
check 2 '' 'sinew: *' -- check weights.fbx -o weights.fbx

# Invalid contracts and codes.
echo '{"levels": {"W77": "off"}}' >bad.json
check 3 '' "sinew: bad.json: line 1: unknown code 'W77'" -- check "$A" --config bad.json
echo 'no json' >bad.json
check 3 '' 'sinew: bad.json: line 1: expected a value' -- check "$A" --config bad.json
check 3 '' 'sinew: nowhere.json: no such file*' -- check "$A" --config nowhere.json
check 2 '' "sinew: --only: unknown code 'W99'*" -- check "$A" --only W99
check 2 '' "sinew: --ignore: unknown code ''*" -- check "$A" --ignore W05,
check 2 '' "sinew: --fail-on: 'never' is not a valid choice*" -- check "$A" --fail-on never
check 2 '' 'sinew: check needs a FILE*' -- check

# A file that the command line names and that does not exist: a finding, and exit code 3, or 7 among others.
run check nowhere.fbx
[ "$exit_code" = 3 ] && grep -q 'E01 error *no such file' .stdout || fail "check of a missing file ends with $exit_code"
run check nowhere.fbx "$DATA/arm.fbx"
[ "$exit_code" = 7 ] && grep -q 'E01 error *no such file' .stdout || fail "check of a missing file among others ends with $exit_code"

# Reports that other people read contain no absolute path: they are seen from the report, and --base goes before them.
mkdir -p reports models/deep
cp "$A" models/deep/arm.fbx
here=$(pwd -P)
for format in sarif markdown junit github html; do
    run check "$here/models" --ignore W02 --format $format -o reports/all.$format --fail-on error
    [ "$exit_code" = 8 ] && continue # html, in a build without pages
    check_run 0 '' '*'
    grep -q '\.\./models/deep/arm\.fbx' reports/all.$format || fail "$format: no path from the report to the model"
    ! grep -q "$here/models" reports/all.$format || fail "$format: an absolute path"
done
check 0 '*"uri":"https://ci.example/tree/models/deep/arm.fbx"*' '*' -- check models --format sarif --base https://ci.example/tree --fail-on error
check 0 '*https://ci.example/tree/models/deep/arm.fbx*sinew * models/deep/arm.fbx *' '*' -- check models --format markdown --base https://ci.example/tree/ --fail-on error
check 2 '' 'sinew: --base needs a report*' -- check models --base x
finish
