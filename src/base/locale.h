// Numbers in files have a decimal point, whatever language the program speaks.

#ifndef HF_BASE_LOCALE_H
#define HF_BASE_LOCALE_H

#include <locale.h>

#ifdef _WIN32

#include <stdlib.h>
#include <string.h>

typedef struct c_locale
{
    char *before;  // name of the thread's locale; NULL: nothing to undo
    int of_thread; // whether the thread had a locale of its own
} c_locale;

/// The calling thread reads and writes numbers as C does until c_locale_leave.
static inline c_locale c_locale_enter(void)
{
    c_locale locale = {.of_thread = _configthreadlocale(_ENABLE_PER_THREAD_LOCALE)};
    locale.before = _strdup(setlocale(LC_NUMERIC, NULL));
    if (locale.before) setlocale(LC_NUMERIC, "C");
    return locale;
}

static inline void c_locale_leave(c_locale *locale)
{
    if (locale->before) setlocale(LC_NUMERIC, locale->before);
    free(locale->before);
    _configthreadlocale(locale->of_thread);
}

#else

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

#endif
