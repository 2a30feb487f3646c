#!/bin/sh
# options.sh SINEW: prints docs/options.md, the table of all options, from the manual pages of all commands. The test docs.options compares it
# with the page; `sh tests/docs/options.sh build/sinew >docs/options.md` writes it.
LC_ALL=C
export LC_ALL
sinew=$1
cat <<'END'
# All options

This page lists each option, its meaning, and its commands. `sinew help COMMAND` prints the options of one command. [Options by
concept](reference.md#options-by-concept) groups the common ones. `[no-]` means that `--no-NAME` switches the option off.

| option | meaning | commands |
|---|---|---|
END
commands=$("$sinew" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
for command in $commands; do
    "$sinew" help --man "$command" | sed 's/\\-/-/g; s/\\(aq/'\''/g; s/\\(ga/`/g; s/\\(ti/~/g; s/\\(ha/^/g; s/\\e/\\/g; s/^\\&//' |
        awk -v command="$command" '
            is_option { print option "\t" $0 "\t" command; is_option = 0 }
            /^(\\fB-[a-zA-Z]\\fR, )?\\fB--/ { option = $0; gsub(/\\f[BRI]/, "", option); is_option = 1 }'
done | sort -s -t "$(printf '\t')" -k 1,2 | awk -F '\t' -v all="$(echo "$commands" | wc -w)" '
    function put() {
        if (!row) return
        name = row; short = ""
        if (name ~ /^-[a-zA-Z], /) { short = "`" substr(name, 1, 2) "`, "; name = substr(name, 5) }
        gsub(/\|/, "\\|", meaning)
        sub(/^--\[no-\]/, "[no-]", name); sub(/^--/, "", name)
        key = name; sub(/^\[no-\]/, "", key); sub(/ .*/, "", key)
        printf "%s\t| %s`--%s` | %s | %s |\n", key, short, name, meaning, (count == all ? "all" : list)
    }
    $1 != row || $2 != meaning_raw { put(); row = $1; meaning = meaning_raw = $2; list = $3; count = 1; next }
    { list = list ", " $3; ++count }
    END { put() }' | sort -s -t "$(printf '\t')" -k 1,1 | cut -f2-
