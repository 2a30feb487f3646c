#include "program/viewer/panels/panel_input.h"

int panel_input_is_near(const panel_input *input)
{
    const double x = (double)input->x, y = (double)input->y;
    if (input->held) return 1;
    return input->is_over && (!panel_box_holds(&input->viewport, x, y) || panel_box_holds(&input->cover, x, y));
}

static void move(panel_input *input, int x, int y, double density)
{
    input->is_over = 1;
    input->x = (float)(density * (x + 0.5)); // the centre of a mouse unit
    input->y = (float)(density * (y + 0.5));
}

static int handle_motion(panel_input *input, const SDL_MouseMotionEvent *motion, double density)
{
    move(input, motion->x, motion->y, density);
    return input->held || (motion->state == 0 && panel_input_is_near(input));
}

static int handle_button(panel_input *input, const SDL_MouseButtonEvent *button, double density)
{
    const int bit = 1 << (button->button - 1);
    move(input, button->x, button->y, density);
    if (button->state == SDL_PRESSED ? !panel_input_is_near(input) : !(input->held & bit)) return 0;
    if (button->state == SDL_PRESSED)
        input->held |= bit;
    else
        input->released |= bit;
    input->has_button_event = 1;
    return 1;
}

int panel_input_handle(panel_input *input, const SDL_Event *event, double density)
{
    switch (event->type) {
    case SDL_MOUSEMOTION: return handle_motion(input, &event->motion, density);
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP: return event->button.button <= 3 ? handle_button(input, &event->button, density) : 0;
    case SDL_MOUSEWHEEL:
        if (!panel_input_is_near(input)) return 0;
        input->wheel += event->wheel.preciseY;
        return 1;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_LEAVE) input->is_over = 0;
        return 0;
    default: return 0;
    }
}

panel_mouse panel_input_read(panel_input *input)
{
    const panel_mouse mouse = {panel_input_is_near(input), input->x, input->y, input->held, input->wheel};
    input->has_button_event = input->released != 0;
    input->held &= ~input->released;
    input->released = 0;
    input->wheel = 0.0f;
    return mouse;
}
