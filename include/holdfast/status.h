// What a call returns, and how it says what went wrong.
//
// Three classes of trouble, never mixed: a wrong input is an hf_status with a message; a solver that misses its
// tolerance is an outcome in its report (solve.h) and no error; a bug of ours is an assert.

#ifndef HOLDFAST_STATUS_H
#define HOLDFAST_STATUS_H

#if defined(__GNUC__)
#define HF_API __attribute__((visibility("default")))
#define HF_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define HF_API
#define HF_PRINTF(at, first)
#endif

#ifdef __cplusplus
extern "C"
{
#endif

    typedef enum hf_status
    {
        HF_STATUS_OK = 0,
        HF_STATUS_INVALID,     // an argument or a field of a definition is wrong; the message names it
        HF_STATUS_NO_MEMORY,   // an allocation failed; nothing changed
        HF_STATUS_FILE,        // a file cannot be opened, read or written
        HF_STATUS_FORMAT,      // a file was read but what it holds is damaged or not understood
        HF_STATUS_UNSUPPORTED, // valid, but this build or this method cannot do it; the message says what would
    } hf_status;

    /// A status with words. Every function that can fail takes a pointer to one last; NULL is allowed.
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
