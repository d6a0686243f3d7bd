// Status codes and error messages.
//
// Three classes of trouble, never mixed: a wrong input is an hf_status with a message; a solver
// that misses its tolerance is an outcome in its report (solve.h) and no error; a bug in the
// library is an assert.

#ifndef HOLDFAST_STATUS_H
#define HOLDFAST_STATUS_H

#if defined(_WIN32) && defined(HOLDFAST_BUILDS_SHARED)
#define HF_API __declspec(dllexport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define HF_API __attribute__((visibility("default")))
#else
#define HF_API
#endif

#if defined(__MINGW32__)
#define HF_PRINTF(at, first) __attribute__((format(gnu_printf, at, first)))
#elif defined(__GNUC__)
#define HF_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define HF_PRINTF(at, first)
#endif

#ifdef __cplusplus
extern "C"
{
#endif

    typedef enum hf_status
    {
        HF_STATUS_OK = 0,

        /// An argument or a field of a definition is wrong. The message names it.
        HF_STATUS_INVALID,

        /// An allocation failed. Nothing changed.
        HF_STATUS_NO_MEMORY,

        /// A file cannot be opened, read or written.
        HF_STATUS_FILE,

        /// The content of a file is damaged or not understood.
        HF_STATUS_FORMAT,

        /// The request is valid, but this build or this method cannot do it. The message names a
        /// remedy.
        HF_STATUS_UNSUPPORTED,

        /// The caller's interrupt said stop (hf_workspace_set_interrupt). Nothing changed.
        HF_STATUS_INTERRUPTED,
    } hf_status;

    // The number of what does not exist, given to a function without an error: it returns a struct
    // of zeros, NULL, NAN (also all of a body's state), -1 for a number, 0 for a count, "unknown
    // ..." for a name, and leaves arrays as they are.

    /// A status with a message. Every function that can fail takes a pointer to one as its last
    /// argument; NULL is allowed.
    typedef struct hf_error
    {
        hf_status status;
        char message[320];
    } hf_error;

    /// The status in one or two English words ("out of memory"). Never NULL.
    HF_API const char *hf_status_name(hf_status status);

    /// The library's version, "major.minor.patch".
    HF_API const char *hf_version(void);

#ifdef __cplusplus
}
#endif

#endif
