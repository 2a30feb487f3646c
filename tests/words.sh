# Words that were replaced by the terms of the field must not come back, neither in code nor in prose.
#
#   words.sh PATH…          fails when a file at or below PATH contains one of the words, and prints file, line and word
#   words.sh --self-test    plants each word in a file of the current, empty folder and expects that it is found
#
# A word is delimited by anything but a letter, so that `holds_carries` is found and `returned` is not. Case is ignored.
set -eu

# One extended regular expression per line, and an example that it must find.
words='carr(y|ies|ied|ying)                            carries
doors?                                          door
cage[sd]?                                       caged
figure[sd]?                                     figure
turned                                          turned
stumbling[[:blank:]_-]blocks?                   stumbling-blocks
stretch(es)?[[:blank:]_-]of[[:blank:]_-]time    stretch-of-time
walk_one                                        walk_one
is[[:blank:]_-]no[[:blank:]_-]kind              is-no-kind
is[[:blank:]_-]no[[:blank:]_-]value             is-no-value
is[[:blank:]_-]no[[:blank:]_-]folder            is-no-folder
for[[:blank:]_-]who                             for-who
is[[:blank:]_-]none                             is-none
as[[:blank:]_-]above                            as-above
sayable                                         sayable
un-?hang(s|ed)?                                 unhang
rescue[sd]?                                     rescued
baker(y|ies)                                    bakery
levers?                                         levers
walk(_local)?_lanes                             walk_lanes
(joint|lane)[[:blank:]_-]slots?|all_slots       joint_slots
(compact|joint|lane|scale)_maps?                joint_maps
(in_|mark_|count_|compact_|add_)rig             in_rig
rig_[a-z]+                                      rig_group'

pattern() {
    printf '%s\n' "$words" | while read -r expression example; do printf '%s|' "$expression"; done | sed 's/|$//'
}

# A comment that begins so sends the reader elsewhere instead of saying what it describes; a field called `of` does not name
# its content.
expressions='//+!?<?[[:blank:]]*The same|//+!?<[[:blank:]]*the same|[a-z_0-9](->|[.])of([^[:alnum:]_]|$)'

# Prints FILE:LINE:TEXT for each find.
find_words() {
    { grep -rnHIiE "(^|[^[:alpha:]])($(pattern))([^[:alpha:]]|\$)" -- "$@" || [ $? = 1 ] || exit
        grep -rnHIE "$expressions" -- "$@"; } | sort -u | grep .
}

self_test() {
    printf '%s\n' "$words" | while read -r expression example; do
        printf 'first line\n/// The %s, in a comment.\n' "$(printf %s "$example" | tr - ' ')" >planted.c
        [ "$(find_words planted.c | cut -d: -f1,2)" = planted.c:2 ] || { echo "'$example' is not found in prose"; exit 1; }
        printf 'int sinew_%s_count;\n' "$(printf %s "$example" | tr 'a-z-' 'A-Z_')" >planted.c
        find_words planted.c >/dev/null || { echo "'$example' is not found in a name"; exit 1; }
    done
    for line in '/// The same for two joints.' 'int joints; ///< the same' 'first = order->of[1];'; do
        printf 'first line\n%s\n' "$line" >planted.c
        find_words planted.c >/dev/null || { echo "'$line' is not found"; exit 1; }
    done
    printf 'It returned the outdoor configuration to a scarry disfigured cargo.\n' >harmless.c
    if find_words harmless.c; then echo 'a harmless word is found'; exit 1; fi
}

if [ "$1" = --self-test ]; then
    self_test
elif find_words "$@"; then
    echo "The words above have better ones: see docs/glossary.md and CONTRIBUTING.md."
    exit 1
fi
