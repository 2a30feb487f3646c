# Nothing to play in: a clear line and exit 5, never a player that shows nothing.
. "$SCRIPTS/check.sh"
A=$DATA/arm.fbx
unset WAYLAND_DISPLAY SDL_VIDEODRIVER XDG_RUNTIME_DIR

for DISPLAY in '' ':987'; do
    export DISPLAY
    check 5 '' "*sinew: no display and no terminal to play in
  hint: sinew render *arm.fbx -o *arm.png needs neither" -- play "$A" --quit-after 5
done
unset DISPLAY
check 5 '' "sinew: no display and no terminal to play in*" -- play "$A" --quit-after 5
check 5 '' "sinew: no display and no terminal to play in*" -- "$A"
finish
