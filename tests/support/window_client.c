/// Another program on the same X display, for tests of the window.
///
///   window_client drop WINDOW X Y [TEXT]   drags to (X, Y) on the screen and drops: TEXT, else standard input, as
///                                          text/uri-list
///   window_client drag WINDOW X Y [TEXT]   the same, but lets go elsewhere
///   window_client close WINDOW             asks it to close, as the button of its frame does
///   window_client paste WINDOW             prints the text of the clipboard
///   window_client count WINDOW X Y WIDTH HEIGHT   prints how many pixels of that part are red, green and blue
///   window_client dark WINDOW X Y WIDTH HEIGHT    ends with 0 if all pixels of that part are dark, as those of panels
///
/// Ends with 0 when all was answered, 1 when the window refused, 2 when it did not answer within some seconds.
/// Source: https://www.freedesktop.org/wiki/Specifications/XDND/, version 5.
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { XDND_VERSION = 5, ANSWERED = 0, REFUSED = 1, SILENT = 2 };

typedef struct other_client {
    Display *display;
    Window source, target;
    char text[65536];
} other_client;

static Atom atom(const other_client *drag, const char *name)
{
    return XInternAtom(drag->display, name, False);
}

static void send(const other_client *drag, const char *type, long a, long b, long c, long d, long e)
{
    XEvent event = {.xclient = {.type = ClientMessage,
                                .window = drag->target,
                                .message_type = atom(drag, type),
                                .format = 32,
                                .data.l = {a, b, c, d, e}}};
    XSendEvent(drag->display, drag->target, False, NoEventMask, &event);
    XFlush(drag->display);
}

/// Hands the text over to whoever asks for it.
static void answer(const other_client *drag, const XSelectionRequestEvent *request)
{
    XEvent event = {.xselection = {.type = SelectionNotify,
                                   .requestor = request->requestor,
                                   .selection = request->selection,
                                   .target = request->target,
                                   .property = request->property,
                                   .time = request->time}};
    XChangeProperty(drag->display, request->requestor, request->property, request->target, 8, PropModeReplace,
                    (const unsigned char *)drag->text, (int)strlen(drag->text));
    XSendEvent(drag->display, request->requestor, False, NoEventMask, &event);
    XFlush(drag->display);
}

/// Waits for a message of that type, serving the selection meanwhile. Returns 0 when none comes.
static int wait_for(const other_client *drag, const char *type, XClientMessageEvent *out_message)
{
    enum { PATIENCE_MS = 5000 };
    struct pollfd connection = {.fd = ConnectionNumber(drag->display), .events = POLLIN};
    while (XPending(drag->display) > 0 || poll(&connection, 1, PATIENCE_MS) > 0) {
        XEvent event;
        XNextEvent(drag->display, &event);
        if (event.type == SelectionRequest) answer(drag, &event.xselectionrequest);
        if (event.type != ClientMessage || event.xclient.message_type != atom(drag, type)) continue;
        *out_message = event.xclient;
        return 1;
    }
    return 0;
}

static int is_aware(const other_client *drag)
{
    Atom type;
    int format;
    unsigned long count, rest;
    unsigned char *version = NULL;
    XGetWindowProperty(drag->display, drag->target, atom(drag, "XdndAware"), 0, 1, False, AnyPropertyType, &type,
                       &format, &count, &rest, &version);
    const int aware = version && count == 1 && *(Atom *)(void *)version >= XDND_VERSION;
    if (version) XFree(version);
    return aware;
}

static int drag_and_drop(other_client *drag, int drops, long x, long y)
{
    XClientMessageEvent message;
    const long source = (long)drag->source, copy = (long)atom(drag, "XdndActionCopy");
    if (!is_aware(drag)) return REFUSED;
    XSetSelectionOwner(drag->display, atom(drag, "XdndSelection"), drag->source, CurrentTime);
    send(drag, "XdndEnter", source, (long)XDND_VERSION << 24, (long)atom(drag, "text/uri-list"), None, None);
    send(drag, "XdndPosition", source, 0, x << 16 | y, CurrentTime, copy);
    if (!wait_for(drag, "XdndStatus", &message)) return SILENT;
    if (!(message.data.l[1] & 1)) return REFUSED;
    send(drag, drops ? "XdndDrop" : "XdndLeave", source, 0, CurrentTime, 0, 0);
    if (!drops) return ANSWERED;
    if (!wait_for(drag, "XdndFinished", &message)) return SILENT;
    return message.data.l[1] & 1 ? ANSWERED : REFUSED;
}

/// Prints the text of the clipboard, which another program owns.
static int paste(const other_client *drag)
{
    enum { PATIENCE_MS = 5000 };
    struct pollfd connection = {.fd = ConnectionNumber(drag->display), .events = POLLIN};
    const Atom text = atom(drag, "UTF8_STRING"), place = atom(drag, "WINDOW_CLIENT");
    XConvertSelection(drag->display, atom(drag, "CLIPBOARD"), text, place, drag->source, CurrentTime);
    XFlush(drag->display);
    while (XPending(drag->display) > 0 || poll(&connection, 1, PATIENCE_MS) > 0) {
        XEvent event;
        Atom type;
        int format;
        unsigned long count, rest;
        unsigned char *bytes = NULL;
        XNextEvent(drag->display, &event);
        if (event.type != SelectionNotify) continue;
        if (event.xselection.property == None) return REFUSED;
        XGetWindowProperty(drag->display, drag->source, place, 0, sizeof drag->text / 4, False, AnyPropertyType, &type,
                           &format, &count, &rest, &bytes);
        if (bytes) fwrite(bytes, 1, count, stdout);
        if (bytes) XFree(bytes);
        return ANSWERED;
    }
    return SILENT;
}

/// A pixel has the colour of a channel if that is more than twice each other one.
static int count(const other_client *drag, int x, int y, unsigned width, unsigned height)
{
    int counts[3] = {0};
    XImage *image = XGetImage(drag->display, drag->target, x, y, width, height, AllPlanes, ZPixmap);
    if (!image) return REFUSED;
    for (int i = 0; i < image->width * image->height; ++i) {
        const unsigned long pixel = XGetPixel(image, i % image->width, i / image->width);
        const int rgb[] = {(int)(pixel >> 16 & 255), (int)(pixel >> 8 & 255), (int)(pixel & 255)};
        for (int k = 0; k < 3; ++k)
            counts[k] += rgb[k] > 40 && rgb[k] > 2 * rgb[(k + 1) % 3] && rgb[k] > 2 * rgb[(k + 2) % 3];
    }
    XDestroyImage(image);
    printf("%d %d %d\n", counts[0], counts[1], counts[2]);
    return ANSWERED;
}

static int are_dark(const other_client *drag, int x, int y, unsigned width, unsigned height)
{
    XImage *image = XGetImage(drag->display, drag->target, x, y, width, height, AllPlanes, ZPixmap);
    int code = image ? ANSWERED : REFUSED;
    for (int i = 0; image && i < image->width * image->height; ++i)
        if (XGetPixel(image, i % image->width, i / image->width) & 0xc0c0c0) code = REFUSED; // 64 of 255 or more
    if (image) XDestroyImage(image);
    return code;
}

int main(int argc, char **argv)
{
    static other_client drag;
    if (argc < 3 || !(drag.display = XOpenDisplay(NULL))) return SILENT;
    drag.target = strtoul(argv[2], NULL, 0);
    drag.source = XCreateSimpleWindow(drag.display, DefaultRootWindow(drag.display), 0, 0, 1, 1, 0, 0, 0);
    if (strcmp(argv[1], "paste") == 0) {
        const int code = paste(&drag);
        XCloseDisplay(drag.display);
        return code;
    }
    if (argc > 6 && (strcmp(argv[1], "count") == 0 || strcmp(argv[1], "dark") == 0)) {
        const int code = (*argv[1] == 'c' ? count : are_dark)(&drag, atoi(argv[3]), atoi(argv[4]),
                                                              (unsigned)atoi(argv[5]), (unsigned)atoi(argv[6]));
        XCloseDisplay(drag.display);
        return code;
    }
    if (strcmp(argv[1], "close") == 0) {
        send(&drag, "WM_PROTOCOLS", (long)atom(&drag, "WM_DELETE_WINDOW"), CurrentTime, 0, 0, 0);
        XCloseDisplay(drag.display);
        return ANSWERED;
    }
    if (argc > 5)
        snprintf(drag.text, sizeof drag.text, "%s", argv[5]);
    else
        drag.text[fread(drag.text, 1, sizeof drag.text - 1, stdin)] = '\0';
    const int code =
        argc < 5 ? SILENT : drag_and_drop(&drag, strcmp(argv[1], "drop") == 0, atol(argv[3]), atol(argv[4]));
    XCloseDisplay(drag.display);
    return code;
}
