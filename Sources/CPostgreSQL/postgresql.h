// The CPostgreSQL room: libpq as a module, as Debian's libpq-dev installs it. What the PostgreSQL room needs of it is there since libpq 14.
#ifndef GAMEBASE_CPOSTGRESQL_H
#define GAMEBASE_CPOSTGRESQL_H

#include <poll.h>
#include <postgresql/libpq-fe.h>

// Macros that are characters.
static const int gb_pg_diag_sqlstate = PG_DIAG_SQLSTATE;
static const int gb_pg_diag_message = PG_DIAG_MESSAGE_PRIMARY;

// Waits until the socket can be read, or also written to. Signals do not count.
// Returns 0 when the time is over, -1 when the socket is of no more use.
static inline int gb_pg_wait(int socket, int writing, int milliseconds) {
    struct pollfd one = {socket, (short)(POLLIN | (writing ? POLLOUT : 0)), 0};
    return poll(&one, 1, milliseconds);
}

#endif
