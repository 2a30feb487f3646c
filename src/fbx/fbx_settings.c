// Global settings: axes, unit, frame rate, and how many ticks a second has.
#include <math.h>

#include "fbx/fbx_index.h"

enum { MODERN_HEADER = 1004, LEGACY_TICKS = 127 };

static double frame_rate(const fbx_object *settings)
{
    const int64_t mode = sinew__fbx_property_integer(settings, "TimeMode", 0);
    if (mode == FBX_CUSTOM_FRAME_RATE) {
        const double custom = sinew__fbx_property_number(settings, "CustomFrameRate", 0);
        return custom > 0 && custom < 1e6 ? custom : sinew__fbx_frame_rates[0];
    }
    return mode >= 0 && mode < FBX_TIME_MODE_COUNT ? sinew__fbx_frame_rates[mode] : sinew__fbx_frame_rates[0];
}

static int axis(const fbx_object *settings, const char *name, int fallback)
{
    const int64_t value = sinew__fbx_property_integer(settings, name, fallback);
    return value >= 0 && value <= 2 ? (int)value : fallback;
}

static int sign(const fbx_object *settings, const char *name)
{
    return sinew__fbx_property_integer(settings, name, 1) < 0 ? -1 : 1;
}

/// Whether right, up and front are left-handed axes. A file that does not state the right axis, or names an axis twice,
/// is right-handed.
static int is_left_handed(const fbx_object *settings)
{
    static const char *const NAMES[3][2] = {
        {"CoordAxis", "CoordAxisSign"}, {"UpAxis", "UpAxisSign"}, {"FrontAxis", "FrontAxisSign"}};
    static const int DEFAULTS[3] = {-1, 1, 2};
    int axes[3], product = 1;
    for (int i = 0; i < 3; i++) {
        axes[i] = axis(settings, NAMES[i][0], DEFAULTS[i]);
        product *= sign(settings, NAMES[i][1]);
    }
    // 1 for the orders XYZ, YZX, ZXY, -1 for the others, 0 where an axis is named twice.
    const int order = (axes[1] - axes[0]) * (axes[2] - axes[0]) * (axes[2] - axes[1]) / 2;
    return axes[0] >= 0 && order * product < 0;
}

/// Newer headers may redefine the tick: TCDefinition 127 keeps FBX_TICKS_PER_SECOND, any other value means 141 120 000.
static int64_t ticks_per_second(const fbx_document *document)
{
    const fbx_record *header = sinew__fbx_record_child(document->root, "FBXHeaderExtension");
    const fbx_record *definition =
        sinew__fbx_record_child(sinew__fbx_record_child(header, "OtherFlags"), "TCDefinition");
    const int modern = sinew__fbx_child_integer(header, "FBXHeaderVersion", 0) >= MODERN_HEADER;
    if (definition && modern)
        return sinew__fbx_record_integer(definition, 0, LEGACY_TICKS) == LEGACY_TICKS ? FBX_TICKS_PER_SECOND
                                                                                      : 141120000;
    return document->version >= 8000 ? 141120000 : FBX_TICKS_PER_SECOND;
}

/// At the top level; some writers of FBX 7 keep them among the objects, as in FBX 6.
static const fbx_record *find_settings(const fbx_document *document)
{
    const fbx_record *settings = sinew__fbx_record_child(document->root, "GlobalSettings");
    return settings ? settings
                    : sinew__fbx_record_child(sinew__fbx_record_child(document->root, "Objects"), "GlobalSettings");
}

void sinew__fbx_read_settings(fbx_document *document)
{
    const fbx_record *record = find_settings(document);
    const fbx_object settings = {.properties = sinew__fbx_record_child(record, "Properties70")};
    const double unit = sinew__fbx_property_number(&settings, "UnitScaleFactor", 1);
    document->settings = (fbx_settings){
        .up_axis = axis(&settings, "UpAxis", 1),
        .up_sign = sign(&settings, "UpAxisSign"),
        .front_axis = axis(&settings, "FrontAxis", 2),
        .front_sign = sign(&settings, "FrontAxisSign"),
        .is_left_handed = is_left_handed(&settings),
        .unit_cm = unit > 0 && isfinite(unit) ? unit : 1,
        .fps = frame_rate(&settings),
        .ticks_per_second = ticks_per_second(document),
    };
}
