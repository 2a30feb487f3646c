#!/bin/sh
# film.sh OUT.gif: the film in README.md. Its parts have different options, so the pictures are drawn first; a film of one clip is
# `sinew render FILE -o OUT.gif`. ffmpeg puts them together.
# SINEW names the program, FOLDER where the pictures stay; else the one in PATH, and a folder that goes.
set -eu
out=${1:?where does the film go? film.sh OUT.gif}
sinew=${SINEW:-sinew}
samples=$(cd "$(dirname "$0")/.." && pwd)
folder=${FOLDER:-$(mktemp -d)}
[ -n "${FOLDER:-}" ] || trap 'rm -rf "$folder"' EXIT
number=0

# camera AZIMUTH ELEVATION DISTANCE HEIGHT: a position on a circle, in degrees to the left of the character, looking at that height above the origin.
camera() {
    awk -v a="$1" -v e="$2" -v d="$3" -v h="$4" 'BEGIN { r = atan2(0, -1) / 180;
        printf "%.3f,%.3f,%.3f:0,%s,0", d * cos(e * r) * sin(a * r), h + d * sin(e * r), d * cos(e * r) * cos(a * r), h }'
}

# render FILE OPTION…: one or several pictures, all with the same size and background.
render() {
    file=$1
    shift
    "$sinew" render "$samples/$file" --size 560x400 --samples 8 --background c9d1da --quiet "$@"
}

# picture FILE OPTION…: the next picture.
picture() {
    number=$((number + 1))
    render "$@" -o "$folder/$(printf %04d $number).png"
}

# walk FRAMES FROM TO OPTION…: the walk at 15 pictures a second, the camera turning from one azimuth to the other.
walk() {
    frames=$1 from=$2 to=$3
    shift 3
    i=0
    while [ $i -lt "$frames" ]; do
        azimuth=$(awk -v i=$i -v n="$frames" -v a="$from" -v b="$to" 'BEGIN { print a + (b - a) * i / n }')
        picture character.fbx --clip walk --at "$((i * 2 % 30))f" --camera "$(camera "$azimuth" 9 315 70)" "$@"
        i=$((i + 1))
    done
}

# play FILE FIRST LAST STEP OPTION…: frames of a clip, the camera still; one run draws them all.
play() {
    file=$1 first=$2 last=$3 step=$4
    shift 4
    render "$file" --range "${first}f..${last}f" --step "${step}f" "$@" -o "$folder/part-{number:04}.png"
    for part in "$folder"/part-*.png; do
        number=$((number + 1))
        mv "$part" "$folder/$(printf %04d $number).png"
    done
}

walk 30 65 30
walk 15 30 12 --skeleton
walk 15 12 -6 --colors weights --joint hips
walk 15 -6 -24 --colors influences --edges
walk 15 90 90 --trail foot.L --onion 2
play character.fbx 0 74 2 --clip wave --camera "$(camera 18 9 315 70)" --trail hand.R
play face.fbx 20 92 3 --view front

# 10 frames per second, 400 pixels wide and 96 colours: 1.4 MB.
ffmpeg -loglevel error -y -framerate 15 -i "$folder/%04d.png" -filter_complex \
    'fps=10,scale=400:-1:flags=area,split[a][b];[a]palettegen=max_colors=96:stats_mode=full[p];[b][p]paletteuse=dither=bayer:bayer_scale=5:diff_mode=rectangle' \
    -loop 0 "$out"
