# Completion in the shells themselves, in a terminal (tmux): names with blanks and colons, of joints without their prefix, the actions of
# the library. What the shell puts on its line after Tab is compared.
. "$SCRIPTS/check.sh"
command -v tmux >/dev/null || {
    skip_line 'tmux is not installed'
    finish
    exit
}
sed 's/AnimStack::bend/AnimStack::bend it: twice/; s/Model::Elbow/Model::rig:Elbow/; s/Model::Hand/Model::rig:Left Hand/' "$DATA/arm.fbx" >'my arm.fbx'
# The scripts stop a slow listing, which here would be a busy machine.
mkdir bin && printf '#!/bin/sh\nexec "%s" "$@"\n' "$SINEW" >bin/sinew && printf '#!/bin/sh\nshift\nexec "$@"\n' >bin/timeout
chmod +x bin/sinew bin/timeout
PATH=$PWD/bin:$PATH HOME=$PWD
export PATH HOME
for shell in bash zsh fish; do "$SINEW" completion $shell >script.$shell; done
echo 'PS1="ready> "; bind "set completion-query-items 0"; bind "set bell-style none"; . ./script.bash' >start.bash
echo 'PS1="ready> "; autoload -U compinit; compinit -u -D; . ./script.zsh; unsetopt beep' >.zshrc
mkdir -p .config/fish
echo 'function fish_prompt; printf "ready> "; end; set -U fish_greeting; set -g fish_autosuggestion_enabled 0; source ./script.fish' >.config/fish/config.fish

pane() { tmux -S "$PWD/socket.$shell" -f /dev/null "$@"; }
# Without blanks and line ends: a long line wraps, and what a shell lists below it does not matter.
line() { pane capture-pane -p | tr -d '\n ' | sed 's/.*ready>//'; }
prompts() { pane capture-pane -p | grep -q 'ready>' && [ -z "$(line)" ]; }
shows() { case $(line) in "$1"*) return 0 ;; *) return 1 ;; esac }

# completes TYPED LINE: what the line is after Tab, both compared without blanks.
completes() {
    case_words="in $shell: $1"
    pane send-keys -l "$1"
    eventually shows "$(echo "$1" | tr -d ' ')" || fail "typed, but the line is: $(line)"
    pane send-keys Tab
    eventually shows "$(echo "$2" | tr -d ' ')" || fail "the line is: $(line)"
    # The next one in a shell of its own: what a shell does with keys while it still lists is its own affair.
    pane respawn-pane -k
    eventually prompts || fail "$shell does not start again"
}

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
    completes 'sinew keys my' 'sinew keys my\ arm.fbx'
    completes 'sinew keys my\ arm.fbx --clip ben' 'sinew keys my\ arm.fbx --clip bend\ it'
    completes 'sinew keys my\ arm.fbx --joints rig:El' 'sinew keys my\ arm.fbx --joints rig:Elbow'
    completes 'sinew keys my\ arm.fbx --joints rig:Le' 'sinew keys my\ arm.fbx --joints rig:Left\ Hand'
    completes 'sinew keys my\ arm.fbx --joints Shoulder,rig:El' 'sinew keys my\ arm.fbx --joints Shoulder,rig:Elbow'
    case $shell in
    fish) completes 'sinew keys my\ arm.fbx --joints Elb' 'sinew keys my\ arm.fbx --joints rig:Elbow' ;;
    *) completes 'sinew keys my\ arm.fbx --joints Elb' 'sinew keys my\ arm.fbx --joints Elbow' ;;
    esac
    completes 'sinew render my\ arm.fbx --colors wei' 'sinew render my\ arm.fbx --colors weights'
    case $shell in
    bash)
        completes "sinew keys 'my arm.fbx' --clip 'bend it: t" "sinew keys 'my arm.fbx' --clip 'bend it: twice'"
        completes 'sinew keys my\ arm.fbx --joints=rig:El' 'sinew keys my\ arm.fbx --joints=rig:Elbow'
        completes 'sinew keys my\ arm.fbx --clip bend\ it:\ t' 'sinew keys my\ arm.fbx --clip bend\ it:\ twice'
        ;;
    esac
    pane kill-server
done
finish
