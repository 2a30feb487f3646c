# What options, keys and formats take is documented: every word of their tables, as manual pages and help print them, is on the page about
# it, and the parser takes it. Needs in the environment: SINEW, SOURCE.
failures=0
fail() { echo "$*"; failures=1; }

# words COMMAND OPTION: what the option takes, by the manual page.
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
documents 03-keyframes.md curves format
documents 04-images.md render view
documents 04-images.md render skin
documents 04-images.md render colors
documents 04-images.md render format
documents 04-images.md render output
documents 05-export.md export format
documents 12-check.md check format
documents 01-play.md play term
documents glossary.md pose engine

# The states of a key: each is in the row of the page.
for key in c k L 1; do
    states=$("$SINEW" help keys | sed '1,/^Keys of the player/d' | sed -n "s/^  $key .*: //p" | tr ' ' '_' | sed 's/,_/ /g')
    [ "$(echo "$states" | wc -w)" -gt 2 ] || fail "the key $key lists only '$states'"
    for state in $states; do
        grep "^| \`$key\`" "$SOURCE/docs/01-play.md" | grep -qF "$(echo "$state" | tr '_' ' ')" || fail "01-play.md: $key lacks '$state'"
    done
done
exit $failures
