// HTTP and WebSocket by libwebsockets, bound to 127.0.0.1.
//
// Who may ask: whoever knows the token, a random word in the path, and comes from a page of this server (Origin) by its
// own name (Host), so that no other page of the browser reaches it. All else gets 403 before anything is looked at.
// There is one page, made in memory: no path leads to a file.
// What it costs: each socket has a scene of its own, at most CLIENTS of them, in a thread of its own (view_worker.c),
// so that what one page asks for takes only its own time; commands of at most COMMAND bytes, of which QUEUE may wait;
// one answer under way, which is written when the client reads. A client that does not read holds up nobody, and one
// that sends too much is closed.

#include "view_server.h"

#include "console.h"
#include "view_worker.h"

#include <stdlib.h>
#include <string.h>

#if HF_HAS_LIBWEBSOCKETS

#include <libwebsockets.h>

enum
{
    CLIENTS = 8,
    COMMAND = 4096, // bytes
    QUEUE = 16,
    CHUNK = 32768, // bytes that are written at once
};

typedef struct client
{
    view_worker *worker;
    bool counted;
    char command[COMMAND]; // that is arriving
    size_t arrived;
    char *queue[QUEUE];
    size_t lengths[QUEUE];
    int first, waiting;
    unsigned char *answer; // that is being written, with LWS_PRE bytes in front
    size_t size, written;
} client;

/// A page on its way.
typedef struct download
{
    size_t written;
} download;

typedef struct shared
{
    const view_server *server;
    int port;
    int clients;
} shared;

static shared *shared_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

// ---- who asks ----

/// Whether a header is one of this server's two names, behind `before`.
static bool header_is_own(struct lws *wsi, enum lws_token_indexes header, const char *before, int port)
{
    static const char *const names[] = {"127.0.0.1", "localhost"};
    char text[128], wanted[128];
    if (lws_hdr_copy(wsi, text, sizeof text, header) <= 0) return false;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
    {
        snprintf(wanted, sizeof wanted, "%s%s:%d", before, names[k], port);
        if (strcmp(text, wanted) == 0) return true;
    }
    return false;
}

/// Whether the path is /TOKEN and `rest`; the time it takes does not tell how much of the token was right.
static bool path_is(const shared *all, const char *path, const char *rest)
{
    const char *token = all->server->token;
    size_t length = strlen(token), other = strlen(path);
    if (other != 1 + length + strlen(rest) || path[0] != '/') return false;
    unsigned char differs = 0;
    for (size_t k = 0; k < length; k++) differs |= (unsigned char)(path[1 + k] ^ token[k]);
    return differs == 0 && strcmp(path + 1 + length, rest) == 0;
}

static int refuse(struct lws *wsi, unsigned code)
{
    return lws_return_http_status(wsi, code, NULL) != 0 || lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
}

// ---- the page ----

static int begin_page(struct lws *wsi, const shared *all, download *own, const char *path)
{
    unsigned char head[LWS_PRE + 1024], *at = head + LWS_PRE, *begin = at, *end = head + sizeof head - 1;
    if (!header_is_own(wsi, WSI_TOKEN_HOST, "", all->port)) return refuse(wsi, HTTP_STATUS_FORBIDDEN);
    if (!path_is(all, path, "/")) return refuse(wsi, HTTP_STATUS_FORBIDDEN);
    bool says_from = lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) > 0; // an address that is typed comes from no page
    if (says_from && !header_is_own(wsi, WSI_TOKEN_ORIGIN, "http://", all->port))
        return refuse(wsi, HTTP_STATUS_FORBIDDEN);
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) <= 0) return refuse(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED);
    if (lws_add_http_common_headers(wsi, HTTP_STATUS_OK, "text/html; charset=utf-8", all->server->page_size, &at,
                                    end) ||
        lws_add_http_header_by_name(wsi, (const unsigned char *)"cache-control:", (const unsigned char *)"no-store", 8,
                                    &at, end) ||
        lws_add_http_header_by_name(
            wsi, (const unsigned char *)"x-content-type-options:", (const unsigned char *)"nosniff", 7, &at, end) ||
        lws_add_http_header_by_name(
            wsi, (const unsigned char *)"referrer-policy:", (const unsigned char *)"no-referrer", 11, &at, end) ||
        lws_finalize_write_http_header(wsi, begin, &at, end))
        return -1;
    own->written = 0;
    lws_callback_on_writable(wsi);
    return 0;
}

static int write_page(struct lws *wsi, const shared *all, download *own)
{
    unsigned char part[LWS_PRE + CHUNK];
    size_t left = all->server->page_size - own->written, count = left < CHUNK ? left : CHUNK;
    memcpy(part + LWS_PRE, all->server->page + own->written, count);
    own->written += count;
    bool last = own->written == all->server->page_size;
    if (lws_write(wsi, part + LWS_PRE, count, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) != (int)count) return -1;
    if (last) return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
    lws_callback_on_writable(wsi);
    return 0;
}

/// An upgrade: to the socket, by a page of ours. 0 lets it go on.
static int confirm_upgrade(struct lws *wsi, const shared *all)
{
    char path[256];
    bool right = all->server->live.scene && lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) > 0 &&
                 path_is(all, path, "/live") && header_is_own(wsi, WSI_TOKEN_HOST, "", all->port) &&
                 header_is_own(wsi, WSI_TOKEN_ORIGIN, "http://", all->port);
    if (right) return 0;
    return lws_return_http_status(wsi, HTTP_STATUS_FORBIDDEN, NULL) != 0 ? -1 : 1;
}

static int serve_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
    const shared *all = shared_of(wsi);
    switch (reason)
    {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return confirm_upgrade(wsi, all);
    case LWS_CALLBACK_HTTP: return begin_page(wsi, all, user, in);
    case LWS_CALLBACK_HTTP_WRITEABLE: return write_page(wsi, all, user);
    case LWS_CALLBACK_HTTP_BODY:
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return -1; // nothing is uploaded
    default: return lws_callback_http_dummy(wsi, reason, user, in, size);
    }
}

// ---- the socket ----

static int close_with(struct lws *wsi, enum lws_close_status code, const char *reason)
{
    char text[124];
    int length = snprintf(text, sizeof text, "%s", reason);
    lws_close_reason(wsi, code, (unsigned char *)text,
                     (size_t)(length < (int)sizeof text ? length : (int)sizeof text - 1));
    return -1;
}

/// An answer is ready: the loop is to look. Called by the thread of a scene.
static void wake_loop(void *context)
{
    lws_cancel_service(context);
}

static int welcome(struct lws *wsi, shared *all, client *c)
{
    hf_error error;
    if (all->clients >= CLIENTS)
        return close_with(wsi, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, "too many pages look at this scene; close one");
    all->clients++;
    c->counted = true;
    c->worker = view_worker_begin(&all->server->live, wake_loop, lws_get_context(wsi), &error);
    return c->worker ? 0 : close_with(wsi, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, error.message);
}

static void farewell(shared *all, client *c)
{
    if (c->counted) all->clients--;
    c->counted = false;
    view_worker_end(c->worker);
    c->worker = NULL;
    for (; c->waiting > 0; c->waiting--, c->first = (c->first + 1) % QUEUE) free(c->queue[c->first]);
    free(c->answer);
    c->answer = NULL;
}

static int receive(struct lws *wsi, client *c, const char *bytes, size_t size)
{
    if (size > COMMAND - c->arrived)
        return close_with(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "a command has at most 4096 bytes");
    memcpy(c->command + c->arrived, bytes, size);
    c->arrived += size;
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi) > 0) return 0;
    if (c->waiting == QUEUE)
        return close_with(wsi, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too many commands without waiting for answers");
    int last = (c->first + c->waiting++) % QUEUE;
    c->queue[last] = tool_allocate(c->arrived + 1, 1);
    memcpy(c->queue[last], c->command, c->arrived);
    c->lengths[last] = c->arrived;
    c->arrived = 0;
    lws_callback_on_writable(wsi);
    return 0;
}

/// The next command goes to the worker, if it has time.
static void command_next(client *c)
{
    if (c->waiting == 0 || view_worker_busy(c->worker)) return;
    view_worker_command(c->worker, c->queue[c->first], c->lengths[c->first]);
    c->first = (c->first + 1) % QUEUE;
    c->waiting--;
}

/// The answer that the worker has made, ready to be written. False if there is none.
static bool take_answer(client *c)
{
    const unsigned char *answer;
    if (!view_worker_answer(c->worker, &answer, &c->size))
    {
        c->size = c->written;
        return false;
    }
    c->answer = tool_reallocate(c->answer, LWS_PRE + c->size, 1);
    memcpy(c->answer + LWS_PRE, answer, c->size);
    c->written = 0;
    return true;
}

static int writeable(struct lws *wsi, client *c)
{
    if (c->written == c->size && !take_answer(c))
    {
        command_next(c);
        return 0; // the worker says when it is done
    }
    size_t left = c->size - c->written, count = left < CHUNK ? left : CHUNK;
    int flags = lws_write_ws_flags(LWS_WRITE_BINARY, c->written == 0, count == left);
    // The bytes in front are written over: they have gone out before.
    if (lws_write(wsi, c->answer + LWS_PRE + c->written, count, (enum lws_write_protocol)flags) < (int)count) return -1;
    c->written += count;
    if (c->written < c->size || c->waiting > 0) lws_callback_on_writable(wsi);
    return 0;
}

/// Every socket looks whether there is an answer for it.
static int wake_sockets(struct lws *wsi)
{
    lws_callback_on_writable_all_protocol(lws_get_context(wsi), lws_get_protocol(wsi));
    return 0;
}

static int serve_socket(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
    shared *all = shared_of(wsi);
    client *c = user;
    switch (reason)
    {
    // An upgrade that names this protocol asks here, one without a name the first protocol.
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return confirm_upgrade(wsi, all);
    case LWS_CALLBACK_ESTABLISHED: return welcome(wsi, all, c);
    case LWS_CALLBACK_RECEIVE: return receive(wsi, c, in, size);
    case LWS_CALLBACK_SERVER_WRITEABLE: return c->worker ? writeable(wsi, c) : -1;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: return wake_sockets(wsi);
    case LWS_CALLBACK_CLOSED: farewell(all, c); return 0;
    default: return 0;
    }
}

// ---- the loop ----

bool view_serve(const view_server *server, void (*ready)(const view_server *server, int port))
{
    static const struct lws_protocols protocols[] = {
        {.name = "http", .callback = serve_http, .per_session_data_size = sizeof(download)},
        {.name = "holdfast",
         .callback = serve_socket,
         .per_session_data_size = sizeof(client),
         .rx_buffer_size = COMMAND},
        {.name = NULL},
    };
    shared all = {.server = server};
    struct lws_context_creation_info info = {.port = server->port,
                                             .iface = "127.0.0.1",
                                             .protocols = protocols,
                                             .gid = (gid_t)-1,
                                             .uid = (uid_t)-1,
                                             .user = &all};
    info.options = LWS_SERVER_OPTION_DISABLE_IPV6 | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    info.timeout_secs = 10;
    lws_set_log_level(0, NULL);
    struct lws_context *context = lws_create_context(&info);
    struct lws_vhost *host = context ? lws_create_vhost(context, &info) : NULL;
    if (!host)
    {
        tool_error(server->port > 0
                       ? "port %d of 127.0.0.1 cannot be had: something else may use it; take another --port, or none"
                       : "there is no free port (%d)",
                   server->port);
        if (context) lws_context_destroy(context);
        return false;
    }
    all.port = lws_get_vhost_listen_port(host);
    interrupt_watch();
    ready(server, all.port);
    while (!interrupted() && lws_service(context, 0) >= 0)
    {
    }
    lws_context_destroy(context);
    view_workers_wait();
    return true;
}

#else

bool view_serve(const view_server *server, void (*ready)(const view_server *server, int port))
{
    (void)server, (void)ready;
    tool_error("this build has no server: install libwebsockets (Debian: libwebsockets-dev) and build again");
    return false;
}

#endif
