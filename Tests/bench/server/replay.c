/* Plays transactions that a server sent to PostgreSQL, as fast as libpq sends them: each whole in one trip, statements prepared, the two
   connections of the server side by side. usage: replay ADDRESS FILE [SECONDS]; the file is what Tests/bench/server/run writes:

   counts are 32 bits, little end first: statements; each: bytes, text. Connections; each: bytes, transactions; each: calls; each:
   statement, parameters; each: bytes (-1: NULL), text. Behind each text is a 0. */
#include <libpq-fe.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PARAMETERS_MAX = 256 };

static const char *address;
static const char **statements;
static uint32_t statement_count;

typedef struct {
    const unsigned char *at;
    uint32_t transactions, failed;
    double seconds;
} lane;

static uint32_t number(const unsigned char **at) {
    uint32_t value;
    memcpy(&value, *at, 4);
    *at += 4;
    return value;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void stop(PGconn *connection, const char *what) {
    fprintf(stderr, "replay: %s: %s", what, PQerrorMessage(connection));
    exit(1);
}

static PGconn *open_connection(void) {
    PGconn *connection = PQconnectdb(address);
    if (PQstatus(connection) != CONNECTION_OK) stop(connection, "connect");
    for (uint32_t n = 0; n < statement_count; n++) {
        char name[16];
        snprintf(name, sizeof name, "s%u", n);
        PGresult *result = PQprepare(connection, name, statements[n], 0, NULL);
        if (PQresultStatus(result) != PGRES_COMMAND_OK) stop(connection, statements[n]);
        PQclear(result);
    }
    if (!PQenterPipelineMode(connection)) stop(connection, "pipeline");
    return connection;
}

/* False when a statement failed. */
static int take_results(PGconn *connection) {
    int is_well = 1;
    for (;;) {
        PGresult *result = PQgetResult(connection);
        if (!result) continue;
        ExecStatusType status = PQresultStatus(result);
        PQclear(result);
        if (status == PGRES_PIPELINE_SYNC) return is_well;
        if (status == PGRES_FATAL_ERROR || status == PGRES_PIPELINE_ABORTED) is_well = 0;
        if (PQstatus(connection) != CONNECTION_OK) stop(connection, "connection");
    }
}

static void *play(void *context) {
    lane *it = context;
    PGconn *connection = open_connection();
    const unsigned char *at = it->at;
    double began = now();
    for (uint32_t transaction = 0; transaction < it->transactions; transaction++) {
        for (uint32_t calls = number(&at); calls > 0; calls--) {
            char name[16];
            const char *values[PARAMETERS_MAX];
            snprintf(name, sizeof name, "s%u", number(&at));
            uint32_t count = number(&at);
            for (uint32_t n = 0; n < count; n++) {
                int32_t bytes = (int32_t)number(&at);
                values[n] = bytes < 0 ? NULL : (const char *)at;
                if (bytes >= 0) at += bytes + 1;
            }
            if (!PQsendQueryPrepared(connection, name, (int)count, values, NULL, NULL, 0)) stop(connection, "send");
        }
        if (!PQpipelineSync(connection)) stop(connection, "sync");
        if (!take_results(connection)) {
            it->failed++;
            PQsendQueryParams(connection, "ROLLBACK", 0, NULL, NULL, NULL, NULL, 0);
            PQpipelineSync(connection);
            take_results(connection);
        }
    }
    it->seconds = now() - began;
    PQfinish(connection);
    return NULL;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    address = argv[1];
    FILE *file = fopen(argv[2], "rb");
    if (!file) return 2;
    fseek(file, 0, SEEK_END);
    long bytes = ftell(file);
    rewind(file);
    unsigned char *data = malloc((size_t)bytes);
    if (!data || fread(data, 1, (size_t)bytes, file) != (size_t)bytes) return 2;
    fclose(file);
    const unsigned char *at = data;
    statement_count = number(&at);
    statements = calloc(statement_count, sizeof *statements);
    for (uint32_t n = 0; n < statement_count; n++) {
        uint32_t length = number(&at);
        statements[n] = (const char *)at;
        at += length + 1;
    }
    uint32_t lanes = number(&at);
    lane *all = calloc(lanes, sizeof *all);
    pthread_t *threads = calloc(lanes, sizeof *threads);
    for (uint32_t n = 0; n < lanes; n++) {
        uint32_t length = number(&at);
        const unsigned char *from = at;
        all[n].transactions = number(&from);
        all[n].at = from;
        at += length;
    }
    for (uint32_t n = 0; n < lanes; n++) pthread_create(&threads[n], NULL, play, &all[n]);
    double longest = 0;
    uint32_t transactions = 0, failed = 0;
    for (uint32_t n = 0; n < lanes; n++) {
        pthread_join(threads[n], NULL);
        if (all[n].seconds > longest) longest = all[n].seconds;
        transactions += all[n].transactions;
        failed += all[n].failed;
    }
    printf("%u %u %.6f\n", transactions, failed, longest);
    return 0;
}
