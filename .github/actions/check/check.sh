#!/bin/sh
# The step of action.yml: annotations on standard output, a summary, reports. Its exit code is that of sinew check.
set -u

if ! command -v sinew >/dev/null; then
    echo '::error title=sinew check::sinew is not installed; see docs/07-install.md'
    exit 127
fi

# One word per line of CHECK_PATHS; "--" keeps names that begin with a dash.
set --
while IFS= read -r path; do
    [ -z "$path" ] || set -- "$@" "$path"
done <<END
${CHECK_PATHS:-.}
END
set -- -- "$@"
[ -z "${CHECK_IGNORE-}" ] || set -- --ignore "$CHECK_IGNORE" "$@"
[ -z "${CHECK_CONFIG-}" ] || set -- --config "$CHECK_CONFIG" "$@"
set -- --fail-on "${CHECK_FAIL_ON:-warning}" "$@"

sinew check --format github "$@" && code=0 || code=$?

# The same findings in further formats, from the cache; the first run has said what is wrong.
report() { # FORMAT FILE WORD…
    format=$1 file=$2
    shift 2
    [ -z "$file" ] || sinew check --quiet --format "$format" "$@" >>"$file" 2>/dev/null || [ $? = 1 ]
}
if [ $code -le 1 ]; then
    report markdown "${GITHUB_STEP_SUMMARY-}" "$@"
    for reports in "junit ${CHECK_JUNIT-}" "sarif ${CHECK_SARIF-}"; do
        file=${reports#* }
        [ -z "$file" ] || : >"$file"
        report "${reports%% *}" "$file" "$@"
    done
fi
exit $code
