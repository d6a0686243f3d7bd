#include "papers/daviet2011/local/rivals.h"

#include <stddef.h>

static const local_method pac = {"pac", local_pac3, local_pac2, true};
static const local_method dac = {"dac", local_dac3, local_dac2, true};
static const local_method duriez06 = {"duriez06", local_duriez06_3, local_duriez06_2, false};
static const local_method duriez06_paper = {"duriez06", local_duriez06_paper3, local_duriez06_paper2, false};
static const local_method duriez08 = {"duriez08", local_duriez08_3, local_duriez08_2, true};
static const local_method four_sides = {"4sides", local_four_sides3, local_four_sides2, false};

static const local_method *const methods[HF_LOCAL_COUNT] = {
    [HF_LOCAL_MFB] = &local_mfb,     [HF_LOCAL_ENUM] = &local_enum,   [HF_LOCAL_PAC] = &pac,
    [HF_LOCAL_DAC] = &dac,           [HF_LOCAL_DURIEZ06] = &duriez06, [HF_LOCAL_DURIEZ08] = &duriez08,
    [HF_LOCAL_4SIDES] = &four_sides,
};

const local_method *local_find(hf_local_method method)
{
    return (unsigned)method < HF_LOCAL_COUNT ? methods[method] : NULL;
}

const local_method *local_find_paper(hf_local_method method)
{
    if (method == HF_LOCAL_MFB) return &local_mfb_paper;
    return method == HF_LOCAL_DURIEZ06 ? &duriez06_paper : local_find(method);
}

const char *hf_local_method_name(hf_local_method method)
{
    const local_method *found = local_find(method);
    return found ? found->name : method == HF_LOCAL_NONE ? "none" : "unknown";
}
