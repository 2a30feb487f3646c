# A collection of a thousand files whose facts, copies and faults are known: the library must find exactly these.
# Needs in the environment: MAKE_COLLECTION the program, SUPPORT its folder.
. "$SCRIPTS/check.sh"
mkdir clips
"$MAKE_COLLECTION" clips 1000 >truth.csv || fail 'make_collection failed'
run library update clips
check_run 0 '1000 files: 950 measured, 0 unchanged, 50 failed, 0 vanished' ''

# Copies: renamed, scaled, mirrored, all of these, as glTF and as BVH. Not copies: one leg moves differently, slower.
run library find clips --copies --format csv
cp .stdout .copies
score=$(awk -f "$SUPPORT/score_copies.awk" truth.csv .stdout)
echo "copies: made, found, right, precision, recall: $score"
echo "$score" | awk '$1 != 350 || $4 < 0.99 || $5 < 0.99 { exit 1 }' || fail "$score"

# count EXPRESSION: how many clips meet it. made CONDITION: how many files were made that do, but for those cut short.
count() { "$SINEW" library find clips "$1" --format csv | tail -n +2 | wc -l; }
made() { awk -F, "\$3 != \"cut\" && ($1)" truth.csv | wc -l; }
compare() {
    case_words="library find clips $1"
    found=$(count "$1") expected=$(made "$2")
    [ "$found" = "$expected" ] && [ "$found" -gt 0 ] || fail "$found clips, expected $expected"
}
compare 'speed 0.99..1.01' '$4 == 1'
compare 'speed<0.01' '$4 == 0'
compare 'loop_error<0.0025 and loop_angle<1' '$6 == 1'
# Keys are random and linear: of a few clips the corner at the seam is more than twice as hard as any other.
loops=$(count 'loop')
[ "$loops" = "$(count 'check=L04')" ] && [ "$loops" -ge "$(($(made '$6 == 1') * 95 / 100))" ] || fail "$loops loops"
[ "$(count 'loop and not (loop_error<0.0025 and loop_angle<1)')" = 0 ] || fail 'a loop that does not close'
compare 'range(LeftForeArm) 39.9..40.1 or range(bone_6) 39.9..40.1' '$5 == 40'
compare 'check=W12' '$3 == "twins"'
compare 'joints=17 and not state=failed' '$3 != "bvh"' # BVH adds the ends of its chains
[ "$(count 'check=E*')" = 50 ] || fail 'not every cut file has a finding'

# Mirrored copies are marked: a copy is in one group with its original.
awk -F, 'NR == FNR { mirrored[$1] = $3 == "mirrored" || $3 == "all"; next }
    FNR > 1 { if ($12 != group) first = mirrored[$1]; group = $12; if ((mirrored[$1] != first) != $28 || $29 != 0) ++wrong; marked += $28 }
    END { print wrong + 0; exit !(wrong == 0 && marked >= 50) }' truth.csv .copies >.wrong || fail "$(cat .wrong) copies are marked wrongly"

# Any of them is the nearest to itself, whatever was done to it; and its pose is found.
for pair in 'clip11.sinew clip0.sinew' 'clip12.sinew clip1.sinew' 'clip13.sinew clip2.sinew' 'clip18.sinew clip6.sinew'; do
    run library find clips --like "clips/000/${pair% *}" --limit 3 --format csv
    grep -q "^000/${pair#* }," .stdout || fail "$(cat .stdout)"
    run library find clips --like "clips/000/${pair% *}@50%" --limit 3 --format csv
    grep -q "^000/${pair#* }," .stdout || fail "pose: $(cat .stdout)"
done

# A second update reads nothing.
run library update clips
check_run 0 '1000 files: 0 measured, 1000 unchanged, 0 failed, 0 vanished' ''
finish
