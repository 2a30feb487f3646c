# bench prints its measurements as text and JSON. The speed depends on the machine and is not tested. A run takes seconds with sanitizers,
# so that one run answers several questions.
. "$SCRIPTS/check.sh"
A=$DATA/arm.fbx

check 0 '*pose, 4 joints, a clip of 1 s, played from * baked frames*as tutorials: hierarchy walk*playback*random times*crowds; a single character takes * ns*characters*threads*1000*skinning, 4 vertices, 1.0 influences*as tutorials: loop in float*plain loop*linear*dual quaternion*copying*import*load from the cache*' '' -- bench "$A" --seconds 0.1
check 0 '*pose, 69 joints, a clip of 15 s*blending*one clip*1.00*two clips*two clips and a masked layer*inverse kinematics*aiming*fading between two clips*skinning, 1000 vertices, 3.0 influences*cost grows with joints to the power*with vertices*with characters*' '' -- bench --seconds 0.1 --vertices 1000
check 0 '*"mix":{"playing_ns":*"two_clips_ns":*"three_layers_masked_ns":*"ik_two_bone_ns":*"ik_aim_ns":*"crowd_fading_ns":*' '' -- bench "$A" --seconds 0.1 --json
json_field .stdout sinew.bench/2 schema
json_field .stdout "$A" load/file
json_field .stdout 4 pose/joints
json_field .stdout compact clip/encoding
json_field .stdout 1000 mix/characters
json_field .stdout 4 skin/vertices
json_is 2 pose/frames bench "$A" --seconds 0.1 --clip '#2' --json # between two keys that a straight line joins
check 2 '' '*--vertices applies to the generated character*' -- bench "$A" --vertices 1000
check 0 '*"mix":null*' '' -- bench "$A" --clip none --seconds 0.1 --json
check 0 '*one time*engine reference*1.00 ×*' '' -- bench "$A" --clip none --seconds 0.1
case $(cat .stdout) in *'channels by name'*) fail 'the rest pose has no keys' ;; esac
json_fields bench "$A" --seconds 0.1 --characters 2,3 --threads 2 --json <<END
crowd/1/characters=3
crowd/1/threads=1
crowd/3/threads=2
END
check 0 '<svg*cost of a tick*1 thread<*</svg>' '' -- bench "$A" --seconds 0.1 --threads 1 --characters 1,2 -o -
check 2 '' "sinew: 'cost.png': expected the extension .svg*" -- bench "$A" --seconds 0.1 -o cost.png
bones=$DATA/../../samples/character_anim.fbx
check 0 '*pose, 55 joints*no mesh: crowds are not measured*import*' '' -- bench "$bones" --seconds 0.1
check 4 '' '*no mesh: the chart needs a crowd' -- bench "$bones" --seconds 0.1 -o none.svg
json_is '[]' crowd bench "$bones" --seconds 0.1 --json
check_file cost.svg 0 '*crowds*' '' -- bench "$A" --seconds 0.1 -o cost.svg
check 2 '' '*--characters: *1,,2*' -- bench --characters 1,,2
check 2 '' '*--characters: *0*' -- bench --characters 0
check 2 '' '*--characters: *' -- bench --characters 1,2x
check 2 '' '*--seconds*' -- bench --seconds 0
check 3 '' '*none.fbx: no such file*' -- bench none.fbx
check 4 '' '*no clip *rnu*' -- bench "$A" --clip rnu --seconds 0.1

finish
