# `sinew curves` and `sinew keys --values`: their output for curves that support/make_curves.py writes, and the arguments that they refuse.
. "$SCRIPTS/check.sh"
python3 "$SUPPORT/make_curves.py" curves.fbx

PYTHONPATH=$SUPPORT python3 "$SUPPORT/check_curves.py" "$SINEW" curves.fbx >found || { echo "FAILED: check_curves.py"; cat found; failures=1; }
rm -rf found curves.svg samples.csv

# Keys as text and JSON; an empty tangent is null.
check 0 '*Ball translation x, before: hold, after: repeat*#*frame*seconds*value*in slope*in weight*out slope*out weight*interpolation*2*24*1.0000*4*-6*0.333*-6*0.500*cubic*' \
    '' -- keys curves.fbx --values
json_fields keys curves.fbx --values --json <<END
schema=sinew.keys/1
clip/name=swing
curves/0/property=rotation
curves/2/joint=Ball
curves/2/property=translation
curves/2/component=x
curves/2/before=hold
curves/2/after=repeat
curves/2/keys/0/in=
curves/2/keys/1/value=4
curves/2/keys/2/value=-3
curves/2/keys/2/interpolation=cubic
curves/2/keys/2/computed=OFF
END
check 2 '' '*--values and --grid frames are mutually exclusive*' -- keys curves.fbx --values --grid frames

# Formats by name and by --format; pictures are of the size that is asked for.
check_file x.png 0 '' '' -- curves curves.fbx -o x.png --size 640x480 --played --at 50% --what curves,speed,height,angle
[ "$(od -An -tu1 -j16 -N8 x.png | tr -s ' ')" = " 0 0 2 128 0 0 1 224" ] || fail "x.png is not 640 x 480"
check 0 '<?xml *' '' -- curves curves.fbx -o - --format svg --range 0..2
check 0 'file,clip,joint,property,layer,component,frame,time_s,at_s,value,played*curves.fbx,swing,Ball,translation,,y,12,0.5,0.5,-2,-2*' '' -- \
    curves curves.fbx -o - --format csv --joints Ball --at 12f --played
# The ball is 4 high nowhere: its height is y, and after 1.25 s it falls by 0.5 in 1.75 s.
check 0 '*,height,,,48,2,2,3.285714*' '' -- curves curves.fbx -o - --format csv --what height --at 2

# In a terminal: braille, 80 columns wide in a pipe. The elbow turns from 0 to 90 degrees in 1 s, evenly: the first dots are those at the bottom of
# the first cell of the last row, the last ones those at the top of the last cell of the first row.
run curves "$DATA/arm.fbx" --clip bend --joints Elbow --format text --range start..end
check_run 0 'Elbow rotation (degrees)*       90 *        0 *          0 s to 1 s' ''
[ "$(sed -n 2p .stdout | tail -c 4)" = '⠉' ] || fail 'the line does not end at the top'
sed -n 7p .stdout | grep -q '^        0 ⣀' || fail 'the line does not begin at the bottom'
"$SINEW" curves "$DATA/arm.fbx" --clip bend --joints Elbow --format text --color always >.stdout
grep -q "$(printf '\033')\\[34m" .stdout || fail 'the line of z is not blue'
check 0 'file,clip,joint,*' '' -- curves curves.fbx --format csv --joints Ball

# Several files and clips over each other: the second has its own times and dashes.
check_file two.svg 0 '' '' -- curves curves.fbx "$DATA/arm.fbx" --clip '*' --what translation -o two.svg
check_file both.svg 0 '' '' -- curves "$DATA/arm.fbx" --clip '*' -o both.svg
grep -qE 'stroke-dasharray(:6,3|="6 3")' both.svg || fail "no dashes in both.svg"

# Refused arguments; nothing is written.
check 2 '' '*curves needs -o or --format*' -- curves curves.fbx
check 2 '' '*x.txt: unknown format of charts*svg png csv text*' -- curves curves.fbx -o x.txt
check 2 '' "*--what: 'velocity' is not a valid choice*speed*" -- curves curves.fbx -o x.svg --what velocity
check 4 '' "*no joint 'Bal'*" -- curves curves.fbx -o x.svg --joints Bal
check 4 '' "*no clip 'swim'*" -- curves curves.fbx -o x.svg --clip swim
check 4 '' '*rest pose has no curves*' -- curves curves.fbx -o x.svg --clip none
check 4 '' "*'swing' has no curves of the selected joints*" -- curves curves.fbx -o x.svg --what scale
check 2 '' '*picture takes no --step*' -- curves curves.fbx -o x.svg --step 1f
check 70 '' '*160 pixels are too few for 5 charts*' -- curves curves.fbx -o x.svg --size 400x160 --what curves,speed,height,angle
check 3 '' '*no such file*' -- curves none.fbx -o x.svg
check 6 '' '*x.svg: cannot write*' -- curves curves.fbx -o none/x.svg

# Keys that are not numbers are dropped by the import; numbers near the largest are drawn.
python3 "$SUPPORT/make_curves.py" nan.fbx nan
check_file nan.svg 0 '' '*1 keys of a curve are not finite*' -- curves nan.fbx -o nan.svg
! grep -q 'nan\|inf' nan.svg || fail "nan.svg has a number that is none"
python3 -c 'import sys, xml.dom.minidom as x; [x.parse(f) for f in sys.argv[1:]]' nan.svg two.svg both.svg || fail "not XML"

# Thirty thousand keys: a picture of a band, not of all of them, and a table of all.
python3 "$SUPPORT/make_curves.py" many.fbx 30000
check_file many.svg 0 '' '*' -- curves many.fbx -o many.svg
[ "$(wc -c <many.svg)" -lt 1000000 ] || fail "many.svg has $(wc -c <many.svg) bytes"
"$SINEW" keys many.fbx --values --format csv -q | wc -l | grep -qx ' *30001' || fail "not 30000 keys"
check_file played.svg 0 '' '*' -- curves many.fbx --played -o played.svg
"$SINEW" keys many.fbx --values -q | head -3 >/dev/null || fail "a closed pipe"
finish
