// holdfast view: a scene or a recording in a browser.

#include "commands.h"
#include "console.h"
#include "output.h"
#include "scene_options.h"
#include "shared_options.h"
#include "system.h"
#include "view_server.h"

#include "holdfast/live.h"
#include "holdfast/record.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum
{
    TOKEN_BYTES = 16,
    TOKEN_LEAST = 16, // letters of one that the user chooses
};

static bool browse; // --open

// ---- the page ----

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), other = strlen(end);
    return length >= other && strcmp(text + length - other, end) == 0;
}

static bool is_recording(const char *word)
{
    return ends_with(word, ".hdf5") || ends_with(word, ".h5");
}

/// The whole of a file that was just written; NULL after an error message.
static unsigned char *read_whole(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    long length = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    unsigned char *bytes = length >= 0 ? tool_allocate((size_t)length + 1, 1) : NULL;
    bool whole = bytes && fseek(file, 0, SEEK_SET) == 0 && fread(bytes, 1, (size_t)length, file) == (size_t)length;
    if (file) fclose(file);
    if (whole) *size = (size_t)length;
    else
    {
        tool_error("%s: cannot be read", path);
        free(bytes);
    }
    return whole ? bytes : NULL;
}

static hf_status write_page(const char *word, const char *path, hf_error *error)
{
    hf_recording *recording;
    hf_live_page page = {.source = HF_LIVE_SOCKET, .title = base_name(word)};
    if (!is_recording(word)) return hf_live_write_page(path, &page, error);
    hf_status status = hf_recording_open(word, &recording, error);
    if (status != HF_STATUS_OK) return status;
    status = hf_recording_write_html(recording, path, base_name(word), error);
    hf_recording_close(recording);
    return status;
}

/// Whether the scene can be opened at all, before anybody looks.
static bool check_scene(const char *scene, uint64_t seed)
{
    hf_live *live;
    hf_error error;
    if (hf_live_create(NULL, &live, &error) != HF_STATUS_OK)
    {
        tool_error("%s", error.message);
        return false;
    }
    hf_status status = hf_live_open(live, scene, seed, &error);
    if (status != HF_STATUS_OK) tool_error("%s", error.message);
    hf_live_destroy(live);
    return status == HF_STATUS_OK;
}

// ---- the server ----

/// A random word; NULL after an error message.
static char *make_token(void)
{
    unsigned char bytes[TOKEN_BYTES];
    FILE *lots = fopen("/dev/urandom", "rb");
    bool whole = lots && fread(bytes, 1, sizeof bytes, lots) == sizeof bytes;
    if (lots) fclose(lots);
    if (!whole)
    {
        tool_error("/dev/urandom cannot be read: there is no token; choose one by --token");
        return NULL;
    }
    char *token = tool_allocate(2 * TOKEN_BYTES + 1, 1);
    for (int k = 0; k < TOKEN_BYTES; k++) snprintf(token + 2 * k, 3, "%02x", bytes[k]);
    return token;
}

static char *choose_token(const argument_set *arguments)
{
    const char *given = option_text(arguments, "token");
    if (!given) return make_token();
    if (strlen(given) >= TOKEN_LEAST &&
        strspn(given, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == strlen(given))
        return tool_text("%s", given);
    tool_error("--token: at least %d letters, digits, '-' or '_' are needed, so that nobody guesses it", TOKEN_LEAST);
    return NULL;
}

static void ready(const view_server *server, int port)
{
    char *address = tool_text("http://127.0.0.1:%d/%s/", port, server->token);
    printf("%s\n", address);
    fflush(stdout);
    if (browse) system_browse(address);
    free(address);
}

static bool serve(const argument_set *arguments, const char *word, const char *folder)
{
    char *path = tool_text("%s/page.html", folder), *token = NULL;
    const char *record = option_text(arguments, "record-inputs");
    view_server server = {.live = {.scene = is_recording(word) ? NULL : word,
                                   .seed = (uint64_t)option_count(arguments, "seed"),
                                   .folder = folder},
                          .port = (int)option_count(arguments, "port")};
    hf_error error;
    bool well = !server.live.scene || check_scene(word, server.live.seed);
    if (well && server.live.scene && (record || option_given(arguments, "together")))
    {
        server.live.tape = view_tape_begin(record, word, server.live.seed);
        well = server.live.tape != NULL;
    }
    if (well && write_page(word, path, &error) != HF_STATUS_OK)
    {
        tool_error("%s", error.message);
        well = false;
    }
    unsigned char *page = well ? read_whole(path, &server.page_size) : NULL;
    unlink(path);
    if (page) token = choose_token(arguments);
    server.page = page, server.token = token;
    well = token && view_serve(&server, ready);
    if (server.live.tape && !view_tape_end(server.live.tape)) well = false;
    free(page);
    free(token);
    free(path);
    return well;
}

/// The page with the library inside, for a web server or a folder; holdfast-module.js comes from make wasm.
static bool write_module_page(const argument_set *arguments, const char *word)
{
    hf_live_page page = {
        .source = HF_LIVE_MODULE, .title = word, .scene = word, .thumbs = option_text(arguments, "thumbs")};
    hf_error error;
    if (hf_live_write_page(option_text(arguments, "write"), &page, &error) == HF_STATUS_OK) return true;
    tool_error("%s", error.message);
    return false;
}

static int run(const argument_set *arguments)
{
    char *word = scene_word(arguments, NULL), *folder = NULL;
    bool well;
    browse = option_given(arguments, "open");
    if (option_given(arguments, "write")) well = write_module_page(arguments, word);
    else if (!(folder = system_new_folder(NULL, "holdfast-view")))
    {
        tool_error("no folder can be made where temporary files go");
        well = false;
    }
    else
    {
        well = serve(arguments, word, folder);
        rmdir(folder);
        free(folder);
    }
    free(word);
    return well ? EXIT_SUCCESS : EXIT_ERROR;
}

static const option_def options[] = {
    {.name = "port",
     .argument = "N",
     .kind = OPTION_COUNT,
     .least = 0,
     .most = 65535,
     .fallback = "0",
     .help = "of 127.0.0.1; 0: any that is free"},
    {.name = "open", .kind = OPTION_FLAG, .help = "open it in the browser"},
    {.name = "token",
     .argument = "WORD",
     .kind = OPTION_TEXT,
     .help =
         "of the address, at least 16 letters and digits, so that it stays the same when the server is started again; "
         "random otherwise"},
    {.name = "together",
     .kind = OPTION_FLAG,
     .help = "all pages have one scene, in lock-step: each has a world of its own, which is given what the others do "
             "and says whether it comes to the same states"},
    {.name = "record-inputs",
     .argument = "F",
     .kind = OPTION_FILE,
     .help = "together, and write what pages do, pulls of the hand too: 'holdfast replay --from-inputs F' comes to the "
             "same state"},
    {.name = "write",
     .argument = "F.html",
     .kind = OPTION_FILE,
     .help = "write a page that has the library inside, and serve nothing; holdfast-module.js (make wasm) must lie "
             "beside it"},
    {.name = "thumbs",
     .argument = "DIR",
     .kind = OPTION_TEXT,
     .help = "with --write: folder of pictures of the built-in scenes, as seen from the page"},
    SCENE_SEED,
    SCENE_FLOATING,
};

static const example_def examples[] = {
    {"view jack", "pull at the lever of a jack; the address is printed"},
    {"view humanoid.xml --open", "a robot of a file, in the browser"},
    {"view jack --together", "open the address in two browsers: both pull at one jack"},
    {"view run.hdf5 --port 8000", "a recording"},
};

const command_def view_command = {
    .name = "view",
    .operands = "SCENE|RECORDING",
    .operand_least = 1,
    .operand_most = 1,
    .summary = "show a scene live, or a recording, in a browser",
    .details = "Serves one page on this machine and prints its address, which has a random token in it; nobody without "
               "it gets anything. A live scene runs here, and the page plays, steps, pulls and changes "
               "it; each page has a scene of its own. Ctrl-C ends it.",
    .exits = "0 after Ctrl-C; 1 if the scene cannot be opened or the port cannot be had.",
    COMMAND_TABLES,
};
