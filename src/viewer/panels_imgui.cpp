#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <new>

#include <SDL.h>
#include <imgui.h>

extern "C" {
#include "base/error.h"
#include "base/file.h"
#include "base/printable.h"
#include "viewer/binding_help.h"
#include "viewer/joint_curves.h"
#include "viewer/joint_list.h"
#include "viewer/joint_values.h"
#include "viewer/model_facts.h"
#include "viewer/panels.h"
#include "viewer/step_times.h"
#include "viewer/timeline.h"
}

// Everything is laid out in points; `scale` makes them pixels. Texts from files are printable before they come here,
// and never part of an ImGui label.

struct viewer_panels {
    ImGuiContext *context;
    render_interface *interface;
    ImFont *small_font;
    float scale; // that style and fonts were made for
    uint64_t ticks;
    viewer_size size;
    panel_layout layout;
    int model_number; // that what follows was made for
    timeline_keys keys;
    ImVector<int32_t> key_pixels;
    joint_curves curves;
    sinew_pose *pose; // exact, for the values; NULL: not needed yet
    step_times steps;
    double build_time, pictures_per_second; // means of the last pictures
    joint_list joints;
    int32_t revealed_joint; // the selected one that the list has been scrolled to
};

namespace
{

const ImU32 PAPER = IM_COL32(24, 26, 29, 255), RAISED = IM_COL32(38, 41, 46, 255), LINE = IM_COL32(52, 56, 62, 255);
const ImU32 INK = IM_COL32(222, 226, 230, 255), FAINT = IM_COL32(134, 142, 150, 255);
const ImU32 ACCENT = IM_COL32(86, 190, 224, 255), PLAYED = IM_COL32(86, 190, 224, 44);
const ImU32 KEY = IM_COL32(226, 178, 88, 255), WRONG = IM_COL32(236, 128, 108, 255);
const ImU32 AXES[4] = {IM_COL32(232, 104, 98, 255), IM_COL32(134, 196, 96, 255), IM_COL32(98, 148, 238, 255),
                       IM_COL32(190, 150, 220, 255)};
const ImU32 CHOSEN = IM_COL32(86, 190, 224, 56), HOVERED = IM_COL32(255, 255, 255, 14);

const float FONT_SIZE = 13.5f, SMALL_SIZE = 11.0f, MARGIN = 14.0f, ROW = 21.0f;

// ---- memory -------------------------------------------------------------------------------------------------------

/// Dear ImGui cannot do without memory that it asks for. What the system refuses comes from here, so that the picture
/// that is being made ends well; it is the last one.
struct reserve {
    alignas(std::max_align_t) unsigned char bytes[4 << 20];
    size_t used;
} reserve;

void *allocate(size_t size, void *)
{
    if (void *memory = std::malloc(size)) return memory;
    const size_t unit = alignof(std::max_align_t), rounded = (size + unit - 1) / unit * unit;
    if (rounded > sizeof reserve.bytes - reserve.used) {
        std::fputs("sinew: out of memory\n", stderr);
        std::_Exit(70);
    }
    reserve.used += rounded;
    return reserve.bytes + (reserve.used - rounded);
}

void release(void *memory, void *)
{
    const unsigned char *byte = static_cast<unsigned char *>(memory);
    if (std::less<const unsigned char *>()(byte, reserve.bytes) ||
        !std::less<const unsigned char *>()(byte, reserve.bytes + sizeof reserve.bytes)) {
        std::free(memory);
    }
}

sinew_result check_memory(sinew_error *out_error)
{
    return reserve.used > 0 ? sinew__fail_memory(out_error) : SINEW_OK;
}

// ---- style --------------------------------------------------------------------------------------------------------

ImVec4 color(ImU32 packed)
{
    return ImGui::ColorConvertU32ToFloat4(packed);
}

void set_colors(ImVec4 *colors)
{
    colors[ImGuiCol_WindowBg] = color(PAPER);
    colors[ImGuiCol_ChildBg] = ImVec4(0.0f, 0.0f, 0.0f, 0.0f);
    colors[ImGuiCol_PopupBg] = color(RAISED);
    colors[ImGuiCol_Border] = color(LINE);
    colors[ImGuiCol_Text] = color(INK);
    colors[ImGuiCol_TextDisabled] = color(FAINT);
    colors[ImGuiCol_Separator] = color(LINE);
    colors[ImGuiCol_ScrollbarBg] = ImVec4(0.0f, 0.0f, 0.0f, 0.0f);
    colors[ImGuiCol_ScrollbarGrab] = color(LINE);
    colors[ImGuiCol_ScrollbarGrabHovered] = colors[ImGuiCol_ScrollbarGrabActive] = color(FAINT);
}

void set_style(float scale)
{
    ImGuiStyle &style = ImGui::GetStyle();
    style = ImGuiStyle();
    set_colors(style.Colors);
    style.WindowPadding = ImVec2(MARGIN, 10.0f);
    style.WindowRounding = style.ScrollbarRounding = 0.0f;
    style.WindowBorderSize = 0.0f;
    style.WindowMinSize = ImVec2(1.0f, 1.0f);
    style.ItemSpacing = ImVec2(8.0f, 4.0f);
    style.ScrollbarSize = 10.0f;
    style.AntiAliasedLinesUseTex = false; // the atlas is drawn at any scale
    style.ScaleAllSizes(scale);
}

/// Letters for names in most alphabets, and those that sinew's own words need.
const ImWchar NAME_LETTERS[] = {0x20, 0x24f, 0x370, 0x52f, 0x2010, 0x2027, 0x2190, 0x2193, 0};
const ImWchar WORD_LETTERS[] = {0x20, 0x7e, 0};

/// Adds the font at a size; without its file the one that is built in.
ImFont *add_font(const void *bytes, size_t byte_count, float pixels, const ImWchar *letters)
{
    ImFontAtlas *atlas = ImGui::GetIO().Fonts;
    ImFontConfig config;
    config.SizePixels = pixels;
    config.FontDataOwnedByAtlas = false;
    config.OversampleH = 2;
    if (!bytes) return atlas->AddFontDefault(&config);
    return atlas->AddFontFromMemoryTTF(const_cast<void *>(bytes), (int)byte_count, pixels, &config, letters);
}

void make_fonts(viewer_panels *panels)
{
    ImFontAtlas *atlas = ImGui::GetIO().Fonts;
    const float large = floorf(FONT_SIZE * panels->scale + 0.5f), small = floorf(SMALL_SIZE * panels->scale + 0.5f);
    void *bytes = NULL;
    size_t byte_count = 0;
    if (sinew__file_read(SINEW_PANEL_FONT, &bytes, &byte_count, NULL) != SINEW_OK) bytes = NULL;
    atlas->Clear();
    atlas->Flags |= ImFontAtlasFlags_NoMouseCursors | ImFontAtlasFlags_NoBakedLines;
    ImGui::GetIO().FontDefault = add_font(bytes, byte_count, large, NAME_LETTERS);
    panels->small_font = add_font(bytes, byte_count, small, WORD_LETTERS);
    unsigned char *coverage = NULL;
    int width = 0, height = 0;
    atlas->GetTexDataAsAlpha8(&coverage, &width, &height);
    render_interface_set_atlas(panels->interface, width, height, coverage);
    atlas->ClearTexData();
    free(bytes);
}

/// Style and fonts follow the display that the window is on.
void follow_scale(viewer_panels *panels, double scale)
{
    if (panels->scale == (float)scale) return;
    panels->scale = (float)scale;
    set_style(panels->scale);
    make_fonts(panels);
}

// ---- parts of panels ----------------------------------------------------------------------------------------------

/// Begins a panel that fills a box. Returns its list of things to draw.
ImDrawList *begin_panel(const char *name, const panel_box &box, bool scrolls = false)
{
    const ImGuiWindowFlags fixed = scrolls ? 0 : ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    ImGui::SetNextWindowPos(ImVec2((float)box.left, (float)box.top));
    ImGui::SetNextWindowSize(ImVec2((float)box.width, (float)box.height));
    ImGui::Begin(name, NULL,
                 fixed | ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    return ImGui::GetWindowDrawList();
}

ImVec2 text_size(const char *text, const char *end = NULL)
{
    return ImGui::CalcTextSize(text, end);
}

/// Text whose middle lies at a height; `part` 0 … 1 of its width is left of `x`.
void put_text(ImDrawList *list, float x, float middle, float part, ImU32 ink, const char *text, const char *end = NULL)
{
    const ImVec2 size = text_size(text, end);
    list->AddText(ImVec2(floorf(x - part * size.x), floorf(middle - 0.5f * size.y)), ink, text, end);
}

/// An area that can be clicked and dragged, at a place in the window.
bool put_area(const char *name, float left, float top, float width, float height)
{
    ImGui::SetCursorScreenPos(ImVec2(left, top));
    return ImGui::InvisibleButton(name, ImVec2(fmaxf(width, 1.0f), fmaxf(height, 1.0f)));
}

/// The same with what a file says.
void put_name(ImDrawList *list, float x, float middle, ImU32 ink, const char *name)
{
    char printable[256];
    sinew__printable(name, printable, sizeof printable);
    put_text(list, x, middle, 0.0f, ink, printable);
}

/// A heading, with room above unless it is the first.
void put_heading(viewer_panels *panels, const char *text)
{
    if (ImGui::GetCursorPos().y > ImGui::GetStyle().WindowPadding.y + 1.0f) {
        ImGui::Dummy(ImVec2(0.0f, 6.0f * panels->scale));
    }
    ImGui::PushFont(panels->small_font);
    ImGui::TextDisabled("%s", text);
    ImGui::PopFont();
}

/// The typed line with its caret, and what is wrong with it.
void put_prompt(viewer_panels *panels, ImDrawList *list, float x, float middle, const viewer_prompt *prompt)
{
    const float point = panels->scale;
    const float caret = floorf(x + text_size(prompt->text, prompt->text + prompt->cursor).x);
    put_text(list, x, middle, 0.0f, INK, prompt->text);
    list->AddRectFilled(ImVec2(caret, middle - 8.0f * point), ImVec2(caret + fmaxf(1.0f, point), middle + 8.0f * point),
                        ACCENT);
    put_text(list, x + text_size(prompt->text).x + 12.0f * point, middle, 0.0f, WRONG, prompt->message);
}

/// A line of a list, as wide as its window: shows whether it is chosen, returns whether it is clicked. Gives its place.
bool put_row(viewer_panels *panels, int id, bool is_chosen, ImDrawList *list, ImVec2 *out_from, ImVec2 *out_to)
{
    const ImVec2 size(ImGui::GetContentRegionAvail().x, ROW * panels->scale);
    *out_from = ImGui::GetCursorScreenPos();
    *out_to = ImVec2(out_from->x + size.x, out_from->y + size.y);
    ImGui::PushID(id);
    const bool is_clicked = ImGui::InvisibleButton("row", ImVec2(fmaxf(size.x, 1.0f), size.y));
    if (is_chosen || ImGui::IsItemHovered()) {
        list->AddRectFilled(*out_from, *out_to, is_chosen ? CHOSEN : HOVERED, 3.0f * panels->scale);
    }
    ImGui::PopID();
    return is_clicked;
}

/// Begins a part of a panel that scrolls by itself. End with end_list.
ImDrawList *begin_list(const char *name, float height)
{
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, 0.0f));
    ImGui::BeginChild(name, ImVec2(0.0f, height), false, ImGuiWindowFlags_NoNav);
    return ImGui::GetWindowDrawList();
}

void end_list()
{
    ImGui::EndChild();
    ImGui::PopStyleVar();
}

// ---- the timeline -------------------------------------------------------------------------------------------------

/// Where the parts of the timeline lie, in pixels.
struct timeline_frame {
    timeline_scale scale;
    float middle;                  // of the line of text
    float top, bottom;             // of the band with the keyframes
    float seconds_row, frames_row; // middles of the rows of numbers
};

timeline_frame frame_timeline(const viewer_panels *panels, const viewer_state *viewer)
{
    const panel_box &box = panels->layout.timeline;
    const float point = panels->scale, top = (float)box.top, margin = MARGIN * point;
    timeline_frame frame = {};
    frame.scale.end = viewer_clip_duration(viewer);
    frame.scale.left = margin;
    frame.scale.width = fmax(box.width - 2.0 * margin, 1.0);
    frame.middle = top + (panels->layout.slim ? 15.0f : 17.0f) * point;
    frame.seconds_row = top + 38.0f * point;
    frame.top = top + 46.0f * point;
    frame.bottom = top + 62.0f * point;
    frame.frames_row = top + 70.0f * point;
    return frame;
}

void put_play_sign(ImDrawList *list, float x, float middle, float point, bool paused)
{
    const float half = 5.0f * point;
    if (paused) {
        list->AddRectFilled(ImVec2(x, middle - half), ImVec2(x + 3.0f * point, middle + half), INK);
        list->AddRectFilled(ImVec2(x + 6.0f * point, middle - half), ImVec2(x + 9.0f * point, middle + half), INK);
    } else {
        list->AddTriangleFilled(ImVec2(x, middle - half), ImVec2(x + 9.0f * point, middle), ImVec2(x, middle + half),
                                ACCENT);
    }
}

/// The status line: what plays on the left, where on the right.
void put_timeline_words(viewer_panels *panels, viewer_state *viewer, ImDrawList *list, const timeline_frame &frame)
{
    const float point = panels->scale, left = (float)frame.scale.left, right = left + (float)frame.scale.width;
    char status[512];
    if (put_area("play", left - MARGIN * point, frame.middle - 12.0f * point, 36.0f * point, 24.0f * point)) {
        viewer_toggle_pause(viewer, 0.0);
    }
    viewer_put_status(viewer, status, sizeof status);
    const bool asks = viewer->prompt.kind == VIEWER_PROMPT_TIME || viewer->prompt.kind == VIEWER_PROMPT_TURN;
    const char *question = prompt_question(viewer->prompt.kind);
    const char *words = strchr(status, ' '), *tab = strchr(status, '\t'), *end = status + strlen(status);
    put_play_sign(list, left, frame.middle, point, viewer->player.paused != 0);
    const float time_left = tab ? right - text_size(tab + 1).x : right;
    list->PushClipRect(ImVec2(left, frame.middle - 12.0f * point),
                       ImVec2(time_left - 8.0f * point, frame.middle + 12.0f * point));
    if (asks) {
        put_text(list, left + 20.0f * point, frame.middle, 0.0f, FAINT, question);
        put_prompt(panels, list, left + 26.0f * point + text_size(question).x, frame.middle, &viewer->prompt);
    } else if (words) {
        put_text(list, left + 20.0f * point, frame.middle, 0.0f, INK, words + 1, tab ? tab : end);
    }
    list->PopClipRect();
    if (tab) put_text(list, right, frame.middle, 1.0f, INK, tab + 1);
}

/// One row of numbers: what they count, from where to where, and how they are written.
struct number_row {
    double first, last, least_step;
    const char *unit;
    float middle, mark_top, mark_bottom; // pixels
};

/// Numbers at whole steps, each beside its mark; the last one may stand on the left of it.
void put_numbers(ImDrawList *list, const timeline_frame &frame, const number_row &row, float point)
{
    const double per_unit = frame.scale.width / (row.last - row.first);
    const double step = fmax(timeline_step(per_unit, 64.0 * (double)point), row.least_step);
    const float gap = 3.0f * point, border = (float)(frame.scale.left + frame.scale.width) + 6.0f * point;
    for (double n = ceil(row.first / step - 1e-6); n * step <= row.last + 1e-6 * step; n += 1.0) {
        char text[40];
        const float x = floorf((float)(frame.scale.left + (n * step - row.first) * per_unit));
        snprintf(text, sizeof text, "%.*f%s", timeline_decimals(step), n * step + 0.0, row.unit);
        const bool fits = x + gap + text_size(text).x < border;
        list->AddRectFilled(ImVec2(x, row.mark_top), ImVec2(x + fmaxf(floorf(point), 1.0f), row.mark_bottom), LINE);
        put_text(list, fits ? x + gap : x - gap, row.middle, fits ? 0.0f : 1.0f, FAINT, text);
    }
}

void put_rulers(viewer_panels *panels, const viewer_state *viewer, ImDrawList *list, const timeline_frame &frame)
{
    const double fps = viewer->model->info->fps, start = viewer_clip_start(viewer), end = frame.scale.end;
    const float point = panels->scale, mark = 14.0f * point;
    if (!(end > 0.0)) return;
    ImGui::PushFont(panels->small_font);
    const number_row seconds = {0.0, end, 1e-6, " s", frame.seconds_row, frame.top - mark, frame.top};
    put_numbers(list, frame, seconds, point);
    const number_row frames = {start * fps,  (start + end) * fps, 1.0, "", frame.frames_row,
                               frame.bottom, frame.bottom + mark};
    if (fps > 0.0) put_numbers(list, frame, frames, point);
    ImGui::PopFont();
}

/// A tick for each keyframe; where they stand apart, a diamond.
void put_keys(viewer_panels *panels, const viewer_state *viewer, ImDrawList *list, const timeline_frame &frame)
{
    const float point = panels->scale, middle = 0.5f * (frame.top + frame.bottom), half = 4.0f * point;
    timeline_keys_follow(&panels->keys, viewer->model, viewer->clip, viewer->selected_joint);
    panels->key_pixels.resize((int)frame.scale.width + 2);
    const int32_t count = timeline_mark_keys(&frame.scale, &panels->keys, viewer_clip_start(viewer),
                                             panels->key_pixels.Data, panels->key_pixels.Size);
    const bool apart = frame.scale.width > 9.0 * point * count;
    for (int32_t i = 0; i < count; ++i) {
        const float x = (float)panels->key_pixels[i] + 0.5f;
        if (apart)
            list->AddQuadFilled(ImVec2(x, middle - half), ImVec2(x + half, middle), ImVec2(x, middle + half),
                                ImVec2(x - half, middle), KEY);
        else
            list->AddRectFilled(ImVec2(x - 0.5f, middle - half), ImVec2(x + 0.5f, middle + half), KEY);
    }
}

/// The end of the part that plays: 0 the first, 1 the last. Dragging moves it.
void put_handle(viewer_panels *panels, viewer_state *viewer, ImDrawList *list, const timeline_frame &frame, int which)
{
    sinew_player *player = &viewer->player;
    const float point = panels->scale, direction = which ? 1.0f : -1.0f;
    const float place = (float)timeline_place(&frame.scale, which ? player->end : player->begin);
    const float reach = 9.0f * point, top = frame.top - 3.0f * point, bottom = frame.bottom + 3.0f * point;
    put_area(which ? "last" : "first", which ? place : place - reach, top, reach, bottom - top);
    if (ImGui::IsItemActive()) {
        const double time = timeline_time(&frame.scale, (double)ImGui::GetIO().MousePos.x);
        if (which)
            viewer_play_part(viewer, player->begin, fmax(time, player->begin));
        else
            viewer_play_part(viewer, fmin(time, player->end), player->end);
    }
    const bool lit = ImGui::IsItemActive() || ImGui::IsItemHovered();
    const ImU32 ink = lit ? INK : FAINT;
    const float width = 2.0f * point, x = place + (which ? 0.0f : -width);
    list->AddRectFilled(ImVec2(x, top), ImVec2(x + width, bottom), ink);
    list->AddTriangleFilled(ImVec2(place, top), ImVec2(place + direction * 7.0f * point, top),
                            ImVec2(place, top + 7.0f * point), ink);
}

void put_playhead(viewer_panels *panels, const viewer_state *viewer, ImDrawList *list, const timeline_frame &frame)
{
    const float point = panels->scale;
    const float x = (float)timeline_place(&frame.scale, sinew_player_time(&viewer->player));
    const float top = frame.top - 8.0f * point, half = 0.75f * point;
    list->AddRectFilled(ImVec2(x - half, top), ImVec2(x + half, frame.bottom + 4.0f * point), ACCENT);
    list->AddTriangleFilled(ImVec2(x - 5.0f * point, top), ImVec2(x + 5.0f * point, top), ImVec2(x, top + 6.0f * point),
                            ACCENT);
}

/// The band that is clicked and dragged: the shown time is where the mouse is.
void put_band(viewer_state *viewer, ImDrawList *list, const timeline_frame &frame, float reach)
{
    const float left = (float)frame.scale.left, right = left + (float)frame.scale.width;
    put_area("band", left - reach, frame.top - 16.0f, right - left + 2.0f * reach, frame.bottom - frame.top + 32.0f);
    if (ImGui::IsItemActive()) viewer_seek(viewer, timeline_time(&frame.scale, (double)ImGui::GetIO().MousePos.x));
    const float begin = (float)timeline_place(&frame.scale, viewer->player.begin);
    const float end = (float)timeline_place(&frame.scale, viewer->player.end);
    const float now = (float)timeline_place(&frame.scale, sinew_player_time(&viewer->player));
    list->AddRectFilled(ImVec2(left, frame.top), ImVec2(right, frame.bottom), RAISED);
    list->AddRectFilled(ImVec2(begin, frame.top), ImVec2(end, frame.bottom), LINE);
    list->AddRectFilled(ImVec2(begin, frame.top), ImVec2(fmaxf(now, begin), frame.bottom), PLAYED);
}

/// Without room for more: a line that shows how much has been played.
void put_slim_timeline(viewer_state *viewer, ImDrawList *list, const panel_box &box, float point)
{
    const timeline_scale scale = {0.0, viewer_clip_duration(viewer), 0.0, (double)box.width};
    const float top = (float)box.top, height = 3.0f * point;
    put_area("band", 0.0f, top, (float)box.width, 7.0f * point);
    if (ImGui::IsItemActive()) viewer_seek(viewer, timeline_time(&scale, (double)ImGui::GetIO().MousePos.x));
    const float now = (float)timeline_place(&scale, sinew_player_time(&viewer->player));
    list->AddRectFilled(ImVec2(0.0f, top), ImVec2((float)box.width, top + height), LINE);
    list->AddRectFilled(ImVec2(0.0f, top), ImVec2(now, top + height), ACCENT);
}

void build_timeline(viewer_panels *panels, viewer_state *viewer)
{
    if (!panels->layout.timeline.width) return;
    ImDrawList *list = begin_panel("timeline", panels->layout.timeline);
    const timeline_frame frame = frame_timeline(panels, viewer);
    if (panels->layout.slim) {
        put_slim_timeline(viewer, list, panels->layout.timeline, panels->scale);
    } else {
        ImDrawListSplitter order; // the handles lie over the band, and take the mouse before it
        order.Split(list, 2);
        order.SetCurrentChannel(list, 1);
        put_handle(panels, viewer, list, frame, 0);
        put_handle(panels, viewer, list, frame, 1);
        order.SetCurrentChannel(list, 0);
        put_band(viewer, list, frame, 6.0f * panels->scale);
        put_rulers(panels, viewer, list, frame);
        put_keys(panels, viewer, list, frame);
        order.SetCurrentChannel(list, 1);
        put_playhead(panels, viewer, list, frame);
        order.Merge(list);
    }
    put_timeline_words(panels, viewer, list, frame);
    ImGui::End();
}

// ---- curves and values --------------------------------------------------------------------------------------------

/// Where the curves of one kind lie.
struct curve_lane {
    joint_curve_kind kind;
    float words, top, bottom; // pixels: where the line of words begins, and the curves
    double least, most;       // values there
};

float place_value(const curve_lane &lane, double value)
{
    const double part = (value - lane.least) / (lane.most - lane.least);
    return lane.bottom - (float)part * (lane.bottom - lane.top);
}

/// Divides a panel among the kinds of curves that there are. Returns how many lanes that makes.
int divide_lanes(const joint_curves &curves, float top, float bottom, float point, curve_lane *lanes)
{
    const float gap = 6.0f * point, room_for_words = 17.0f * point;
    int count = 0;
    for (int kind = 0; kind < JOINT_CURVE_KINDS; ++kind) {
        if (!(curves.least[kind] <= curves.most[kind])) continue;
        // What hardly changes is shown as even, not blown up until its rounding shows.
        const double middle = 0.5 * (curves.least[kind] + curves.most[kind]);
        const double half = fmax(0.5 * (curves.most[kind] - curves.least[kind]), 1e-3 * fmax(fabs(middle), 1.0));
        lanes[count++] = {(joint_curve_kind)kind, 0.0f, 0.0f, 0.0f, middle - 1.15 * half, middle + 1.15 * half};
    }
    const float height = (bottom - top) / (float)(count > 0 ? count : 1);
    for (int i = 0; i < count; ++i) {
        lanes[i].words = top + (float)i * height;
        lanes[i].top = lanes[i].words + room_for_words;
        lanes[i].bottom = lanes[i].words + height - gap;
    }
    return count;
}

void put_curve(ImDrawList *list, const curve_lane &lane, const timeline_scale &scale, const joint_curves &curves,
               const joint_curve &curve, float point)
{
    ImVector<ImVec2> line;
    for (int32_t i = 0; i < curves.point_count; ++i) {
        const joint_curve_point &at = curve.points[i];
        line.push_back(ImVec2((float)timeline_place(&scale, at.seconds), place_value(lane, at.value)));
    }
    list->AddPolyline(line.Data, line.Size, AXES[curve.component], 0, 1.4f * point);
    if (curve.key_count > (int32_t)(scale.width / (6.0 * (double)point))) return; // they would hide the curve
    for (int32_t i = 0; i < curve.key_count; ++i) {
        const float x = (float)timeline_place(&scale, curve.keys[i].seconds),
                    y = place_value(lane, curve.keys[i].value);
        list->AddCircleFilled(ImVec2(x, y), 2.6f * point, AXES[curve.component], 8);
    }
}

/// What the lane shows, and its curves' values now, each in its colour.
void put_lane_words(viewer_panels *panels, ImDrawList *list, const curve_lane &lane, float left, double now)
{
    static const char *const names[JOINT_CURVE_KINDS] = {"translation", "rotation", "scaling", "other"};
    const float point = panels->scale, middle = lane.words + 8.0f * point;
    char words[40];
    ImGui::PushFont(panels->small_font);
    put_text(list, left, middle, 0.0f, FAINT, names[lane.kind]);
    float x = left + 84.0f * point;
    for (int32_t i = 0; i < panels->curves.count && x < left + 640.0f * point; ++i) {
        const joint_curve &curve = panels->curves.curves[i];
        if (curve.kind != lane.kind) continue;
        snprintf(words, sizeof words, "%c %.3f", "xyzw"[curve.component],
                 joint_curve_value(&panels->curves, &curve, now));
        put_text(list, x, middle, 0.0f, AXES[curve.component], words);
        x += 84.0f * point;
    }
    ImGui::PopFont();
}

/// The values at the upper and lower border.
void put_lane_ends(viewer_panels *panels, ImDrawList *list, const curve_lane &lane, float right)
{
    const float point = panels->scale, room = 8.0f * point;
    char words[40];
    if (lane.bottom - lane.top < 4.0f * room) return;
    ImGui::PushFont(panels->small_font);
    snprintf(words, sizeof words, "%.4g", lane.most);
    put_text(list, right, lane.top + room, 1.0f, FAINT, words);
    snprintf(words, sizeof words, "%.4g", lane.least);
    put_text(list, right, lane.bottom - room, 1.0f, FAINT, words);
    ImGui::PopFont();
}

void put_lane(viewer_panels *panels, ImDrawList *list, const curve_lane &lane, const timeline_scale &scale, double now)
{
    const float point = panels->scale, left = (float)scale.left, right = left + (float)scale.width;
    list->AddRectFilled(ImVec2(left, lane.top), ImVec2(right, lane.bottom), RAISED, 3.0f * point);
    if (lane.least < 0.0 && lane.most > 0.0) {
        const float zero = floorf(place_value(lane, 0.0));
        list->AddRectFilled(ImVec2(left, zero), ImVec2(right, zero + fmaxf(1.0f, floorf(point))), LINE);
    }
    list->PushClipRect(ImVec2(left - 3.0f * point, lane.top), ImVec2(right + 3.0f * point, lane.bottom), true);
    for (int32_t i = 0; i < panels->curves.count; ++i) {
        if (panels->curves.curves[i].kind == lane.kind)
            put_curve(list, lane, scale, panels->curves, panels->curves.curves[i], point);
    }
    list->PopClipRect();
    put_lane_words(panels, list, lane, left, now);
    put_lane_ends(panels, list, lane, right - 5.0f * point);
}

/// The curves over the same stretch of time as the timeline below them. A drag goes to a time here as well.
void build_curves(viewer_panels *panels, viewer_state *viewer)
{
    const panel_box &box = panels->layout.curves;
    if (!box.width) return;
    ImDrawList *list = begin_panel("curves", box);
    const float point = panels->scale, top = (float)box.top + 10.0f * point, bottom = (float)(box.top + box.height);
    const timeline_scale scale = frame_timeline(panels, viewer).scale;
    const double now = sinew_player_time(&viewer->player);
    joint_curves_follow(&panels->curves, viewer->model, viewer->clip, viewer->selected_joint,
                        (int32_t)fmax(scale.width / (2.0 * (double)point), 2.0));
    put_area("scrub", (float)scale.left, top, (float)scale.width, bottom - top);
    if (ImGui::IsItemActive()) viewer_seek(viewer, timeline_time(&scale, (double)ImGui::GetIO().MousePos.x));

    curve_lane lanes[JOINT_CURVE_KINDS];
    const int count = divide_lanes(panels->curves, top, bottom, point, lanes);
    for (int i = 0; i < count; ++i) put_lane(panels, list, lanes[i], scale, now);
    if (count == 0) {
        const char *why = viewer->selected_joint == SINEW_NONE ? "Select a joint to see its curves."
                                                               : "This clip does not move the joint.";
        put_text(list, (float)box.width * 0.5f, 0.5f * (top + bottom), 0.5f, FAINT, why);
    } else {
        const float x = (float)timeline_place(&scale, now), half = 0.75f * point;
        list->AddRectFilled(ImVec2(x - half, lanes[0].top), ImVec2(x + half, bottom), ACCENT);
    }
    ImGui::End();
}

/// A name and three numbers; where there is little room the numbers get small.
void put_numbers(viewer_panels *panels, const char *name, const double numbers[3])
{
    const float point = panels->scale, room = ImGui::GetContentRegionAvail().x, x = ImGui::GetCursorScreenPos().x;
    const float column = fminf(60.0f * point, (room - 30.0f * point) / 3.0f);
    const float middle = ImGui::GetCursorScreenPos().y + 9.0f * point;
    const bool is_narrow = column < 60.0f * point;
    ImDrawList *list = ImGui::GetWindowDrawList();
    char words[40];
    if (is_narrow) ImGui::PushFont(panels->small_font);
    put_text(list, x, middle, 0.0f, FAINT, name);
    for (int i = 0; i < 3; ++i) {
        const double number = fabs(numbers[i]) < 5e-4 ? 0.0 : numbers[i]; // no "-0.000"
        snprintf(words, sizeof words, is_narrow || fabs(number) >= 1e5 ? "%.4g" : "%.3f", number);
        put_text(list, x + room - (float)(2 - i) * column, middle, 1.0f, AXES[i], words);
    }
    if (is_narrow) ImGui::PopFont();
    ImGui::Dummy(ImVec2(0.0f, 15.0f * point));
}

void put_values(viewer_panels *panels, const char *heading, const joint_values &values)
{
    put_heading(panels, heading);
    put_numbers(panels, "at", values.t);
    put_numbers(panels, "turned", values.r);
    put_numbers(panels, "scaled", values.s);
}

/// The pose that values are taken from. NULL without memory.
sinew_pose *pose_for_values(viewer_panels *panels, const sinew_model *model)
{
    if (!panels->pose && sinew_pose_create(model, &panels->pose, NULL) != SINEW_OK) panels->pose = NULL;
    return panels->pose;
}

void build_values(viewer_panels *panels, const viewer_state *viewer)
{
    const sinew_model *model = viewer->model;
    const int32_t joint = viewer->selected_joint;
    char name[128];
    if (joint == SINEW_NONE || !pose_for_values(panels, model)) return;
    joint_values local, global;
    joint_values_find(model, viewer->clip, viewer_timeline(viewer), joint, panels->pose, &local, &global);
    sinew__printable(sinew_text(model, model->joints[joint].name), name, sizeof name);
    put_heading(panels, "JOINT");
    ImGui::TextUnformatted(name);
    put_values(panels, "RELATIVE TO ITS PARENT", local);
    put_values(panels, "IN THE MODEL", global);
}

// ---- facts, warnings, times ---------------------------------------------------------------------------------------

/// A line of two columns: the second begins `column` points from the panel's border.
void put_fact(viewer_panels *panels, const char *name, const char *value, float column)
{
    ImGui::TextDisabled("%s", name);
    ImGui::SameLine(column * panels->scale);
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(value);
    ImGui::PopTextWrapPos();
}

void put_warning(const sinew_model *model, const sinew_warning &warning)
{
    char words[600], object[128], text[400];
    sinew__printable(sinew_text(model, warning.object), object, sizeof object);
    sinew__printable(sinew_text(model, warning.text), text, sizeof text);
    snprintf(words, sizeof words, "%s%s%s", object, object[0] ? ": " : "", text);
    ImGui::PushStyleColor(ImGuiCol_Text, warning.severity == SINEW_SEVERITY_INFO ? FAINT : KEY);
    ImGui::TextUnformatted(sinew_text(model, warning.code));
    ImGui::PopStyleColor();
    ImGui::SameLine();
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(words);
    ImGui::PopTextWrapPos();
}

void build_info(viewer_panels *panels, const viewer_state *viewer)
{
    const sinew_model *model = viewer->model;
    const int32_t most = 50;
    model_fact facts[MODEL_FACTS_MOST];
    put_heading(panels, "MODEL");
    const int count = model_facts_list(model, facts);
    for (int i = 0; i < count; ++i) put_fact(panels, facts[i].name, facts[i].value, 96.0f);
    put_heading(panels, "WARNINGS");
    for (int32_t i = 0; i < model->warning_count && i < most; ++i) put_warning(model, model->warnings[i]);
    if (model->warning_count == 0) ImGui::TextDisabled("none");
    if (model->warning_count > most) {
        ImGui::TextDisabled("%d more: sinew info lists them all", (int)(model->warning_count - most));
    }
}

void put_time(viewer_panels *panels, const char *name, double seconds)
{
    char words[40];
    if (seconds < 1.0)
        snprintf(words, sizeof words, seconds < 0.01 ? "%.3f ms" : "%.1f ms", 1e3 * seconds);
    else
        snprintf(words, sizeof words, "%.2f s", seconds);
    put_fact(panels, name, words, 150.0f);
}

void build_times(viewer_panels *panels, const viewer_state *viewer)
{
    const sinew_model *model = viewer->model;
    char words[40];
    put_heading(panels, "THIS PICTURE");
    snprintf(words, sizeof words, "pose (%s)", sinew_engine_info(viewer->settings->engine)->name);
    put_time(panels, words, viewer->times.pose);
    put_time(panels, "draw, skin included", viewer->times.draw);
    put_time(panels, "panels", panels->build_time);
    snprintf(words, sizeof words, "%.0f", panels->pictures_per_second);
    put_fact(panels, "pictures a second", words, 150.0f);
    put_heading(panels, "STEP BY STEP, EXACT, ON ONE CORE");
    put_time(panels, "import", viewer->times.load);
    if (!pose_for_values(panels, model)) return;
    step_times_follow(&panels->steps, model, viewer->clip, viewer_timeline(viewer), panels->pose);
    put_time(panels, "sample", panels->steps.sample);
    put_time(panels, "walk", panels->steps.walk);
    put_time(panels, "skin", panels->steps.skin);
}

void build_right(viewer_panels *panels, viewer_state *viewer)
{
    if (!panels->layout.right.width) return;
    begin_panel("right", panels->layout.right, true);
    if (viewer->panels[VIEWER_PANEL_CURVES]) build_values(panels, viewer);
    if (viewer->panels[VIEWER_PANEL_INFO]) build_info(panels, viewer);
    if (viewer->panels[VIEWER_PANEL_TIMES]) build_times(panels, viewer);
    ImGui::End();
}

// ---- clips and joints ---------------------------------------------------------------------------------------------

void build_clips(viewer_panels *panels, viewer_state *viewer)
{
    const sinew_model *model = viewer->model;
    const float point = panels->scale, row = ROW * point;
    const float most = floorf(0.3f * (float)panels->layout.left.height / row) * row;
    char words[40];
    put_heading(panels, "CLIPS");
    ImDrawList *list = begin_list("clips", fminf((float)model->clip_count * row, most));
    ImGuiListClipper clipper;
    clipper.Begin(model->clip_count, row);
    while (clipper.Step()) {
        for (int32_t i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            ImVec2 from, to;
            if (put_row(panels, i, i == viewer->clip, list, &from, &to)) viewer_start_clip(viewer, i);
            const float middle = 0.5f * (from.y + to.y), end = to.x - 6.0f * point;
            snprintf(words, sizeof words, "%.3f s", model->clips[i].duration);
            const float width = text_size(words).x;
            put_text(list, end, middle, 1.0f, FAINT, words);
            list->PushClipRect(from, ImVec2(end - width - 8.0f * point, to.y), true);
            put_name(list, from.x + 8.0f * point, middle, INK, sinew_text(model, model->clips[i].name));
            list->PopClipRect();
        }
    }
    end_list();
    if (model->clip_count == 0) ImGui::TextDisabled("none: the rest pose");
}

/// The field that a joint's name is typed into. A click does what `/` does.
void put_search(viewer_panels *panels, viewer_state *viewer, ImDrawList *list)
{
    const float point = panels->scale, height = 24.0f * point;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const ImVec2 to(from.x + ImGui::GetContentRegionAvail().x, from.y + height);
    const bool asks = viewer->prompt.kind == VIEWER_PROMPT_JOINT;
    const float middle = 0.5f * (from.y + to.y), lens = 4.0f * point;
    const ImVec2 center(from.x + 12.0f * point, middle - point);
    if (ImGui::InvisibleButton("search", ImVec2(to.x - from.x, height)) && !asks)
        viewer_ask(viewer, VIEWER_PROMPT_JOINT);
    list->AddRectFilled(from, to, RAISED, 4.0f * point);
    if (asks) list->AddRect(from, to, ACCENT, 4.0f * point, 0, point);
    list->AddCircle(center, lens, FAINT, 16, 1.5f * point);
    list->AddLine(ImVec2(center.x + 0.7f * lens, center.y + 0.7f * lens),
                  ImVec2(center.x + 1.8f * lens, center.y + 1.8f * lens), FAINT, 1.5f * point);
    list->PushClipRect(from, to, true);
    if (asks)
        put_prompt(panels, list, from.x + 24.0f * point, middle, &viewer->prompt);
    else
        put_text(list, from.x + 24.0f * point, middle, 0.0f, FAINT, "Find a joint  /");
    list->PopClipRect();
}

/// An eye, or a closed one.
void put_eye(ImDrawList *list, float x, float y, float point, bool is_open, ImU32 ink)
{
    const float half = 6.0f * point, arch = is_open ? 6.0f * point : 0.0f;
    const ImVec2 left(x - half, y), right(x + half, y);
    list->AddBezierQuadratic(left, ImVec2(x, y + 6.0f * point), right, ink, 1.2f * point);
    if (!is_open) return;
    list->AddBezierQuadratic(left, ImVec2(x, y - arch), right, ink, 1.2f * point);
    list->AddCircleFilled(ImVec2(x, y), 1.8f * point, ink, 10);
}

void put_fold(ImDrawList *list, float x, float y, float point, bool is_folded)
{
    const float a = 3.0f * point, b = 4.0f * point;
    if (is_folded)
        list->AddTriangleFilled(ImVec2(x - a, y - b), ImVec2(x + a, y), ImVec2(x - a, y + b), FAINT);
    else
        list->AddTriangleFilled(ImVec2(x - b, y - a), ImVec2(x + b, y - a), ImVec2(x, y + a), FAINT);
}

void put_joint(viewer_panels *panels, viewer_state *viewer, ImDrawList *list, const joint_row &row, int id)
{
    const float point = panels->scale;
    ImVec2 from, to;
    const bool is_clicked = put_row(panels, id, row.joint == viewer->selected_joint, list, &from, &to);
    const float middle = 0.5f * (from.y + to.y), eye = to.x - 12.0f * point, mouse = ImGui::GetIO().MousePos.x;
    // Deep down the indent stays, so that names can be read.
    const float indent = fminf(11.0f * (float)row.depth, 0.4f * (to.x - from.x) / point) * point;
    const float fold = from.x + indent + 8.0f * point, name = fold + 20.0f * point;
    if (is_clicked && mouse > eye - 10.0f * point)
        hidden_joints_toggle(&viewer->hidden, viewer->model, row.joint);
    else if (is_clicked && row.has_children && mouse < fold + 8.0f * point)
        joint_list_fold(&panels->joints, row.joint);
    else if (is_clicked)
        viewer_select(viewer, row.joint == viewer->selected_joint ? SINEW_NONE : row.joint);

    const bool is_hidden = hidden_joints_hide(&viewer->hidden, row.joint) != 0;
    const bool moves = panels->joints.moves[row.joint] != 0;
    if (row.has_children) put_fold(list, fold, middle, point, row.is_folded != 0);
    if (moves) list->AddCircleFilled(ImVec2(fold + 12.0f * point, middle), 2.5f * point, is_hidden ? FAINT : KEY, 12);
    put_eye(list, eye, middle, point, !is_hidden, is_hidden ? INK : row.joint == viewer->selected_joint ? FAINT : LINE);
    list->PushClipRect(from, ImVec2(eye - 10.0f * point, to.y), true);
    put_name(list, name, middle, row.is_found && !is_hidden ? INK : FAINT,
             sinew_text(viewer->model, viewer->model->joints[row.joint].name));
    list->PopClipRect();
}

/// Scrolls to a joint that has been selected elsewhere.
void follow_selection(viewer_panels *panels, const viewer_state *viewer)
{
    if (viewer->selected_joint == panels->revealed_joint) return;
    panels->revealed_joint = viewer->selected_joint;
    if (viewer->selected_joint == SINEW_NONE) return;
    const int32_t row = joint_list_reveal(&panels->joints, viewer->selected_joint);
    const float height = ROW * panels->scale, top = (float)row * height, room = ImGui::GetWindowHeight();
    const bool is_seen = top >= ImGui::GetScrollY() && top + height <= ImGui::GetScrollY() + room;
    if (row != SINEW_NONE && !is_seen) ImGui::SetScrollY(top - 0.5f * (room - height));
}

void build_joints(viewer_panels *panels, viewer_state *viewer)
{
    const bool asks = viewer->prompt.kind == VIEWER_PROMPT_JOINT;
    put_heading(panels, "JOINTS");
    put_search(panels, viewer, ImGui::GetWindowDrawList());
    joint_list_follow(&panels->joints, viewer->model, viewer->clip, asks ? viewer->prompt.text : "");
    ImDrawList *list = begin_list("joints", 0.0f);
    follow_selection(panels, viewer);
    ImGuiListClipper clipper;
    clipper.Begin(panels->joints.row_count, ROW * panels->scale);
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd && i < panels->joints.row_count; ++i) {
            const joint_row row = panels->joints.rows[i]; // a click may make the list anew
            put_joint(panels, viewer, list, row, i);
        }
    }
    end_list();
}

void build_left(viewer_panels *panels, viewer_state *viewer)
{
    if (!panels->layout.left.width) return;
    begin_panel("left", panels->layout.left);
    build_clips(panels, viewer);
    build_joints(panels, viewer);
    ImGui::End();
}

// ---- help ---------------------------------------------------------------------------------------------------------

/// A line of help, in a text that is kept elsewhere.
struct help_line {
    const char *keys, *keys_end, *does, *does_end;
};

/// How help is laid out, in pixels.
struct help_layout {
    int rows, columns;
    float row, keys_width, column_width;
};

ImVector<help_line> split_help(const char *help)
{
    ImVector<help_line> lines;
    while (*help) {
        const char *tab = help + strcspn(help, "\t\n"), *end = help + strcspn(help, "\n");
        const help_line line = {help, tab, tab < end ? tab + 1 : end, end};
        lines.push_back(line);
        help = *end ? end + 1 : end;
    }
    return lines;
}

/// In as many columns as it takes to be no higher than the window.
help_layout lay_out_help(const ImVector<help_line> &lines, float height, float point)
{
    float keys = 0.0f, does = 0.0f;
    for (const help_line &line : lines) {
        keys = fmaxf(keys, text_size(line.keys, line.keys_end).x);
        does = fmaxf(does, text_size(line.does, line.does_end).x);
    }
    help_layout layout;
    layout.row = floorf(1.4f * ImGui::GetFontSize());
    const int fit = (int)fmaxf((height - 44.0f * point) / layout.row, 1.0f);
    layout.columns = (lines.Size + fit - 1) / fit;
    layout.rows = (lines.Size + layout.columns - 1) / (layout.columns > 0 ? layout.columns : 1);
    layout.keys_width = keys + 18.0f * point;
    layout.column_width = layout.keys_width + does + 24.0f * point;
    return layout;
}

/// Over everything.
void put_help(const ImVector<help_line> &lines, const help_layout &layout, const viewer_size &window, float point)
{
    const float margin = 20.0f * point, height = (float)layout.rows * layout.row + 2.0f * margin;
    const float width = (float)layout.columns * layout.column_width + 2.0f * margin - 24.0f * point;
    const float left = floorf(fmaxf(0.5f * ((float)window.width - width), 0.0f));
    const float top = floorf(fmaxf(0.5f * ((float)window.height - height), 0.0f));
    ImDrawList *list = ImGui::GetForegroundDrawList();
    list->AddRectFilled(ImVec2(left, top), ImVec2(left + width, top + height), PAPER, 6.0f * point);
    list->AddRect(ImVec2(left, top), ImVec2(left + width, top + height), LINE, 6.0f * point);
    for (int i = 0; i < lines.Size; ++i) {
        const float x = left + margin + (float)(i / layout.rows) * layout.column_width;
        const float middle = top + margin + ((float)(i % layout.rows) + 0.5f) * layout.row;
        put_text(list, x, middle, 0.0f, ACCENT, lines[i].keys, lines[i].keys_end);
        put_text(list, x + layout.keys_width, middle, 0.0f, INK, lines[i].does, lines[i].does_end);
    }
}

/// The keys, in the middle of the window; in small letters where the usual ones have no room.
void build_help(viewer_panels *panels)
{
    char help[8192];
    viewer_put_help(help, sizeof help);
    const ImVector<help_line> lines = split_help(help);
    const float height = (float)panels->size.height, point = panels->scale;
    help_layout layout = lay_out_help(lines, height, point);
    const bool is_wide = (float)layout.columns * layout.column_width > (float)panels->size.width;
    if (is_wide) {
        ImGui::PushFont(panels->small_font);
        layout = lay_out_help(lines, height, point);
    }
    put_help(lines, layout, panels->size, point);
    if (is_wide) ImGui::PopFont();
}

// ---- all of them --------------------------------------------------------------------------------------------------

void feed(viewer_panels *panels, panel_input *input)
{
    ImGuiIO &io = ImGui::GetIO();
    io.DisplaySize = ImVec2((float)panels->size.width, (float)panels->size.height);
    io.DeltaTime = (float)fmin(fmax(viewer_seconds_since(panels->ticks), 1e-4), 1.0);
    panels->pictures_per_second += 0.1 * (1.0 / (double)io.DeltaTime - panels->pictures_per_second);
    panels->ticks = SDL_GetPerformanceCounter();
    const panel_mouse mouse = panel_input_give(input);
    io.MousePos = mouse.is_near ? ImVec2(mouse.x, mouse.y) : ImVec2(-FLT_MAX, -FLT_MAX);
    for (int i = 0; i < 3; ++i) io.MouseDown[i] = (mouse.down >> i & 1) != 0;
    io.MouseWheel = mouse.wheel;
}

void divide(viewer_panels *panels, const viewer_state *viewer)
{
    const viewer_prompt_kind kind = viewer->prompt.kind;
    const bool asks = kind == VIEWER_PROMPT_TIME || kind == VIEWER_PROMPT_TURN; // in the timeline
    const int curves = viewer->panels[VIEWER_PANEL_CURVES];
    const int values = curves && viewer->selected_joint != SINEW_NONE;
    const int right = values || viewer->panels[VIEWER_PANEL_INFO] || viewer->panels[VIEWER_PANEL_TIMES];
    const panel_wishes wishes = {!viewer->hide_status || asks, viewer->panels[VIEWER_PANEL_TREE], right, curves};
    panel_layout_divide(panels->size.width, panels->size.height, panels->size.scale, &wishes, &panels->layout);
}

/// Another model plays: what was kept of the one before is of no use, whatever its address.
void forget_model(viewer_panels *panels)
{
    timeline_keys_free(&panels->keys);
    joint_list_free(&panels->joints);
    joint_curves_free(&panels->curves);
    step_times_free(&panels->steps);
    sinew_pose_destroy(panels->pose);
    panels->pose = NULL;
    panels->revealed_joint = SINEW_NONE;
}

void follow_model(viewer_panels *panels, const viewer_state *viewer)
{
    if (panels->model_number == viewer->model_number) return;
    forget_model(panels);
    panels->model_number = viewer->model_number;
}

sinew_result draw_list(viewer_panels *panels, const ImDrawList *list, ImVector<render_interface_run> *runs,
                       sinew_error *out_error)
{
    static_assert(sizeof(ImDrawVert) == sizeof(render_interface_vertex), "the same layout");
    static_assert(sizeof(ImDrawIdx) == sizeof(uint16_t), "the same layout");
    runs->resize(0);
    for (const ImDrawCmd &command : list->CmdBuffer) {
        const ImVec4 &clip = command.ClipRect;
        const render_interface_run run = {(int32_t)clip.x,
                                          (int32_t)clip.y,
                                          (int32_t)clip.z,
                                          (int32_t)clip.w,
                                          (int32_t)command.IdxOffset,
                                          (int32_t)command.ElemCount,
                                          (int32_t)command.VtxOffset};
        runs->push_back(run);
    }
    const render_interface_layer layer = {reinterpret_cast<const render_interface_vertex *>(list->VtxBuffer.Data),
                                          list->IdxBuffer.Data,
                                          runs->Data,
                                          list->VtxBuffer.Size,
                                          list->IdxBuffer.Size,
                                          runs->Size};
    return render_interface_draw(panels->interface, &layer, out_error);
}

} // namespace

extern "C" sinew_result viewer_panels_create(viewer_panels **out_panels, sinew_error *out_error)
{
    viewer_panels *panels = *out_panels = new (std::nothrow) viewer_panels();
    if (!panels) return sinew__fail_memory(out_error);
    reserve.used = 0; // there is one window at a time
    ImGui::SetAllocatorFunctions(allocate, release);
    panels->context = ImGui::CreateContext();
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = io.LogFilename = NULL;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    io.ConfigFlags |= ImGuiConfigFlags_NoMouseCursorChange;
    panels->ticks = SDL_GetPerformanceCounter();
    panels->revealed_joint = SINEW_NONE;
    const sinew_result result = check_memory(out_error);
    return result == SINEW_OK ? render_interface_create(&panels->interface, out_error) : result;
}

extern "C" void viewer_panels_destroy(viewer_panels *panels)
{
    if (!panels) return;
    forget_model(panels);
    render_interface_destroy(panels->interface);
    ImGui::DestroyContext(panels->context);
    delete panels;
}

extern "C" void viewer_panels_build(viewer_panels *panels, viewer_state *viewer, panel_input *input,
                                    const viewer_size *size)
{
    panels->size = *size;
    follow_scale(panels, size->scale);
    follow_model(panels, viewer);
    feed(panels, input);
    divide(panels, viewer);
    ImGui::NewFrame();
    build_timeline(panels, viewer);
    build_left(panels, viewer);
    build_curves(panels, viewer);
    build_right(panels, viewer);
    if (viewer->help) build_help(panels);
    ImGui::Render();
    panels->build_time += 0.1 * (viewer_seconds_since(panels->ticks) - panels->build_time);
    input->figure = panels->layout.figure;
}

extern "C" sinew_result viewer_panels_draw(viewer_panels *panels, sinew_renderer *renderer,
                                           const render_interface **out_contents, sinew_error *out_error)
{
    const panel_box &figure = panels->layout.figure;
    const ImDrawData *data = ImGui::GetDrawData();
    ImVector<render_interface_run> runs;
    *out_contents = panels->interface;
    sinew_result result = render_interface_begin(panels->interface, renderer, panels->size.width, panels->size.height,
                                                 figure.left, figure.top, out_error);
    for (int i = 0; i < data->CmdListsCount && result == SINEW_OK; ++i) {
        result = draw_list(panels, data->CmdLists[i], &runs, out_error);
    }
    return result == SINEW_OK ? check_memory(out_error) : result;
}
