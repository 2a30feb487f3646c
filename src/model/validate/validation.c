#include "model/validate/validation.h"

#include "platform/clock.h"

static sinew_result fail_time(const sinew__validation *validation)
{
    return sinew__fail(validation->error, SINEW_ERROR_TIMED_OUT, "stopped after %.3g s, while the model was checked",
                       validation->limits.seconds);
}

int sinew__validation_is_late(const sinew__validation_limits *limits)
{
    return (limits->deadline > 0 && sinew__now() > limits->deadline) ||
           (limits->thread_deadline > 0 && sinew__thread_time() > limits->thread_deadline);
}

sinew_result sinew__validation_spend(sinew__validation *validation, uint64_t bytes)
{
    static const uint64_t between_looks = UINT64_C(4) << 20; // about a millisecond
    validation->work += bytes;
    if (validation->work > validation->limits.work)
        return sinew__fail(validation->error, SINEW_ERROR_LIMIT,
                           "checking the model block takes more work than the %llu bytes that its size allows",
                           (unsigned long long)validation->limits.work);
    if (validation->work < validation->clocked) return SINEW_OK;
    validation->clocked = validation->work + between_looks;
    return sinew__validation_is_late(&validation->limits) ? fail_time(validation) : SINEW_OK;
}
