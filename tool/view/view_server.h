// The server behind `holdfast view`: one page and one socket, on this machine alone.

#ifndef HF_TOOL_VIEW_SERVER_H
#define HF_TOOL_VIEW_SERVER_H

#include "view_worker.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct view_server
{
    view_scene live;   // that each socket opens; without a name: the page replays a recording, and there are no sockets
    const char *token; // the first part of every path
    const unsigned char *page; // what is served
    size_t page_size;
    int port; // 0: any that is free
} view_server;

/// Serves until the user interrupts. `ready` is told the port. False after an error message.
bool view_serve(const view_server *server, void (*ready)(const view_server *server, int port));

#endif
