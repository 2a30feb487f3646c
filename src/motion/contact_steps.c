#include "sinew/contacts.h"

#include <string.h>

/// Whether a contact is the whole of a foot and begins within the clip.
static int is_step(const sinew_contacts *contacts, const sinew_contact *contact, double duration)
{
    const int is_always = contact->from <= 0 && contact->to >= duration;
    const int begins = contact->from > 0 || contacts->loops;
    return contact->joint == SINEW_NONE && begins && !is_always && contact->from < duration;
}

/// The next step of a foot from a contact on, or the number of contacts.
static int32_t next_step(const sinew_contacts *contacts, int32_t foot, int32_t from, double duration)
{
    while (from < contacts->count &&
           (contacts->items[from].foot != foot || !is_step(contacts, &contacts->items[from], duration)))
        ++from;
    return from;
}

/// Merges the steps of the feet, each of which are in order.
int32_t sinew_contacts_steps(const sinew_contacts *contacts, int32_t foot, double duration, double *out_times,
                             int32_t capacity)
{
    int32_t next[SINEW_MAX_FEET], count = 0;
    for (int32_t i = 0; i < SINEW_MAX_FEET; ++i)
        next[i] = foot == SINEW_NONE || foot == i ? next_step(contacts, i, 0, duration) : contacts->count;
    for (;;) {
        int32_t earliest = SINEW_NONE;
        for (int32_t i = 0; i < SINEW_MAX_FEET; ++i)
            if (next[i] < contacts->count &&
                (earliest == SINEW_NONE || contacts->items[next[i]].from < contacts->items[next[earliest]].from))
                earliest = i;
        if (earliest == SINEW_NONE) return count;
        if (count < capacity) out_times[count] = contacts->items[next[earliest]].from;
        ++count;
        next[earliest] = next_step(contacts, earliest, next[earliest] + 1, duration);
    }
}

/// Whether a contact covers a time of a clip that may continue into its next loop.
static int covers(const sinew_contact *contact, double duration, double time)
{
    return (time >= contact->from && time <= contact->to) || time + duration <= contact->to;
}

void sinew_contacts_plants(const sinew_contacts *contacts, const sinew_foot *feet, int32_t foot_count, double duration,
                           double time, sinew_foot_plant *out_plants)
{
    memset(out_plants, 0, (size_t)foot_count * sizeof *out_plants);
    for (int32_t i = 0; i < contacts->count; ++i) {
        const sinew_contact *contact = &contacts->items[i];
        if (contact->joint == SINEW_NONE || contact->foot >= foot_count || !covers(contact, duration, time)) continue;
        sinew_foot_plant *plant = &out_plants[contact->foot];
        *(contact->joint == feet[contact->foot].joint ? &plant->heel : &plant->toe) = 1;
    }
}
