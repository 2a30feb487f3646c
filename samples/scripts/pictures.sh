#!/bin/sh
# pictures.sh FOLDER: draws the still pictures of docs/pictures from the samples. ffmpeg reduces their colours; xvfb-run and xdotool (Debian
# packages of these names) press the keys of the player; chromium and nodejs show a page. film.sh makes the film of the README, docs/15-stroll.md shows how the game's is made.
# SINEW names the program; else the one in PATH.
set -eu
out=$(mkdir -p "${1:?where do the pictures go? pictures.sh FOLDER}" && cd "$1" && pwd)
sinew=${SINEW:-sinew}
case $sinew in */*) sinew=$(cd "$(dirname "$sinew")" && pwd)/$(basename "$sinew") ;; esac
samples=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
ln -s "$samples" samples

# reduce NAME [FILTER]: NAME.png, from the folder of work to that of the pictures, with 192 colours of its own.
reduce() {
    ffmpeg -loglevel error -y -i "$1.png" -filter_complex "${2:-null},split[a][b];[a]palettegen=max_colors=192[p];[b][p]paletteuse=dither=bayer:bayer_scale=5" \
        -update 1 -frames:v 1 "$out/$1.png"
}

# picture NAME FILE OPTION…: one image of a sample.
picture() {
    name=$1 file=$2
    shift 2
    "$sinew" render "samples/$file" --quiet "$@" -o "$name.png"
    reduce "$name"
}

picture weights character.fbx --clip wave --at 1s --colors weights --joint ear.1.R --size 480x360
picture trail walk.fbx --at 14f --trail foot.L --view side --size 480x360
picture sheet walk.fbx --sheet 4x2
picture turntable walk.fbx --turntable --at 7f --sheet 4x1
picture over character.fbx --clip walk --over samples/character.fbx --other-clip wave --sheet 4x1
picture retarget character_mesh.fbx --anim samples/walk.fbx --retarget --sheet 4x1
picture pose walk.fbx --at 12f --ik 'hand.L=25,60,20' --over samples/walk.fbx --size 480x360
picture influences character.fbx --clip walk --at 7f --colors influences --size 480x360
picture names walk.fbx --at 7f --skeleton --names --axes --view front --size 480x360
picture pair character.fbx --clip walk --beside samples/character.fbx --other-clip wave --at 7f --size 360x360

# The renderer takes the names of files from their paths.
(cd samples && "$sinew" render ./*.fbx --index "$folder/index.png" --quiet)
reduce index

"$sinew" curves samples/walk.fbx --joints foot.L --what rotation --size 960x320 -o curves.png
reduce curves

# The edit of a clip, compared with its source. A glb embeds the texture.
"$sinew" edit samples/walk.fbx --during 10f..20f --ease 4f --set 'upper_arm.L:rz=50' --quiet -o edited.glb
picture edit walk.fbx --over edited.glb --sheet 4x1 --from 5f --to 25f

# What another program gets from an exported file.
"$sinew" export samples/walk.fbx --compress --quiet -o walk.glb
"$sinew" render walk.glb --at 0.25s --wireframe --skeleton --size 480x360 --quiet -o export.png
reduce export

# Linear, dual quaternion and spherical skinning side by side.
for method in linear dq spherical; do
    "$sinew" render samples/elbow.glb --at 100% --view front --edges --skin $method --size 400x270 --quiet -o $method.png
done
ffmpeg -loglevel error -y -i linear.png -i dq.png -i spherical.png -filter_complex hstack=inputs=3 -update 1 -frames:v 1 skinning.png
reduce skinning

# The window with its panels: the keys open lists and curves, and select the forearm.
cat >keys.sh <<'END'
"$1" play samples/character.fbx --clip wave --at 40f --paused --joint forearm.R --size 1120x700 --quit-after 8 --screenshot player.png &
sleep 4
for key in t v; do xdotool key $key; sleep 0.5; done
wait
END
LIBGL_ALWAYS_SOFTWARE=1 xvfb-run -a -s '-screen 0 1280x800x24' sh keys.sh "$sinew"
reduce player

# A page in Chromium, which node drives.
"$sinew" page samples/character.fbx --clip wave --at 40f --quiet -o page.html
node "$samples/scripts/page_picture.mjs" "$folder/page.html" "$folder/page.png"
reduce page
