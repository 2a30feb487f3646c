/// Joint names without their namespace.
#ifndef SINEW_RUNTIME_MODEL_FIND_JOINT_H
#define SINEW_RUNTIME_MODEL_FIND_JOINT_H

/// `Hips` of `mixamorig:Hips` and `mixamorig1_Hips`: the name itself where it has no namespace. Points into `name`.
const char *sinew__short_joint_name(const char *name);

#endif
