# .github/actions/check: its step, run as GitHub runs it, with an installed sinew; and the inputs that it declares.
. "$SCRIPTS/check.sh"
A=$DATA/arm.fbx
ACTION=$DATA/../../.github/actions/check
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER

mkdir bin && printf '#!/bin/sh\nexec "%s" "$@"\n' "$SINEW" >bin/sinew && chmod +x bin/sinew
PATH=$PWD/bin:$PATH
GITHUB_STEP_SUMMARY=$PWD/summary.md
export PATH GITHUB_STEP_SUMMARY

step() { # EXIT VARIABLE=VALUE…
    case_words="of the step with $*"
    expected=$1
    shift
    rm -f summary.md
    env "$@" sh -e "$ACTION/check.sh" >out 2>err
    code=$?
    [ $code = "$expected" ] || fail "exit $code, expected $expected: $(cat err)"
}

# Weights that sum to 0.5, in a file whose name has a blank; another that begins with a dash; and a good one.
mkdir 'my art'
sed 's/a: 1,1,1,1$/a: 0.5,1,1,1/' "$A" >'my art/weights, 1.fbx'
cp "$A" ./-arm.fbx

step 1 CHECK_PATHS='my art'
grep -qx '::warning file=my art/weights%2C 1.fbx,title=W05%3A Sleeve::the weights of 1 of its vertices do not sum to 1.*%0AShown by: sinew render .my art/weights, 1.fbx. .*' out || fail "no annotation: $(cat out)"
grep -q '^## sinew check: 1 files, 0 with errors, 1 with warnings' summary.md || fail 'no summary'

step 0 CHECK_PATHS='my art' CHECK_FAIL_ON=error
step 0 CHECK_PATHS='my art' CHECK_IGNORE=W05
step 0 CHECK_PATHS='-arm.fbx'
step 1 CHECK_PATHS='-arm.fbx
my art'
[ "$(grep -c '^::warning' out)" = 1 ] || fail "annotations: $(cat out)"

# Reports, and a contract.
echo '{"clips": [{"clip": "bend", "loop": true}]}' >contract.json
step 1 CHECK_PATHS="$A" CHECK_CONFIG=contract.json CHECK_JUNIT=report.xml CHECK_SARIF=report.sarif
grep -q '<failure type="L01"' report.xml || fail 'no JUnit report'
grep -q '"ruleId":"L01"' report.sarif || fail 'no SARIF report'
step 1 CHECK_PATHS="$A" CHECK_CONFIG=contract.json CHECK_JUNIT=report.xml
[ "$(grep -c '<testsuites' report.xml)" = 1 ] || fail 'a second report is appended to the first'

# A mistake is a failed step, without reports.
rm -f report.xml
step 2 CHECK_PATHS="$A" CHECK_FAIL_ON=never CHECK_JUNIT=report.xml
[ ! -f report.xml ] || fail 'a report of a mistake'
PATH=/usr/bin:/bin
if ! command -v sinew >/dev/null; then
    step 127
    grep -q '^::error title=sinew check::sinew is not installed' out || fail "without sinew: $(cat out)"
fi

# The step reads what action.yml passes to it.
for variable in $(sed -n 's/^ *\(CHECK_[A-Z_]*\): .*/\1/p' "$ACTION/action.yml"); do
    grep -q "$variable" "$ACTION/check.sh" || fail "the step ignores $variable"
done
[ "$(grep -c '^    description: ' "$ACTION/action.yml")" = "$(grep -c 'CHECK_[A-Z_]*: ' "$ACTION/action.yml")" ] || fail 'an input is not passed on'
finish
