# The program's expected behaviour, one line per case. Sourced by the other scripts, which run in an empty folder each.
#
#   check EXIT STDOUT STDERR -- WORD…     runs sinew WORD… . STDOUT and STDERR are shell patterns for the whole of each stream: '' is nothing,
#                                         '*' anything. Whatever the case, no control character may reach a stream, a failure (1 is an answer, not one) may print no
#                                         data, and no file may appear.
#   check_file FILE EXIT STDOUT STDERR -- WORD…   the same, but FILE must be written
#   json_is VALUE PATH WORD…              runs sinew WORD… and compares one field of the JSON it prints; PATH is like clips/0/name
#   json_error_is VALUE PATH WORD…        the same for the error object on stderr of a failure
#
# Environment: SINEW the program, DATA the folder of test files, SCRIPTS this folder, CMAKE the cmake program (it reads JSON).

LC_ALL=C
export LC_ALL
failures=0

fail() {
    echo "FAILED: sinew $case_words"
    echo "    $1"
    failures=$((failures + 1))
}

run() {
    case_words=$*
    "$SINEW" "$@" >.stdout 2>.stderr
    exit_code=$?
}

controls="[[:cntrl:]]\|$(printf '\302')[$(printf '\200')-$(printf '\237')]"

# The scripts check some thousand runs: what can be done without starting a program is.
check_stream() { # name, file, pattern
    text=
    [ ! -s "$2" ] || text=$(cat "$2")
    case $text in
    $3) ;;
    *) fail "$1 is: $text" ;;
    esac
    if [ -s "$2" ] && grep -q "$controls" "$2"; then fail "control characters on $1"; fi
}

# Puts the names of the files here into `listed`, without FILE.
list_files() { # FILE
    listed=
    for listed_name in * .[!.]*; do
        if [ "$listed_name" = "${1-}" ] || ! { [ -e "$listed_name" ] || [ -h "$listed_name" ]; }; then continue; fi
        listed="$listed$listed_name
"
    done
}

check_run() { # exit, stdout, stderr
    [ "$exit_code" = "$1" ] || fail "exit $exit_code, expected $1; stderr: $(cat .stderr)"
    check_stream stdout .stdout "$2"
    check_stream stderr .stderr "$3"
    if [ "$exit_code" -gt 1 ] && [ "$exit_code" != 7 ] && [ -s .stdout ]; then fail "data on stdout although it failed"; fi
}

check() {
    expected_exit=$1 expected_stdout=$2 expected_stderr=$3
    shift 4
    list_files
    before=$listed
    run "$@"
    check_run "$expected_exit" "$expected_stdout" "$expected_stderr"
    list_files
    [ "$before" = "$listed" ] || fail "files appeared or vanished: $listed"
}

check_file() {
    file=$1 expected_exit=$2 expected_stdout=$3 expected_stderr=$4
    shift 5
    rm -f "$file"
    list_files
    before=$listed
    run "$@"
    check_run "$expected_exit" "$expected_stdout" "$expected_stderr"
    [ -f "$file" ] || fail "$file was not written"
    list_files "$file"
    [ "$before" = "$listed" ] || fail "more than $file appeared: $listed"
}

# Reads lines PATH=VALUE and compares the fields of a JSON file with them.
check_fields() { # file
    if grep -q '[:,[]-\{0,1\}\(nan\|inf\)' "$1"; then fail "a number that is not finite"; fi
    : >.paths
    : >.wanted
    while IFS= read -r field_line; do
        printf '%s\n' "${field_line%%=*}" >>.paths
        printf '%s\n' "${field_line#*=}" >>.wanted
    done
    "$CMAKE" -DFILE="$1" -DPATHS=.paths -P "$SCRIPTS/json_fields.cmake" 2>.values
    while IFS= read -r field_path && IFS= read -r field_wanted <&3; do
        field_value='no value'
        IFS= read -r field_value <&4
        case $field_value in
        "$field_wanted") ;;
        -[0-9]* | [0-9]*) field_value=$(echo "$field_value" | awk '$0 + 0 == $0 { $0 = sprintf("%.9g", $0 + 0) } { print }') ;; # 1.0 is 1
        esac
        [ "$field_value" = "$field_wanted" ] || fail "$field_path is $field_value, expected $field_wanted"
    done <.paths 3<.wanted 4<.values
    rm -f .paths .wanted .values
}

json_field() { # file, value, path
    check_fields "$1" <<END
$3=$2
END
}

json_is() {
    expected=$1 path=$2
    shift 2
    run "$@"
    [ "$exit_code" = 0 ] || fail "exit $exit_code: $(cat .stderr)"
    check_stream stdout .stdout '*'
    json_field .stdout "$expected" "$path"
}

json_error_is() {
    expected=$1 path=$2
    shift 2
    run "$@"
    [ "$exit_code" != 0 ] || fail "exit 0"
    check_stream stderr .stderr '*'
    json_field .stderr "$expected" "$path"
}

# json_fields WORD… reads lines PATH=VALUE and checks each against one run.
json_fields() {
    run "$@"
    [ "$exit_code" = 0 ] || fail "exit $exit_code: $(cat .stderr)"
    check_fields .stdout
}

# fields EXIT WORD… reads lines PATH=VALUE and checks each against one run, whose exit code is EXIT.
fields() {
    expected=$1
    shift
    run "$@"
    check_run "$expected" '*' '*'
    check_fields .stdout
}

# eventually COMMAND…: repeats it until it succeeds; fails after a minute and a half, which a busy machine needs now and then.
eventually() {
    tries=0
    until "$@"; do
        tries=$((tries + 1))
        [ $tries -lt 450 ] || return 1
        sleep 0.2
    done
}

has_ended() { # ps is not installed everywhere
    case $(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null) in '' | Z*) ;; *) return 1 ;; esac
}

# until_over PROCESS NAME: until it has ended.
until_over() {
    eventually has_ended "$1" || fail "the $2 goes on"
}

skip_line() {
    echo "skipped: $1"
}

finish() {
    [ "$failures" = 0 ] || {
        echo "$failures failed"
        exit 1
    }
}

touch .stdout .stderr
