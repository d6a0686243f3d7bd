// A scene under someone's hand: a world that takes commands as lines of text and answers with
// bytes. The page in a browser speaks to it in two ways, to the library as WebAssembly and over a
// socket to `holdfast view`; docs/live.md lists commands and answers.

#ifndef HOLDFAST_LIVE_H
#define HOLDFAST_LIVE_H

#include "holdfast/status.h"
#include "holdfast/world.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

    typedef struct hf_live_options
    {
        /// Seconds since any moment, for times of steps and for `advance`, which ends when they are
        /// used up. The library reads no clock of its own; NULL: all times are 0.
        double (*clock)(void *context);
        void *context;

        /// Asked now and then during a step, with `context`: true ends it, and the command fails
        /// (hf_world_set_interrupt). Default NULL.
        bool (*interrupt)(void *context);

        /// Told, with `context`, of every command that has changed the scene, and of the state's
        /// hash after it (hf_world_hash); an `advance` is told as the steps that it made. The same
        /// commands in the same order lead another live scene that was opened alike to the same
        /// states. Default NULL.
        void (*changed)(void *context, const char *command, uint64_t hash);

        /// The command `open` may name files. Default false: built-in scenes alone.
        bool files;

        /// Folder for what `save` writes before it is handed over; NULL, the default: no `save`.
        const char *folder;

        /// Memory for states to step back to [bytes]. Default 64 MB.
        size_t history;

        /// Memory for the frames that `save page` and `save glb` are made of [bytes]. Default 64
        /// MB; beyond it every other frame is dropped.
        size_t recording;
    } hf_live_options;

    HF_API hf_live_options hf_live_options_default(void);

    typedef struct hf_live hf_live;

    /// Without a scene at first. `options` may be NULL; their folder must outlive it.
    HF_API hf_status hf_live_create(const hf_live_options *options, hf_live **live, hf_error *error);
    HF_API void hf_live_destroy(hf_live *live);

    /// Opens a scene (hf_scene_open), whatever options.files says. On failure what there was stays.
    HF_API hf_status hf_live_open(hf_live *live, const char *scene, uint64_t seed, hf_error *error);

    /// Shows a world of the caller's, under a title; it and its model must outlive the live scene.
    /// Its steps are the caller's (hf_live_step), or made by commands; no command may come while
    /// the caller uses it. Takes the world's observer (hf_world_observe). `reset` goes to the state
    /// that it has now; `open` is refused.
    HF_API hf_status hf_live_attach(hf_live *live, hf_world *world, const char *title, hf_error *error);

    /// hf_world_step, with what the hand does, and noted for history, frames and what is saved.
    HF_API hf_status hf_live_step(hf_live *live, double timestep, hf_step_report *report, hf_error *error);

    /// Takes one command of `size` bytes, which need not end with a 0. The answer belongs to the
    /// live scene and is valid until the next call; there always is one, and a command that failed
    /// has the answer "ERRO" and a message.
    HF_API void hf_live_command(hf_live *live, const char *text, size_t size, const unsigned char **answer,
                                size_t *answer_size);

    /// Where a live page gets its scene from.
    typedef enum hf_live_source
    {
        /// A socket beside the page: /live below its own address (holdfast view).
        HF_LIVE_SOCKET = 0,

        /// The library as WebAssembly, in the script holdfast-module.js beside the page (make
        /// wasm).
        HF_LIVE_MODULE,
    } hf_live_source;

    typedef struct hf_live_page
    {
        hf_live_source source;

        /// NULL: "holdfast".
        const char *title;

        /// MODULE: the scene that it opens unless its address says otherwise (?scene=NAME). May be
        /// NULL.
        const char *scene;

        /// Folder with pictures NAME.jpg of built-in scenes, as seen from the page. May be NULL.
        const char *thumbs;
    } hf_live_page;

    /// Writes the page of a live scene.
    HF_API hf_status hf_live_write_page(const char *path, const hf_live_page *about, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
