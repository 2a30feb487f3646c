/// FBX documents in text, an object and a connection at a time: numbers and names are string literals. Such a document
/// is read without Assimp.
#ifndef SINEW_TESTS_FBX_TEXT_H
#define SINEW_TESTS_FBX_TEXT_H

#include "sinew/pose.h"
#include "support/import_text.h"

#define PROPERTY(name, value) "P: \"" name "\", \"\", \"\", \"A\"," value "\n"
#define OBJECT(class, id, name, subclass, body) class ": " id ", \"" name "\", \"" subclass "\" {\n" body "}\n"
#define WITH(properties) "Properties70: {\n" properties "}\n"
#define MODEL(id, name, properties) OBJECT("Model", id, "Model::" name, "Null", WITH(properties))
#define OO(from, to) "C: \"OO\"," from "," to "\n"
#define OP(from, to, property) "C: \"OP\"," from "," to ", \"" property "\"\n"
#define PP(from, property, to, followed) "C: \"PP\"," from ", \"" property "\"," to ", \"" followed "\"\n"
#define SECOND "46186158000"
#define ARRAY(name, count, numbers) name ": *" count " {\na: " numbers "\n}\n"

/// A curve of straight lines.
#define CURVE(id, count, times, values)                                                                                \
    OBJECT("AnimationCurve", id, "AnimCurve::", "",                                                                    \
           "KeyVer: 4009\n" ARRAY("KeyTime", count, times) ARRAY("KeyValueFloat", count, values)                       \
               ARRAY("KeyAttrFlags", "1", "4") ARRAY("KeyAttrDataFloat", "4", "0,0,0,0")                               \
                   ARRAY("KeyAttrRefCount", "1", count))

/// Imports objects and their connections; fails the test when that does not work. The model is the caller's.
sinew_model *import_objects(const char *objects, const char *connections);

/// The pose of the first clip at a time in seconds, or of the rest pose if there is no clip; the caller's to destroy.
sinew_pose *pose_at(const sinew_model *model, double time);

#endif
