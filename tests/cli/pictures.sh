# render and play: images without a display, comparisons, invalid input.
. "$SCRIPTS/check.sh"
A=$DATA/arm.fbx
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER

check_file a.png 0 '' '*' -- render "$A" -o a.png --size 64x48
check_file b.png 0 '' '*' -- render "$A" --at 50% -o b.png --size 64x48 --view iso --edges --skeleton --no-grid --samples 1
check_file c.png 0 '' '*' -- render "$A" -o c.png --size 64x48 --camera 0,5,40:0,5,0 --background=#fff --transparent
rm -f b.png c.png

# The same file and options give the same bytes.
run render "$A" -o again.png --size 64x48
cmp -s a.png again.png || fail 'two pictures of the same differ'
run render "$A" -o - --size 64x48
cmp -s a.png .stdout || fail 'the image on standard output differs'
rm -f again.png

# An elbow bent by hand, by 90 degrees at the start of the clip, is the elbow at its end.
run render "$A" --at end -o end.png --size 64x48
check 0 'error 0.000*' '*' -- render "$A" --at start --set Elbow:rz=90 --size 64x48 --reference end.png --tol-image 0.0005
check 1 'error 0.*' '*' -- render "$A" --at start --set Elbow:rz=80 --size 64x48 --reference end.png --tol-image 0.0005
check 4 '' "sinew: $A: joint 'Hand' cannot reach 0,90,0: 70 are missing" -- render "$A" --at end --ik Hand=0,90,0 -o out.png
# A stretched arm is 20 long. A target that the copied command's rounding moved out of reach counts as reached: 1e-4 of the length.
check 0 '*' '' -- pose "$A" --at end --ik Hand=0,20.001,0
check 4 '' "*joint 'Hand' cannot reach 0,20.004,0: 0.004* are missing" -- pose "$A" --at end --ik Hand=0,20.004,0
rm -f end.png

# The thumbnailer of file managers takes any name for the image and the file, as it is.
thumbnail() { # FILE IMAGE
    command=$(sed -n 's/^Exec=sinew //p' "$DATA/../../desktop/sinew.thumbnailer" | sed 's|%i|"$1"|; s|%o|"$2"|; s|%s|16|g')
    before_names=$(ls)
    case_words="$command, $1, $2"
    eval "\"\$SINEW\" $command" >.stdout 2>.stderr || fail "exit $?: $(cat .stderr)"
    [ "$(head -c 8 "./$2" | od -An -tx1)" = ' 89 50 4e 47 0d 0a 1a 0a' ] || fail "no image $2: $(ls -A)"
    rm "./$2"
    [ "$(ls)" = "$before_names" ] || fail "files appeared: $(ls)"
}
for name in plain a.gif a.mp4 '{clip}.png' '{' '{{x}}' - --quiet -x.png 'a b' '{frame:04}' "$(printf 'a\nb')" '%F'; do thumbnail "$A" "$name"; done
for name in '-{clip}.fbx' '{frame:x}' -; do
    cp "$A" "./$name"
    thumbnail "./$name" small
    rm "./$name"
done

# A dangling link is not an output.
ln -s nowhere.png link.png
check 6 '' 'sinew: link.png: cannot write: it is a dangling link' -- render "$A" --at end --size 16x16 -o link.png
rm link.png

# A sequence: one image per time, and never two with one name.
run render "$A" --range start..end --frames 3 -o 'walk-{number:02}.png' --size 16x16
[ "$exit_code" = 0 ] && [ "$(ls walk-*.png | tr '\n' ' ')" = 'walk-01.png walk-02.png walk-03.png ' ] || fail 'three pictures were expected'
rm -f walk-*.png
check 2 '' "*'walk.png'*{frame:04}*" -- render "$A" --range start..end --frames 3 -o walk.png
check 2 '' '*--reference*not 2*' -- render "$A" --at start --at end --reference a.png

# Several clips: each gets the images of a command with only this clip, and all names and times are checked before any is written.
check 2 '' "sinew: *arm.fbx: '\*' fits 2 clips
  hint: use -o '{clip}.png' to draw them all; clips: 1 'bend', 2 'lift'" -- render "$A" --clip '*' -o walk.png
run render "$A" --clip '*' -o 'all-{clip}.png' --size 64x48 --trail Elbow
[ "$exit_code" = 0 ] && [ "$(ls all-*.png | tr '\n' ' ')" = 'all-bend.png all-lift.png ' ] || fail 'a picture for each clip was expected'
for clip in bend lift; do
    check_file one.png 0 '' '*' -- render "$A" --clip $clip -o one.png --size 64x48 --trail Elbow
    cmp -s one.png all-$clip.png || fail "$clip among others is another picture"
done
rm all-*.png one.png
run render "$A" --clip '*' --range start..end --frames 2 -o '{clip}-{number}.png' --size 16x16 --crowd 3
[ "$exit_code" = 0 ] && [ "$(ls *-?.png | tr '\n' ' ')" = 'bend-1.png bend-2.png lift-1.png lift-2.png ' ] || fail 'two pictures for each clip were expected'
rm *-?.png
check 4 '' "sinew: *arm.fbx: 2 s is past the end of clip 'bend' (1 s)*" -- render "$A" --clip '*' --at 2 -o '{clip}.png'
check 2 '' '*--reference*not 2*' -- render "$A" --clip '*' -o '{clip}.png' --reference a.png
check 2 '' "*'bend.png'*{frame:04}*" -- render "$A" --clip '*' --range start..end --frames 3 -o '{clip}.png'
sed 's/AnimStack::bend/AnimStack::up|on/; s/AnimStack::lift/AnimStack::up_on/' "$A" >alike.fbx
check 2 '' "sinew: two outputs would both be 'up_on.png'*" -- render alike.fbx --clip 'up*' -o '{clip}.png'
rm alike.fbx

check 2 '' "sinew: unknown placeholder '{nonsense}'*" -- render "$A" -o 'walk-{nonsense}.png'
check 2 '' "sinew: unknown placeholder '{frame:99}'*" -- render "$A" -o 'walk-{frame:99}.png'

check 0 'error 0.000000' '*' -- render "$A" --size 64x48 --reference a.png
check 1 'error 0.*' '*' -- render "$A" --size 64x48 --reference a.png --view top
check 0 'error 0.*' '*' -- render "$A" --size 64x48 --reference a.png --view top --tol-image 2
# Labels wider than the image show the end of the name, because the joints of a rig differ there.
start=a_name_that_all_joints_of_a_rig_begin_with_and_that_no_small_picture_has_room_for
for end in 01 02; do sed "s/Model::Elbow/Model::${start}_$end/" "$A" >long$end.fbx; done
check_file n.png 0 '' '*' -- render long01.fbx --size 240x180 --names -o n.png
check 0 'error 0.000000' '*' -- render long01.fbx --size 240x180 --names --reference n.png
check 1 'error 0.*' '*' -- render long02.fbx --size 240x180 --names --reference n.png --tol-image 0
rm long01.fbx long02.fbx n.png
# A namespace that all joints share is not part of the labels; a namespace that only some have is.
sed 's/"Model::/"Model::rig:/' "$A" >all.fbx
sed 's/"Model::Elbow/"Model::rig:Elbow/' "$A" >some.fbx
check_file n.png 0 '' '*' -- render "$A" --size 240x180 --names --skeleton -o n.png
check 0 'error 0.000000' '*' -- render all.fbx --size 240x180 --names --skeleton --reference n.png
check 1 'error 0.*' '*' -- render some.fbx --size 240x180 --names --skeleton --reference n.png --tol-image 0
rm all.fbx some.fbx n.png
check_file d.png 1 'error 0.*' '*' -- render "$A" --size 64x48 --reference a.png --view top --difference d.png
check 2 '' "sinew: './a.png' is an input of the command*" -- render "$A" --size 64x48 --reference a.png --difference ./a.png
check 2 '' "sinew: 'a.png' is an input of the command*" -- render "$A" --size 64x48 --reference a.png -o a.png
check 2 '' '*--difference needs --reference*' -- render "$A" --difference d.png
check 1 '' '*: a.png: *64x48*32x32*' -- render "$A" --size 32x32 --reference a.png
json_fields render "$A" --size 64x48 --reference a.png --json <<END
schema=sinew.render/1
file=$A
reference=a.png
error=0
threshold=0.01
alike=ON
END
check 1 '{"schema":"sinew.render/1"*"error":0.*"alike":false}' '*' -- render "$A" --size 64x48 --reference a.png --view top --json
check 1 '{"schema":"sinew.render/1"*"error":null*"alike":false}' '*' -- render "$A" --size 32x32 --reference a.png --json
check 3 '' "sinew: $A: not a picture that sinew reads" -- render "$A" --size 64x48 --reference "$A" --quiet
check 3 '' '*: none.png: no such file*' -- render "$A" --size 64x48 --reference none.png

check 2 '' '*-o image.png*' -- render "$A"
check 2 '' "*'a.xyz'*.png*" -- render "$A" -o a.xyz
check 2 '' '*--difference*' -- render "$A" -o a.png --difference d.png
check 2 '' "*--at: '12x' is not a time*" -- render "$A" -o x.png --at 12x
check_file e.png 0 '' '*' -- render "$A" -o e.png --size 64x48 --colors weights --joint Elbow
cmp -s a.png e.png && fail 'weights have the colours of the material'
rm -f e.png
for overlay in '--names --skeleton' '--axes' '--trail Elbow' '--onion 2' '--ortho' '--follow --at 50%'; do
    check_file e.png 0 '' '*' -- render "$A" -o e.png --size 64x48 $overlay
    cmp -s a.png e.png && [ "$overlay" != '--follow --at 50%' ] && fail "$overlay changes nothing"
done
rm -f e.png

# The camera tracks the character when the clip moves it far, unless an option or a fixed camera says otherwise.
sed 's/23093079000/138558474000/g; s/a: 0,5$/a: 0,500/' "$DATA/arm.fbx" >far.fbx # the lift: 500 up in 3 s
far() { check_file "$1" 0 '' '*' -- render far.fbx --clip lift --at 50% -o "$@" --size 64x48; }
far by_itself.png
far along.png --follow
far whole.png --no-follow
cmp -s by_itself.png along.png || fail 'the camera does not go along'
cmp -s by_itself.png whole.png && fail '--no-follow changes nothing'
far placed.png --camera 300,250,0:0,250,0
far still.png --camera 300,250,0:0,250,0 --no-follow
cmp -s placed.png still.png || fail 'a camera with a fixed position tracks the character'
check_file near.png 0 '' '*' -- render "$A" --clip lift --at 50% -o near.png --size 64x48
check_file still.png 0 '' '*' -- render "$A" --clip lift --at 50% -o still.png --size 64x48 --no-follow
cmp -s near.png still.png || fail 'the camera goes along with a clip that stays'
rm -f *.png
check_file a.png 0 '' '*' -- render "$A" -o a.png --size 64x48
check 4 '' "*'Hnd'*Hand*" -- render "$A" -o x.png --trail Hnd
check 2 '' '*--onion*' -- render "$A" -o x.png --onion 21
check 2 '' '*weights*--joint NAME*' -- render "$A" -o x.png --colors weights
check 2 '' "*--colors*'bones'*influences*" -- render "$A" -o x.png --colors bones
check 4 '' "*'Elbo'*Elbow*" -- render "$A" -o x.png --joint Elbo
check 2 '' "*--camera: '1,2'*" -- render "$A" -o x.png --camera 1,2
check 2 '' '*position and target are equal*' -- render "$A" -o x.png --camera 1,2,3:1,2,3
check 2 '' '*position and target are equal*' -- render "$A" -o x.png --camera=-0,2,3:0,2,3
check 2 '' '*--camera*' -- render "$A" -o x.png --camera 1,2,nan:1,2,3
check 2 '' "*--background: 'orange'*" -- render "$A" -o x.png --background orange
check 2 '' '*--size*' -- render "$A" -o x.png --size 0x10
check 2 '' '*--crowd*' -- render "$A" -o x.png --crowd 0
check 2 '' '*--crowd*100000*' -- render "$A" -o x.png --crowd 100001
check 2 '' '*--crowd and --skeleton are mutually exclusive*' -- render "$A" -o x.png --crowd 3 --skeleton
check 4 '' '*no mesh to draw a crowd of*' -- render "$DATA/../../samples/character_anim.fbx" -o x.png --crowd 3
check 3 '' '*none.fbx: no such file*' -- render none.fbx -o x.png
check 4 '' "*no clip 'rnu'*" -- render "$A" -o x.png --clip rnu
check 4 '' '*' -- render "$A" -o x.png --at 1e9
check 6 '' '*nowhere/x.png: cannot write*' -- render "$A" --size 8x8 -o nowhere/x.png
if [ -w /dev/full ]; then
    "$SINEW" render "$A" --size 8x8 -o - >/dev/full 2>.stderr
    [ $? = 6 ] || fail 'a full disk behind standard output is no failure'
    grep -q '^sinew: standard output: cannot write' .stderr || fail "a full disk: $(cat .stderr)"
    "$SINEW" render "$A" --size 8x8 -o full.png && "$SINEW" render "$A" --size 8x8 --reference full.png >/dev/full 2>.stderr
    [ $? = 6 ] || fail 'an error that nobody can read is no failure'
fi

# No driver for OpenGL.
case_words='render without a driver'
__EGL_VENDOR_LIBRARY_DIRS=/nonexistent "$SINEW" render "$A" -o x.png >.stdout 2>.stderr
exit_code=$?
check_run 5 '' 'sinew: cannot start OpenGL 3.3: *'

# A message names a shader that does not compile.
mkdir shaders
echo 'nonsense' >shaders/mesh.frag
case_words='render with a shader of nonsense'
SINEW_SHADER_DIR=shaders "$SINEW" render "$A" -o x.png >.stdout 2>.stderr
exit_code=$?
check_run 5 '' '*shader mesh.frag: *'
rm -r shaders

check 5 '' 'sinew: no display and no terminal to play in
  hint: sinew render '"$A"' -o arm.png needs neither' -- play "$A"
cp "$A" 'an arm.fbx'
check 5 '' '*
  hint: sinew render FILE -o image.png needs neither' -- play 'an arm.fbx'
rm 'an arm.fbx'
check 3 '' '*none.fbx: no such file*' -- play none.fbx
check 2 '' '*x.gif*' -- play "$A" --screenshot x.gif

# An invisible window is selected by name.
SDL_VIDEODRIVER=offscreen
export SDL_VIDEODRIVER
check_file p.png 0 '' '*' -- play "$A" --quit-after 0.2 --size 96x64 --screenshot p.png
check_file p.png 0 '' '*' -- play "$A" --crowd 9 --quit-after 0.2 --size 96x64 --screenshot p.png
check 2 '' '*--crowd and --skeleton are mutually exclusive*' -- play "$A" --crowd 9 --skeleton
check 6 '' '*nowhere/p.png: cannot write*' -- play "$A" --quit-after 0 --size 96x64 --screenshot nowhere/p.png

# What info says of an image and what render does with it agree. Headers of 4 × 4 pixels: a red block of BC1; BC7; a Photoshop file
# that is called a TGA; 65535 × 65535 pixels.
dds() { printf 'DDS \174\0\0\0\7\20\0\0%b%b\0\0\0\0\0\0\0\0\1\0\0\0' "$2" "$2" && printf '%44s\40\0\0\0\4\0\0\0%s%40s' '' "$1" '' | tr ' ' '\0'; }
{ dds DXT1 '\4\0\0\0'; printf '\0\370\0\0\0\0\0\0'; } >red.dds
{ dds DX10 '\4\0\0\0'; printf '\142\0\0\0%32s' ''; } >bc7.dds
{ dds DXT1 '\377\377\0\0'; printf '%8s' ''; } >large.dds
printf '8BPS\0\1%40s' '' >skin.tga
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl m\nf 1/1 2/1 3/1\nmtllib m.mtl\n' >m.obj
pictured() { printf 'newmtl m\nKd 1 1 1\nmap_Kd %s\n' "$1" >m.mtl; }
pictured red.dds
check 0 '*1 of 1 textures found
  found  red.dds' '' -- info m.obj
check_file m.png 0 '' '' -- render m.obj --size 32x32 -o m.png
while read -r name problem; do
    pictured "$name"
    check 0 "*0 of 1 textures found, 1 cannot be read
  unreadable  $name  $problem" '' -- info m.obj
    json_is "$problem" textures/0/problem info m.obj --json
    check_file m.png 0 '' "sinew: m.obj: warning: T01: texture '$name': $problem" -- render m.obj --size 32x32 -o m.png
    check 1 "*T01 warning $name: is not drawn: $problem*" '*' -- check m.obj
done <<END
bc7.dds a DDS with pixels that sinew does not read: DXGI format 98
large.dds the picture has 65535 × 65535 pixels, the limit is 16384 × 16384
skin.tga not a picture that sinew reads
END


# Meshes that the author hid are named by info and drawn on request; clay replaces black materials.
sed 's/\(Model: [0-9]*, "Model::[^"]*", "Mesh" {\)/\1\nProperties70: {\nP: "Show", "bool", "", "",0\n}/' "$A" >hidden.fbx
check 0 '*hidden by the author (draw with --show-hidden): *' '' -- info hidden.fbx
run tree hidden.fbx --json
[ "$(grep -o '"hidden":false,"hidden_alone":true,"shown_alone":false' .stdout | wc -l)" -ge 1 ] || fail 'no joint is hidden by itself'
check_file h1.png 0 '' '*warning: W02: all meshes are hidden by the author; --show-hidden draws them*' -- \
    render hidden.fbx --size 64x48 -o h1.png
check_file h2.png 0 '' '*where the motion starts; --at draws another time' -- render hidden.fbx --size 64x48 --show-hidden -o h2.png
check 1 'error 0.*' '*' -- render hidden.fbx --size 64x48 --show-hidden --reference h1.png
check 0 'error 0.000000' '*' -- render "$A" --size 64x48 --reference h2.png
check_file clay.png 0 '' '*' -- render "$A" --size 64x48 --colors clay -o clay.png
rm hidden.fbx h1.png h2.png clay.png

# A mesh that shows less than half of the joints that move does not show the motion: the skeleton is drawn as well. A triangle holds the
# joint mesh; other joints move from 0 0 0 to 0 1 0 in one second, or have keys and rest. The buffer: three corners, two times, two
# positions, two equal positions.
z='\000\000\000\000' o='\000\000\200\077' # the floats 0 and 1
printf "$z$z$z$o$z$z$z$o$z" >moves.bin
printf "$z$o$z$z$z$z$o$z$z$z$z$z$z$z" >>moves.bin
write_moves() { # file, joints that move besides the mesh, joints that rest, the node that moves the mesh
    awk -v moving="$2" -v standing="$3" -v mesh_node="$4" 'BEGIN {
        printf "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0"
        for (i = 2; i < 2 + moving + standing; ++i) printf ",%d", i
        printf "]}],\"nodes\":[{\"name\":\"holder\",\"children\":[1]},{\"name\":\"mesh\",\"mesh\":0}"
        for (i = 2; i < 2 + moving + standing; ++i) printf ",{\"name\":\"joint%d\",\"translation\":[%d,0,0]}", i, i
        printf "],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"animations\":[{\"samplers\":["
        printf "{\"input\":1,\"output\":2},{\"input\":1,\"output\":3}],\"channels\":[{\"sampler\":0,\"target\":{\"node\":%d,\"path\":\"translation\"}}", mesh_node
        for (i = 2; i < 2 + moving + standing; ++i) printf ",{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"translation\"}}", (i >= 2 + moving), i
        printf "]}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,0]},"
        printf "{\"bufferView\":1,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\",\"min\":[0],\"max\":[1]},"
        printf "{\"bufferView\":2,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"},{\"bufferView\":3,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}],"
        printf "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},{\"buffer\":0,\"byteOffset\":36,\"byteLength\":8},"
        printf "{\"buffer\":0,\"byteOffset\":44,\"byteLength\":24},{\"buffer\":0,\"byteOffset\":68,\"byteLength\":24}],"
        print "\"buffers\":[{\"byteLength\":92,\"uri\":\"moves.bin\"}]}"
    }' >"$1"
}
drawn_as() { # options of the same image as without any: joints that move, joints that rest, node of the mesh's motion
    write_moves moves.gltf "$2" "$3" "$4"
    check_file a.png 0 '' '*' -- render moves.gltf --at 0.5 --size 64x48 -o a.png
    check_file b.png 0 '' '*' -- render moves.gltf --at 0.5 --size 64x48 "$1" -o b.png
    cmp -s a.png b.png || fail "$2 joints that move and $3 that rest: not as with $1"
}
drawn_as --no-skeleton 1 0 1 # the mesh shows 1 of 2
drawn_as --no-skeleton 0 3 1 # 1 of 1: keys without change are not motion
drawn_as --no-skeleton 1 0 0 # the joint above the mesh moves it
drawn_as --skeleton 2 0 1    # 1 of 3
check_file b.png 0 '' '*' -- render moves.gltf --at 0.5 --size 64x48 --no-skeleton -o b.png
cmp -s a.png b.png && fail '--no-skeleton draws the skeleton'
rm -f moves.bin moves.gltf a.png b.png

finish
