#include "render/text/stroke_font.h"

#include <math.h>
#include <string.h>

// A glyph is a list of strokes separated by spaces. A stroke is a list of points of two digits: x (0 … 6) and y (0 … 9;
// 2 is the baseline, 7 the x-height, 9 the cap height). A point after ~ is a control point of a quadratic Bézier curve;
// between two control points there is an implied point halfway.

static const char *const glyphs[RENDER_FONT_GLYPHS] = {
    "",                                                 // space
    "3934 3232",                                        // !
    "2927 4947",                                        // "
    "2329 4349 0565 0767",                              // #
    "57~4838~18~1636~56~5333~2314 3932",                // $
    "0269 19~29~2717~07~0919 54~64~6252~42~4454",       // %
    "6227~1939~59~5736~05~0222~5265",                   // &
    "3937",                                             // '
    "49~27~2341",                                       // (
    "29~47~4321",                                       // )
    "3834 1755 1557",                                   // *
    "3733 1555",                                        // +
    "3220",                                             // ,
    "1555",                                             // -
    "3232",                                             // .
    "1159",                                             // /
    "39~59~5232~12~1939",                               // 0
    "173932 1252",                                      // 1
    "17~1939~5957~56451252",                            // 2
    "18~2939~59~563626 36~56~5232~2213",                // 3
    "42491454",                                         // 4
    "59191636~56~5232~2213",                            // 5
    "58~4939~1914~1232~5254~5636~1614",                 // 6
    "195922",                                           // 7
    "39~59~5636~16~1939 36~56~5232~12~1636",            // 8
    "13~2232~5257~5939~1917~1535~5557",                 // 9
    "3636 3232",                                        // :
    "3636 3220",                                        // ;
    "581552",                                           // <
    "1656 1454",                                        // =
    "185512",                                           // >
    "17~1939~5957~563534 3232",                         // ?
    "5232~02~0939~6966~6454~444547 46~47~27~2434~4445", // @
    "023962 1454",                                      // A
    "020939~59~563606 36~66~623202",                    // B
    "68~5939~09~0232~5263",                             // C
    "020929~69~622202",                                 // D
    "59090252 0646",                                    // E
    "590902 0646",                                      // F
    "68~5939~09~0232~626545",                           // G
    "0209 6269 0666",                                   // H
    "1959 3932 1252",                                   // I
    "5954~5232~1214",                                   // J
    "0209 6905 2662",                                   // K
    "090252",                                           // L
    "0209356962",                                       // M
    "02096269",                                         // N
    "39~69~6232~02~0939",                               // O
    "020939~69~653505",                                 // P
    "39~69~6232~02~0939 4461",                          // Q
    "020939~69~653505 3562",                            // R
    "68~5939~09~0636~66~6232~1203",                     // S
    "0969 3932",                                        // T
    "0904~0232~626469",                                 // U
    "093269",                                           // V
    "0912375269",                                       // W
    "0962 0269",                                        // X
    "093669 3632",                                      // Y
    "09690262",                                         // Z
    "49292141",                                         // [
    "1951",                                             // backslash
    "29494121",                                         // ]
    "163956",                                           // ^
    "0161",                                             // _
    "2938",                                             // `
    "37~57~5232~12~1737 5752",                          // a
    "1912 37~57~5232~12~1737",                          // b
    "56~4737~17~1232~4253",                             // c
    "5952 37~57~5232~12~1737",                          // d
    "1555~5737~17~1232~4253",                           // e
    "59~393732 1757",                                   // f
    "37~57~5232~12~1737 5752~5030~2011",                // g
    "1912 15~17~575552",                                // h
    "173732 1252 3939",                                 // i
    "274742~4020~1011 4949",                            // j
    "1912 5714 2552",                                   // k
    "193932 1252",                                      // l
    "0702 05~07~373532 35~37~676562",                   // m
    "1712 15~17~575552",                                // n
    "37~57~5232~12~1737",                               // o
    "1710 37~57~5232~12~1737",                          // p
    "5750 37~57~5232~12~1737",                          // q
    "1712 15~1737~4756",                                // r
    "56~4737~17~1535~55~5232~2213",                     // s
    "3934~3252 1757",                                   // t
    "1714~12~525457 5752",                              // u
    "173257",                                           // v
    "0712365267",                                       // w
    "1752 1257",                                        // x
    "1732 5720",                                        // y
    "17571252",                                         // z
    "49~3937~3525 25~3533~3141",                        // {
    "3931",                                             // |
    "29~3937~3545 45~3533~3121",                        // }
    "15~27~4456",                                       // ~
    "1219595212",                                       // any other character
    "12185512 22274522 3335",                           // play
    "1812 2228 5258 4842",                              // pause
    "5909 0902 0636~66~623202",                         // Б
    "590902",                                           // Г
    "01026261 12295952",                                // Д
    "3932 0962 0269",                                   // Ж
    "09026962",                                         // И
    "07026762 29~3849",                                 // Й
    "02295952",                                         // Л
    "02096962",                                         // П
    "0935 6912",                                        // У
    "3932 38~08~0434 38~68~6434",                       // Ф
    "09026261 5952",                                    // Ц
    "0907~053565 6962",                                 // Ч
    "09026269 3932",                                    // Ш
    "09025251 2922 4942",                               // Щ
    "091912 1636~66~623212",                            // Ъ
    "0902 0626~46~422202 6962",                         // Ы
    "0902 0636~66~623202",                              // Ь
    "08~1939~69~6232~1203 3666",                        // Э
    "0902 0626 49~69~6242~22~2949",                     // Ю
    "626939~09~053565 3502",                            // Я
    "121737~57~553515 35~55~523212",                    // в
    "571712",                                           // г
    "01026261 12275752",                                // д
    "3732 0762 0267",                                   // ж
    "16~2737~57~553525 35~55~5232~2213",                // з
    "17125752",                                         // и
    "17125752 29~3849",                                 // й
    "1712 5714 2552",                                   // к
    "02275752",                                         // л
    "1217345752",                                       // м
    "1712 5752 1555",                                   // н
    "12175752",                                         // п
    "1757 3732",                                        // т
    "3930 37~07~0232 37~67~6232",                       // ф
    "17126261 5752",                                    // ц
    "1716~143454 5752",                                 // ч
    "07026267 3732",                                    // ш
    "07025251 2722 4742",                               // щ
    "071712 1535~65~623212",                            // ъ
    "0702 0525~45~422202 6762",                         // ы
    "1712 1535~55~523212",                              // ь
    "16~2737~57~5232~2213 3555",                        // э
    "0702 0525 47~67~6242~22~2747",                     // ю
    "525737~17~153555 3512",                            // я
};

enum { GLYPH_OTHER = 95, GLYPH_PLAY = 96, GLYPH_PAUSE = 97, GLYPH_CYRILLIC = 98 };

/// А … я; those that look like no Latin letter have glyphs of their own, in this order.
static int cyrillic_glyph(uint32_t code)
{
    static const char shapes[] = "A*B**E*3**K*MHO*PCT**X**********a6***e********o*pc*y*x**********";
    const char shape = shapes[code - 0x410];
    int own = 0;
    if (shape != '*') return shape - ' ';
    for (uint32_t i = 0; i < code - 0x410; ++i) own += shapes[i] == '*';
    return GLYPH_CYRILLIC + own;
}

int sinew__render_font_glyph(uint32_t code)
{
    static const char latin[] = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYPsaaaaaaaceeeeiiiidnooooo/ouuuuypy"; // U+00C0 … U+00FF
    if (code >= 0xc0 && code <= 0xff) code = (unsigned char)latin[code - 0xc0];
    if (code == 0x401 || code == 0x451) code = code == 0x401 ? 'E' : 'e'; // Ё ё
    if (code == 0x406 || code == 0x456) code = code == 0x406 ? 'I' : 'i'; // Ukrainian
    if (code >= 0x410 && code <= 0x44f) return cyrillic_glyph(code);
    if (code >= ' ' && code <= '~') return (int)code - ' ';
    if (code == 0x25b6) return GLYPH_PLAY;
    if (code == 0x2016) return GLYPH_PAUSE;
    return GLYPH_OTHER;
}

render_font_size sinew__render_font_size_for(double scale)
{
    const float unit = 1.35f * (float)scale, margin = ceilf(1.2f * unit);
    return (render_font_size){
        .unit = unit,
        .space = roundf(3.4f * unit),
        .cell_width = (int32_t)(ceilf(6.0f * unit) + 2.0f * margin),
        .cell_height = (int32_t)(ceilf(9.0f * unit) + 2.0f * margin),
        .margin = margin,
    };
}

/// Gets the smallest and the largest x of a glyph. Returns 0 for a glyph without strokes.
static int find_extent(const char *glyph, int *out_left, int *out_right)
{
    *out_left = 9;
    *out_right = 0;
    for (const char *c = glyph; *c; ++c) {
        if (*c == ' ' || *c == '~') continue;
        const int x = *c++ - '0';
        if (x < *out_left) *out_left = x;
        if (x > *out_right) *out_right = x;
    }
    return *glyph != '\0';
}

float sinew__render_font_advance(const render_font_size *size, int glyph, float *out_origin)
{
    int left, right;
    *out_origin = 0.0f;
    if (!find_extent(glyphs[glyph], &left, &right)) return size->space;
    const float bearing = left == right ? 1.8f : 1.3f; // on each side, to the centre of a stroke
    *out_origin = roundf((bearing - (float)left) * size->unit);
    return roundf(((float)(right - left) + 2.0f * bearing) * size->unit);
}

// ---- strokes to pixels --------------------------------------------------------------------------------------------

/// The drawing position: one cell of the atlas.
typedef struct font_pen {
    const render_font_size *size;
    uint8_t *cell; ///< its top left pixel
    int32_t stride;
} font_pen;

static float distance_to_segment(float x, float y, const float a[2], const float b[2])
{
    const float dx = b[0] - a[0], dy = b[1] - a[1], length = dx * dx + dy * dy;
    float t = length > 0.0f ? ((x - a[0]) * dx + (y - a[1]) * dy) / length : 0.0f;
    t = fminf(fmaxf(t, 0.0f), 1.0f);
    return hypotf(x - a[0] - t * dx, y - a[1] - t * dy);
}

/// Draws a line segment with round ends, in grid coordinates.
static void draw_segment(const font_pen *pen, const float a[2], const float b[2])
{
    const render_font_size *size = pen->size;
    const float half_width = 0.56f * size->unit;
    float from[2], to[2];
    for (int i = 0; i < 2; ++i) {
        from[i] = a[i] * size->unit + size->margin;
        to[i] = b[i] * size->unit + size->margin;
    }
    for (int32_t row = 0; row < size->cell_height; ++row) {
        const float y = (float)(size->cell_height - row) - 0.5f;
        for (int32_t column = 0; column < size->cell_width; ++column) {
            const float distance = distance_to_segment((float)column + 0.5f, y, from, to);
            const float coverage = fminf(fmaxf(half_width - distance + 0.5f, 0.0f), 1.0f);
            uint8_t *pixel = pen->cell + row * pen->stride + column;
            const uint8_t value = (uint8_t)(255.0f * coverage + 0.5f);
            if (value > *pixel) *pixel = value;
        }
    }
}

static void draw_curve(const font_pen *pen, const float a[2], const float control[2], const float b[2])
{
    enum { PIECES = 8 };
    float last[2] = {a[0], a[1]};
    for (int i = 1; i <= PIECES; ++i) {
        const float t = (float)i / (float)PIECES, u = 1.0f - t;
        float next[2];
        for (int k = 0; k < 2; ++k) next[k] = u * u * a[k] + 2.0f * u * t * control[k] + t * t * b[k];
        draw_segment(pen, last, next);
        memcpy(last, next, sizeof last);
    }
}

/// Draws one stroke and returns its end in the text.
static const char *draw_stroke(const font_pen *pen, const char *text)
{
    float last[2] = {(float)(text[0] - '0'), (float)(text[1] - '0')}, control[2] = {0};
    int bends = 0;
    for (text += 2; *text && *text != ' ';) {
        const int touched = *text != '~';
        if (!touched) ++text;
        const float point[2] = {(float)(text[0] - '0'), (float)(text[1] - '0')};
        text += 2;
        float end[2] = {point[0], point[1]};
        if (!touched && bends) { // halfway between two control points
            for (int k = 0; k < 2; ++k) end[k] = 0.5f * (control[k] + point[k]);
        }
        if (bends)
            draw_curve(pen, last, control, end);
        else if (touched)
            draw_segment(pen, last, end);
        if (touched || bends) memcpy(last, end, sizeof last);
        bends = !touched;
        memcpy(control, point, sizeof control);
    }
    return text;
}

void sinew__render_font_draw_atlas(const render_font_size *size, uint8_t *out_atlas)
{
    const int32_t stride = RENDER_FONT_COLUMNS * size->cell_width;
    memset(out_atlas, 0, (size_t)stride * (size_t)(RENDER_FONT_ROWS * size->cell_height));
    for (int32_t i = 0; i < RENDER_FONT_GLYPHS; ++i) {
        const int32_t row = i / RENDER_FONT_COLUMNS, column = i % RENDER_FONT_COLUMNS;
        const font_pen pen = {size, out_atlas + row * size->cell_height * stride + column * size->cell_width, stride};
        const char *text = glyphs[i];
        while (*text) {
            text = draw_stroke(&pen, text);
            if (*text == ' ') ++text;
        }
    }
}
