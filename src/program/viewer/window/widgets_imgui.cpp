// Implements the widgets with Dear ImGui. No other file uses it.
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>

#include <imgui.h>

extern "C" {
#include "core/base/error.h"
#include "draw/render/text/font_file.h"
#include "draw/scene/label_fonts.h"
#include "program/viewer/panels/panel_colors.h"
#include "program/viewer/window/widgets.h"
#include "sinew/memory.h"
}

struct widget_set {
    ImGuiContext *context;
    render_interface *interface;
    float scale; // scale of style and fonts
    extra_glyphs extra;
    int loaded_extra; // number of extra glyphs that the fonts include
};

namespace
{

// ---- memory --------------------------------------------------------------------------------------------------------

// Dear ImGui cannot handle a failed allocation. When the system is out of memory, a reserve is used to complete the
// current frame, which is then the last one.

struct {
    alignas(std::max_align_t) unsigned char bytes[4 << 20];
    size_t used;
} reserve;

/// Makes the whole reserve available.
void widget_memory_begin()
{
    reserve.used = 0;
}

/// Allocates memory, from the reserve if necessary. Never returns NULL: ends the process if the reserve is also used
/// up.
void *widget_memory_allocate(size_t size, void *)
{
    void *memory = std::malloc(size);
    if (memory) return memory;
    const size_t unit = alignof(std::max_align_t), rounded = (size + unit - 1) / unit * unit;
    if (rounded > sizeof reserve.bytes - reserve.used) {
        fputs("sinew: out of memory\n", stderr);
        _Exit(70);
    }
    reserve.used += rounded;
    return reserve.bytes + (reserve.used - rounded);
}

void widget_memory_release(void *memory, void *)
{
    const uintptr_t byte = (uintptr_t)memory, first = (uintptr_t)reserve.bytes;
    if (byte < first || byte >= first + sizeof reserve.bytes) std::free(memory);
}

/// Returns whether the reserve has been used since widget_memory_begin.
int widget_memory_is_short()
{
    return reserve.used > 0;
}

const float FONT_SIZE = 13.5f, SMALL_SIZE = 11.0f; // points

// ---- style --------------------------------------------------------------------------------------------------------

ImVec4 color(uint32_t packed)
{
    return ImGui::ColorConvertU32ToFloat4(packed);
}

void set_colors(ImVec4 *colors)
{
    const ImVec4 nothing(0.0f, 0.0f, 0.0f, 0.0f);
    colors[ImGuiCol_WindowBg] = color(PANEL_BACKGROUND);
    colors[ImGuiCol_ChildBg] = colors[ImGuiCol_ScrollbarBg] = nothing;
    colors[ImGuiCol_Border] = color(PANEL_LINE);
    colors[ImGuiCol_Text] = color(PANEL_TEXT);
    colors[ImGuiCol_ScrollbarGrab] = color(PANEL_LINE);
    colors[ImGuiCol_ScrollbarGrabHovered] = colors[ImGuiCol_ScrollbarGrabActive] = color(PANEL_DIM_TEXT);
}

void set_style(float scale)
{
    ImGuiStyle &style = ImGui::GetStyle();
    style = ImGuiStyle();
    set_colors(style.Colors);
    style.WindowPadding = ImVec2(14.0f, 10.0f);
    style.WindowRounding = style.ScrollbarRounding = 0.0f;
    style.WindowBorderSize = 0.0f;
    style.WindowMinSize = ImVec2(1.0f, 1.0f);
    style.ItemSpacing = ImVec2(8.0f, 4.0f);
    style.ScrollbarSize = 10.0f;
    style.AntiAliasedLinesUseTex = false; // texture lines work only at a fixed scale
    style.ScaleAllSizes(scale);
}

void add_font(float pixels, const ImWchar *glyphs)
{
    ImFontAtlas *atlas = ImGui::GetIO().Fonts;
    ImFontConfig config;
    config.SizePixels = pixels;
    config.FontDataOwnedByAtlas = false;
    config.OversampleH = 2;
    atlas->AddFontFromMemoryTTF(const_cast<unsigned char *>(sinew__render_font_file), (int)sinew__render_font_file_size,
                                pixels, &config, glyphs);
}

/// Merges the glyphs of another font into the previous font. They are slightly larger, because Chinese characters have
/// many strokes. (The default font's em is 0.86 of its height.)
void merge_font(const found_font &found, float pixels, const ImWchar *glyphs)
{
    ImFontConfig config;
    config.MergeMode = true;
    config.FontDataOwnedByAtlas = false;
    config.FontNo = found.number;
    config.OversampleH = 1;
    ImGui::GetIO().Fonts->AddFontFromMemoryTTF(found.bytes, (int)found.size,
                                               floorf(0.92f * found.height * pixels + 0.5f), &config, glyphs);
}

void list_glyphs(const extra_glyphs &extra, ImVector<ImWchar> *out_ranges)
{
    ImFontGlyphRangesBuilder builder;
    builder.AddRanges(scene_default_glyphs);
    for (int i = 0; i < extra.count; ++i) builder.AddChar(extra.codes[i]);
    builder.BuildRanges(out_ranges);
}

/// Finds fonts for glyphs, at most one per script.
ImVector<found_font> find_fonts(extra_glyphs left)
{
    ImVector<found_font> fonts;
    found_font found;
    while (left.count > 0 && fonts.Size < 3 && scene_find_font(left.codes, &left.count, &found)) fonts.push_back(found);
    return fonts;
}

void upload_glyphs(render_interface *interface)
{
    ImFontAtlas *atlas = ImGui::GetIO().Fonts;
    unsigned char *coverage = NULL;
    int width = 0, height = 0;
    atlas->GetTexDataAsAlpha8(&coverage, &width, &height);
    sinew__render_interface_set_atlas(interface, width, height, coverage);
    atlas->ClearTexData();
}

/// Adds the normal font, with the default and the extra glyphs, and the small font.
void make_fonts(widget_set *set)
{
    static const ImWchar small_glyphs[] = {0x20, 0x7e, 0};
    const float large = floorf(FONT_SIZE * set->scale + 0.5f), small = floorf(SMALL_SIZE * set->scale + 0.5f);
    ImFontAtlas *atlas = ImGui::GetIO().Fonts;
    ImVector<ImWchar> glyphs;
    list_glyphs(set->extra, &glyphs);
    atlas->Clear();
    atlas->Flags |= ImFontAtlasFlags_NoMouseCursors | ImFontAtlasFlags_NoBakedLines;
    add_font(large, glyphs.Data);
    const ImVector<found_font> found = find_fonts(set->extra);
    for (const found_font &font : found) merge_font(font, large, glyphs.Data);
    add_font(small, small_glyphs);
    upload_glyphs(set->interface);
    set->loaded_extra = set->extra.count;
    for (const found_font &font : found) sinew_free(font.bytes);
}

/// Updates style and fonts if the scale or the extra glyphs have changed.
void update_scale(widget_set *set, float scale)
{
    if (set->scale == scale && set->loaded_extra == set->extra.count) return;
    set->scale = scale;
    set_style(scale);
    make_fonts(set);
}

// ---- helpers ------------------------------------------------------------------------------------------------------

/// Texture of drawing commands for thumbnails; other commands use the fonts' texture, NULL.
const ImTextureID pictures_texture = (ImTextureID)(intptr_t)1;

ImDrawList *draw_list()
{
    return ImGui::GetWindowDrawList();
}

ImVec2 to_imgui(widget_point point)
{
    return ImVec2(point.x, point.y);
}

ImVec2 min_corner(const widget_box &box)
{
    return ImVec2(box.left, box.top);
}

ImVec2 max_corner(const widget_box &box)
{
    return ImVec2(box.right, box.bottom);
}

ImVec2 overlay_padding()
{
    const float edge = 1.2f * ImGui::GetIO().Fonts->Fonts[0]->FontSize;
    return ImVec2(edge, edge);
}

void begin_region(const char *name, const panel_box &box, ImGuiWindowFlags flags)
{
    ImGui::SetNextWindowPos(ImVec2((float)box.left, (float)box.top));
    ImGui::SetNextWindowSize(ImVec2((float)box.width, (float)box.height));
    ImGui::Begin(name, NULL,
                 flags | ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
}

sinew_result draw_layer(widget_set *set, const ImDrawList *drawn, ImVector<render_interface_run> *runs,
                        sinew_error *out_error)
{
    static_assert(sizeof(ImDrawVert) == sizeof(render_interface_vertex), "the same layout");
    static_assert(sizeof(ImWchar) == sizeof(uint16_t), "the same code units");
    static_assert(sizeof(ImDrawIdx) == sizeof(uint16_t), "the same layout");
    runs->resize(0);
    for (const ImDrawCmd &command : drawn->CmdBuffer) {
        const ImVec4 &clip = command.ClipRect;
        const render_interface_run run = {(int32_t)clip.x,
                                          (int32_t)clip.y,
                                          (int32_t)clip.z,
                                          (int32_t)clip.w,
                                          (int32_t)command.IdxOffset,
                                          (int32_t)command.ElemCount,
                                          (int32_t)command.VtxOffset,
                                          command.GetTexID() == pictures_texture};
        runs->push_back(run);
    }
    const render_interface_layer layer = {reinterpret_cast<const render_interface_vertex *>(drawn->VtxBuffer.Data),
                                          drawn->IdxBuffer.Data,
                                          runs->Data,
                                          drawn->VtxBuffer.Size,
                                          drawn->IdxBuffer.Size,
                                          runs->Size};
    return sinew__render_interface_draw(set->interface, &layer, out_error);
}

} // namespace

// ---- widget set ---------------------------------------------------------------------------------------------------

sinew_result widgets_create(widget_set **out_set, sinew_error *out_error)
{
    widget_set *made = *out_set = new (std::nothrow) widget_set();
    if (!made) return sinew__fail_memory(out_error);
    widget_memory_begin();
    ImGui::SetAllocatorFunctions(widget_memory_allocate, widget_memory_release);
    made->context = ImGui::CreateContext();
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = io.LogFilename = NULL;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    io.ConfigFlags |= ImGuiConfigFlags_NoMouseCursorChange;
    if (widget_memory_is_short()) return sinew__fail_memory(out_error);
    return sinew__render_interface_create(&made->interface, out_error);
}

void widgets_destroy(widget_set *set)
{
    if (!set) return;
    sinew__render_interface_destroy(set->interface);
    ImGui::DestroyContext(set->context);
    delete set;
}

void widgets_begin(widget_set *set, int width, int height, double scale, const panel_mouse *mouse, double seconds)
{
    ImGuiIO &io = ImGui::GetIO();
    update_scale(set, (float)scale);
    io.DisplaySize = ImVec2((float)width, (float)height);
    io.DeltaTime = (float)seconds;
    io.MousePos = mouse->is_near ? ImVec2(mouse->x, mouse->y) : ImVec2(-FLT_MAX, -FLT_MAX);
    for (int i = 0; i < 3; ++i) io.MouseDown[i] = (mouse->down >> i & 1) != 0;
    io.MouseWheel = mouse->wheel;
    ImGui::NewFrame();
}

void widgets_request_glyphs(widget_set *set, const char *text)
{
    scene_extra_glyphs_add(&set->extra, text);
}

void widgets_set_picture(widget_set *set, int picture, int side, const uint8_t *pixels)
{
    sinew__render_interface_set_picture(set->interface, picture, side, pixels);
}

void widgets_end(widget_set *)
{
    ImGui::Render();
}

sinew_result widgets_draw(widget_set *set, sinew_renderer *renderer, int left, int top,
                          const render_interface **out_contents, sinew_error *out_error)
{
    const ImDrawData *data = ImGui::GetDrawData();
    ImVector<render_interface_run> runs;
    *out_contents = set->interface;
    sinew_result result = sinew__render_interface_begin(set->interface, renderer, (int32_t)data->DisplaySize.x,
                                                        (int32_t)data->DisplaySize.y, left, top, out_error);
    for (int i = 0; i < data->CmdListsCount && result == SINEW_OK; ++i) {
        result = draw_layer(set, data->CmdLists[i], &runs, out_error);
    }
    return result == SINEW_OK && widget_memory_is_short() ? sinew__fail_memory(out_error) : result;
}

// ---- regions ------------------------------------------------------------------------------------------------------

void widget_begin_panel(const char *name, const panel_box *box, int scrolls)
{
    const ImGuiWindowFlags fixed = scrolls ? 0 : ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    begin_region(name, *box, fixed | ImGuiWindowFlags_NoBringToFrontOnFocus);
}

void widget_end_panel(void)
{
    ImGui::End();
}

panel_box widget_begin_overlay(const char *name, float width, float height)
{
    const ImVec2 window = ImGui::GetIO().DisplaySize, space = to_imgui(widget_overlay_space());
    const float bar = height > space.y ? ImGui::GetStyle().ScrollbarSize : 0.0f;
    const float outer_width = fminf(width + window.x - space.x + bar, window.x);
    const float outer_height = fminf(height + window.y - space.y, window.y);
    const panel_box box = {(int)(0.5f * (window.x - outer_width)), (int)(0.5f * (window.y - outer_height)),
                           (int)ceilf(outer_width), (int)ceilf(outer_height)};
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, overlay_padding());
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.4f * overlay_padding().x);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
    begin_region(name, box, 0);
    ImGui::PopStyleVar(3);
    return box;
}

void widget_end_overlay(float height)
{
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + height);
    ImGui::End();
}

widget_point widget_overlay_space(void)
{
    const ImVec2 window = ImGui::GetIO().DisplaySize, padding = overlay_padding();
    return widget_point{window.x - 2.0f * padding.x, window.y - 2.0f * padding.y};
}

void widget_begin_list(const char *name, float height)
{
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, 0.0f));
    ImGui::BeginChild(name, ImVec2(0.0f, height), false, ImGuiWindowFlags_NoNav);
}

void widget_list_reveal(int row, float row_height)
{
    const float top = (float)row * row_height, space = ImGui::GetWindowHeight();
    const bool is_seen = top >= ImGui::GetScrollY() && top + row_height <= ImGui::GetScrollY() + space;
    if (!is_seen) ImGui::SetScrollY(top - 0.5f * (space - row_height));
}

widget_rows widget_list_rows(int count, float row_height)
{
    const float top = ImGui::GetScrollY(), bottom = top + ImGui::GetWindowHeight();
    const int first = (int)(top / row_height), end = (int)ceilf(bottom / row_height);
    const widget_rows rows = {first < count ? first : count, end < count ? end : count};
    ImGui::SetCursorPosY((float)rows.first * row_height);
    return rows;
}

void widget_end_list(int count, float row_height)
{
    ImGui::SetCursorPosY((float)count * row_height);
    ImGui::EndChild();
    ImGui::PopStyleVar();
}

// ---- text lines ---------------------------------------------------------------------------------------------------

widget_box widget_remaining(void)
{
    const ImVec2 from = ImGui::GetCursorScreenPos(), space = ImGui::GetContentRegionAvail();
    return widget_box{from.x, from.y, from.x + space.x, from.y + space.y};
}

void widget_skip(float height)
{
    ImGui::Dummy(ImVec2(0.0f, height));
}

int widget_is_first(void)
{
    return ImGui::GetCursorPos().y <= ImGui::GetStyle().WindowPadding.y + 1.0f;
}

void widget_write(uint32_t ink, const char *text)
{
    ImGui::PushStyleColor(ImGuiCol_Text, ink);
    ImGui::TextUnformatted(text);
    ImGui::PopStyleColor();
}

void widget_write_wrapped(uint32_t ink, const char *text)
{
    ImGui::PushTextWrapPos(0.0f);
    widget_write(ink, text);
    ImGui::PopTextWrapPos();
}

void widget_same_line(float x)
{
    ImGui::SameLine(x);
}

// ---- mouse --------------------------------------------------------------------------------------------------------

widget_response widget_add_area(const char *name, int id, widget_box box)
{
    ImGui::PushID(id);
    ImGui::SetCursorScreenPos(min_corner(box));
    const ImVec2 size(fmaxf(box.right - box.left, 1.0f), fmaxf(box.bottom - box.top, 1.0f));
    const bool is_released = ImGui::InvisibleButton(
        name, size,
        ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight | ImGuiButtonFlags_MouseButtonMiddle);
    ImGui::PopID();
    ImGuiIO &io = ImGui::GetIO();
    const bool is_left = io.MouseDown[0] || ImGui::IsMouseReleased(0), is_hovered = ImGui::IsItemHovered();
    const bool is_active = ImGui::IsItemActive();
    // Movement before the press does not pan.
    const bool pans = is_active && !io.MouseDown[0] && !ImGui::IsMouseClicked(1) && !ImGui::IsMouseClicked(2);
    const float wheel = is_hovered ? io.MouseWheel : 0.0f;
    if (is_hovered) io.MouseWheel = 0.0f; // areas added later get nothing; lists have scrolled before
    return widget_response{is_released && is_left,
                           is_active && io.MouseDown[0],
                           is_active && ImGui::IsMouseClicked(0),
                           is_hovered,
                           wheel,
                           pans ? io.MouseDelta.x : 0.0f};
}

float widget_mouse_x(void)
{
    return ImGui::GetIO().MousePos.x;
}

float widget_mouse_y(void)
{
    return ImGui::GetIO().MousePos.y;
}

// ---- text ---------------------------------------------------------------------------------------------------------

void widget_begin_small(void)
{
    ImGui::PushFont(ImGui::GetIO().Fonts->Fonts[1]);
}

void widget_end_small(void)
{
    ImGui::PopFont();
}

float widget_font_size(void)
{
    return ImGui::GetFontSize();
}

float widget_text_width(const char *text, const char *end)
{
    return ImGui::CalcTextSize(text, end).x;
}

void widget_draw_text(float x, float middle, float align, uint32_t ink, const char *text, const char *end)
{
    const ImVec2 size = ImGui::CalcTextSize(text, end);
    draw_list()->AddText(ImVec2(floorf(x - align * size.x), floorf(middle - 0.5f * size.y)), ink, text, end);
}

// ---- shapes -------------------------------------------------------------------------------------------------------

void widget_begin_clip(widget_box box)
{
    draw_list()->PushClipRect(min_corner(box), max_corner(box), true);
}

void widget_end_clip(void)
{
    draw_list()->PopClipRect();
}

void widget_begin_layers(void)
{
    draw_list()->ChannelsSplit(2);
}

void widget_choose_layer(int is_upper)
{
    draw_list()->ChannelsSetCurrent(is_upper);
}

void widget_end_layers(void)
{
    draw_list()->ChannelsMerge();
}

void widget_draw_picture(int picture, widget_box box)
{
    const float cell = 1.0f / RENDER_PICTURE_COLUMNS;
    const float left = (float)(picture % RENDER_PICTURE_COLUMNS) * cell;
    const float top = (float)(picture / RENDER_PICTURE_COLUMNS) * cell;
    draw_list()->AddImage(pictures_texture, min_corner(box), max_corner(box), ImVec2(left, top),
                          ImVec2(left + cell, top + cell));
}

void widget_fill_box(widget_box box, uint32_t ink, float rounding)
{
    draw_list()->AddRectFilled(min_corner(box), max_corner(box), ink, rounding);
}

void widget_fill_over(widget_box box, uint32_t ink)
{
    ImGui::GetForegroundDrawList()->AddRectFilled(min_corner(box), max_corner(box), ink);
}

void widget_frame_box(widget_box box, uint32_t ink, float rounding, float width)
{
    draw_list()->AddRect(min_corner(box), max_corner(box), ink, rounding, 0, width);
}

void widget_fill_polygon(const widget_point *corners, int count, uint32_t ink)
{
    for (int i = 0; i < count; ++i) draw_list()->PathLineTo(to_imgui(corners[i]));
    draw_list()->PathFillConvex(ink);
}

void widget_draw_lines(const widget_point *points, int count, uint32_t ink, float width)
{
    for (int i = 0; i < count; ++i) draw_list()->PathLineTo(to_imgui(points[i]));
    draw_list()->PathStroke(ink, 0, width);
}

void widget_draw_arc(widget_point from, widget_point control, widget_point to, uint32_t ink, float width)
{
    draw_list()->AddBezierQuadratic(to_imgui(from), to_imgui(control), to_imgui(to), ink, width);
}

void widget_fill_circle(widget_point center, float radius, uint32_t ink, int corners)
{
    draw_list()->AddCircleFilled(to_imgui(center), radius, ink, corners);
}

void widget_draw_circle(widget_point center, float radius, uint32_t ink, int corners, float width)
{
    draw_list()->AddCircle(to_imgui(center), radius, ink, corners, width);
}
