#include "program/viewer/terminal/terminal_capabilities.h"

#include <chafa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// An image of one pixel in kitty's protocol.
static const char kitty_query[] = "\x1b_Gi=1,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\";

// Synchronized output; cell size; maximum sixel size; the colour in effect
// after a direct colour was set; the cursor position after a letter that is two characters in every 8-bit encoding
// (half blocks contain bytes that are no characters there); device attributes.
static const char other_queries[] = "\x1b[?2026$p"
                                    "\x1b[16t"
                                    "\x1b[?2;4;0S"
                                    "\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[0m"
                                    "\r\xc3\xa9\x1b[6n"
                                    "\x1b[c";

void terminal_put_queries(sinew__buffer *out)
{
    const char *name = getenv("TERM"), *tmux = getenv("TMUX");
    const int sets_title =
        (tmux && *tmux) || (name && (strncmp(name, "screen", 6) == 0 || strncmp(name, "tmux", 4) == 0));
    if (!sets_title) sinew__buffer_put_text(out, kitty_query);
    sinew__buffer_put_text(out, other_queries);
}

// ---- the environment ----------------------------------------------------------------------------------------------

int terminal_is_dumb(void)
{
    const char *name = getenv("TERM");
    return !name || !*name || strcmp(name, "dumb") == 0;
}

static int has_no_color(const char *name)
{
    const size_t length = strlen(name);
    return strncmp(name, "vt", 2) == 0 || (length > 2 && strcmp(name + length - 2, "-m") == 0);
}

static int guess_colors(void)
{
    static const struct {
        ChafaTermSeq needed;
        int colors;
    } depths[] = {
        {CHAFA_TERM_SEQ_SET_COLOR_FGBG_DIRECT, 1 << 24},
        {CHAFA_TERM_SEQ_SET_COLOR_FGBG_256, 256},
        {CHAFA_TERM_SEQ_SET_COLOR_FGBG_16, 16},
        {CHAFA_TERM_SEQ_SET_COLOR_FGBG_8, 8},
    };
    const char *name = getenv("TERM");
    int colors = 0;
    if (terminal_is_dumb() || has_no_color(name)) return 0;
    gchar **environment = g_get_environ();
    ChafaTermInfo *info = chafa_term_db_detect(chafa_term_db_get_default(), environment);
    for (size_t i = 0; i < sizeof depths / sizeof depths[0] && colors == 0; ++i) {
        if (chafa_term_info_have_seq(info, depths[i].needed)) colors = depths[i].colors;
    }
    chafa_term_info_unref(info);
    g_strfreev(environment);
    return colors;
}

static int guess_utf8(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; ++i) {
        const char *value = getenv(variables[i]);
        if (value && *value) return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "UTF8");
    }
    return 0;
}

void terminal_guess(terminal_capabilities *capabilities)
{
    *capabilities = (terminal_capabilities){.colors = guess_colors(), .utf8 = guess_utf8()};
}

// ---- replies ------------------------------------------------------------------------------------------------------

/// "[?62;4;22c": numbers of supported features.
static void parse_attributes(terminal_capabilities *capabilities, const char *reply)
{
    capabilities->is_complete = 1;
    for (const char *at = reply; at; at = strchr(at + 1, ';')) {
        if (at != reply && strtol(at + 1, NULL, 10) == 4) capabilities->sixel = 1;
    }
}

/// "P1$r0;48:2::1:2:3m": the colour that was set, or the nearest of a palette. Terminals of the same TERM differ, and
/// COLORTERM is not passed through ssh. A terminal whose TERM has no colours stays without.
static void parse_rendition(terminal_capabilities *capabilities, const char *reply)
{
    const char *background = strstr(reply, "48");
    if (capabilities->colors > 0 && background && (strstr(background, "1:2:3m") || strstr(background, "1;2;3m")))
        capabilities->colors = 1 << 24;
}

void terminal_parse_reply(terminal_capabilities *capabilities, const char *reply)
{
    int first = 0, second = 0;
    char last = '\0';
    capabilities->replies = 1;
    if (strncmp(reply, "_Gi=1;", 6) == 0) {
        capabilities->kitty = strcmp(reply + 6, "OK") == 0;
    } else if (strncmp(reply, "P1$r", 4) == 0) {
        parse_rendition(capabilities, reply);
    } else if (sscanf(reply, "[?2026;%1d$y", &first) == 1) {
        capabilities->synchronized = first == 1 || first == 2;
    } else if (sscanf(reply, "[6;%5d;%5d%c", &first, &second, &last) == 3 && last == 't') {
        capabilities->cell_height = first;
        capabilities->cell_width = second;
    } else if (sscanf(reply, "[?2;0;%5d;%5d%c", &first, &second, &last) == 3 && last == 'S') {
        capabilities->max_width = first;
        capabilities->max_height = second;
    } else if (sscanf(reply, "[%5d;%5d%c", &first, &second, &last) == 3 && last == 'R') {
        capabilities->utf8 = second == 2;
    } else if (strncmp(reply, "[?", 2) == 0 && reply[strlen(reply) - 1] == 'c') {
        parse_attributes(capabilities, reply);
    }
}

viewer_term terminal_choose_mode(const terminal_capabilities *capabilities, viewer_term requested, int is_skeleton_only)
{
    if (requested != VIEWER_TERM_AUTO) return requested;
    if (capabilities->colors > 0 && capabilities->kitty) return VIEWER_TERM_KITTY;
    if (capabilities->colors > 0 && capabilities->sixel) return VIEWER_TERM_SIXEL;
    if (!capabilities->utf8) return VIEWER_TERM_ASCII;
    return is_skeleton_only || capabilities->colors == 0 ? VIEWER_TERM_BRAILLE : VIEWER_TERM_BLOCKS;
}
