# Completion in the shells themselves, in a terminal (tmux): names with blanks and colons, of joints without their prefix, the actions of
# the library. The tests compare the shell's line after Tab.
. "$SCRIPTS/check.sh"
command -v tmux >/dev/null || {
    skip_line 'tmux is not installed'
    finish
    exit
}
sed 's/AnimStack::bend/AnimStack::bend it: twice/; s/Model::Elbow/Model::rig:Elbow/; s/Model::Hand/Model::rig:Left Hand/' "$DATA/arm.fbx" >'my arm.fbx'
# Names that would be commands, were they not quoted, from the history or patterns.
cat >hostile.names <<'X'
1 $(touch ran)\
2 `touch ran`
3";touch ran;"';touch ran;'x
4!!;touch ran|&<>*?[a]{a,b}~ #
X
nodes= animations=
while IFS= read -r name; do
    cp "$DATA/arm.fbx" "$name.fbx"
    json=$(printf '%s' "$name" | sed 's/[\\"]/\\&/g')
    nodes="$nodes,{\"name\":\"$json\"}"
    animations="$animations,{\"name\":\"$json\",\"samplers\":[{\"input\":0,\"output\":1}],\"channels\":[{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"translation\"}}]}"
done <hostile.names
cat >hostile.gltf <<X
{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"root","children":[1,2,3,4]}$nodes],
"buffers":[{"byteLength":32,"uri":"data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAAACAPwAAAAA="}],
"bufferViews":[{"buffer":0,"byteLength":32}],"accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},
{"bufferView":0,"byteOffset":8,"componentType":5126,"count":2,"type":"VEC3"}],"animations":[${animations#,}]}
X
# Behind a $, a bracket or a back-quote that the user typed, the rest of a name would have a meaning: nothing is offered.
sed 's/1 \$(touch/$(touch/; s/2 `touch/$[a[`touch/; s/3\\";touch/`touch/' hostile.gltf >dollar.gltf
for typed in '$' '$(' '$(t' '$[' '$[a' '${' '`t' 'x`'; do
    for quote in '' \"; do
        offered=$("$SINEW" complete bash "sinew keys dollar.gltf --clip $quote$typed" "$typed") || fail "complete ends with $?"
        [ -z "$offered" ] || fail "behind $quote$typed: $offered"
    done
done
[ "$("$SINEW" complete bash "sinew keys dollar.gltf --clip '\$[" '$[')" = "names
\$[a[\`touch ran\`" ] || fail "between single quotes: $("$SINEW" complete bash "sinew keys dollar.gltf --clip '\$[" '$[')"
# The shells run this one, which keeps the last word that it is given.
mkdir bin && cat >bin/sinew <<X
#!/bin/sh
[ "\$1" != complete ] || exec "$SINEW" "\$@"
for word; do :; done
printf '%s\n' "\$word" >given.new && mv given.new given
X
chmod +x bin/sinew
PATH=$PWD/bin:$PATH HOME=$PWD
export PATH HOME
for shell in bash zsh fish; do "$SINEW" completion $shell >script.$shell; done
echo 'PS1="ready> "; bind "set completion-query-items 0"; bind "set bell-style none"; . ./script.bash' >start.bash
echo 'PS1="ready> "; autoload -U compinit; compinit -u -D; . ./script.zsh; unsetopt beep' >.zshrc
mkdir -p .config/fish
echo 'function fish_prompt; printf "ready> "; end; set -U fish_greeting; set -g fish_autosuggestion_enabled 0; source ./script.fish' >.config/fish/config.fish

pane() { tmux -S "$PWD/socket.$shell" -f /dev/null "$@"; }
# Compared without blanks and line ends: a long line wraps. The shell's list below the line does not matter.
line() { pane capture-pane -p | tr -d '\n ' | sed 's/.*ready>//'; }
prompts() { pane capture-pane -p | grep -q 'ready>' && [ -z "$(line)" ]; }
shows() { case $(line) in "$1"*) return 0 ;; *) return 1 ;; esac }

# completes TYPED LINE: TYPED becomes LINE after Tab, compared without blanks.
completes() {
    case_words="in $shell: $1"
    pane send-keys -l "$1"
    eventually shows "$(echo "$1" | tr -d ' ')" || fail "typed, but the line is: $(line)"
    pane send-keys Tab
    eventually shows "$(echo "$2" | tr -d ' ')" || fail "the line is: $(line)"
    # The next case gets a new shell: a shell may do anything with keys that it reads while it still lists.
    pane respawn-pane -k
    eventually prompts || fail "$shell does not start again"
}

# gives TYPED WORD: after Tab, the end of the quote and Return, the program gets WORD, and nothing else was run.
gives() {
    case_words="in $shell: $1, expecting $2"
    rm -f given
    pane send-keys -l "$1"
    eventually shows "$(printf '%s' "$1" | tr -d ' ')" || fail "typed, but the line is: $(line)"
    pane send-keys Tab
    eventually grows "$1" || fail "the line is: $(line)"
    pane send-keys Enter
    eventually test -f given || fail "not run: $(line)"
    [ "$(cat given)" = "$2" ] || fail "the program gets: $(cat given)"
    [ ! -e ran ] || fail 'a name was run'
    rm -f ran
    pane send-keys C-l
    eventually prompts || fail "$shell does not prompt again"
}
grows() { [ "$(line)" != "$(printf '%s' "$1" | tr -d ' ')" ]; }

for shell in bash zsh fish; do
    command -v $shell >/dev/null || {
        skip_line "$shell is not installed"
        continue
    }
    case $shell in
    bash) set -- bash --noprofile --rcfile start.bash ;;
    *) set -- $shell ;;
    esac
    pane new-session -d -x 160 -y 24 "$@" || fail 'tmux does not start'
    eventually prompts || fail "$shell does not start"
    completes 'sinew tr' 'sinew tree'
    completes 'sinew library upd' 'sinew library update'
    completes "sinew library find . 'loop and spe" "sinew library find . 'loop and speed"
    completes 'sinew keys my' 'sinew keys my\ arm.fbx'
    completes 'sinew keys my\ arm.fbx --clip ben' 'sinew keys my\ arm.fbx --clip bend\ it'
    completes 'sinew keys my\ arm.fbx --joints rig:El' 'sinew keys my\ arm.fbx --joints rig:Elbow'
    completes 'sinew keys my\ arm.fbx --joints rig:Le' 'sinew keys my\ arm.fbx --joints rig:Left\ Hand'
    completes 'sinew keys my\ arm.fbx --joints Shoulder,rig:El' 'sinew keys my\ arm.fbx --joints Shoulder,rig:Elbow'
    completes 'sinew keys my\ arm.fbx --joints Elb' 'sinew keys my\ arm.fbx --joints Elbow'
    completes 'sinew render my\ arm.fbx --colors wei' 'sinew render my\ arm.fbx --colors weights'
    case $shell in
    bash)
        completes "sinew keys 'my arm.fbx' --clip 'bend it: t" "sinew keys 'my arm.fbx' --clip 'bend it: twice'"
        completes 'sinew keys my\ arm.fbx --joints=rig:El' 'sinew keys my\ arm.fbx --joints=rig:Elbow'
        completes 'sinew keys my\ arm.fbx --clip bend\ it:\ t' 'sinew keys my\ arm.fbx --clip bend\ it:\ twice'
        ;;
    esac
    while IFS= read -r name; do
        digit=${name%"${name#?}"}
        case $shell$digit in zsh[24] | fish[24]) continue ;; esac # they quote inserted names
        for quote in '' \' \"; do
            gives "sinew keys hostile.gltf --clip $quote$digit" "$name"
        done
        [ "$digit" != 1 ] || gives "sinew pose hostile.gltf --joints root,$digit" "root,$name"
        [ "$digit" != 3 ] || gives "sinew info \"$digit" "$name.fbx"
    done <hostile.names
    pane kill-server
done
finish
