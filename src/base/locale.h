// Numbers in files have a decimal point, whatever language the program speaks.

#ifndef HF_BASE_LOCALE_H
#define HF_BASE_LOCALE_H

#include <locale.h>

typedef struct c_locale
{
    locale_t own, before;
} c_locale;

/// The calling thread reads and writes numbers as C does until c_locale_leave.
static inline c_locale c_locale_enter(void)
{
    c_locale locale = {.own = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0)};
    if (locale.own) locale.before = uselocale(locale.own);
    return locale;
}

static inline void c_locale_leave(c_locale *locale)
{
    if (!locale->own) return;
    uselocale(locale->before);
    freelocale(locale->own);
}

#endif
