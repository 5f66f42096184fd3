/* kill -9 while messages are sent and heard. */
#include "pushing.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

/* What waits for a login comes at once, a hundred at most; until the service has taken note of it, it may come again. */
enum { ROUNDS = 25, IDS_MAX = 100000, UNDER_WAY_MAX = 20, LATEST = 100 + 20 };

static int out; /* where a child tells what it sent and heard, and what survives it */
static int under_way;

static void tell(char what, const char *id) {
    char line[64];
    int length = snprintf(line, sizeof line, "%c%s\n", what, id);
    require(write(out, line, (size_t)length) == length);
}
static void on_push(const TCGBGamebaseEventMessage *event, void *context) {
    (void)context;
    const TCGBPushMessage *message = TCGBGamebaseEventMessage_pushMessage(event);
    if (!message) return;
    tell('H', TCGBPushMessage_identifier(message));
    under_way--;
}
static void on_sent(const char *json, const TCGBError *error, void *context) {
    char id[32];
    (void)context;
    if (!error) tell('S', json_member(json, "messageId", id, sizeof id));
}
static void play(bool sends) {
    initialize_here();
    show_notifications();
    TCGBGamebase_addEventHandler(on_push, NULL);
    log_in();
    register_for(true, false, false, NULL, false);
    if (!sends) {
        pump_for(500);
        require(TCGBGamebase_shutdown(2000));
        _exit(0);
    }
    for (;;) {
        if (under_way < UNDER_WAY_MAX) under_way++, TCGBConsole_sendPush_completion("{\"title\":\"x\"}", on_sent, NULL);
        TCGBRunLoop_runUntil(1);
    }
}
/* Runs a child, for so long or to its end. */
static void live(int milliseconds_) {
    pid_t child = fork();
    require(child >= 0);
    if (child == 0) play(milliseconds_ > 0);
    if (milliseconds_ > 0) {
        usleep((useconds_t)milliseconds_ * 1000);
        kill(child, SIGKILL);
    }
    int status;
    require(waitpid(child, &status, 0) == child);
    if (milliseconds_ == 0) require(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

PROMISE("kill -9 loses no accepted message, and repeats only those of its last moment") {
    static char sent[IDS_MAX][24], lines[IDS_MAX][24];
    static int ends[ROUNDS + 1];
    char path[4096];
    snprintf(path, sizeof path, "%s/told", directory);
    out = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    FILE *file = fopen(path, "r"); /* with a place of its own */
    require(out >= 0 && file);
    srand(20261121);
    int sent_count = 0, heard_count = 0, twice = 0;
    char line[64];
    for (int round = 0; round <= ROUNDS; round++) {
        live(round < ROUNDS ? 60 + rand() % 200 : 0);
        while (fgets(line, sizeof line, file)) {
            line[strcspn(line, "\n")] = 0;
            require(sent_count < IDS_MAX && heard_count < IDS_MAX);
            if (line[0] == 'S') copy_text(sent[sent_count++], 24, line + 1);
            else copy_text(lines[heard_count++], 24, line + 1);
        }
        clearerr(file);
        ends[round] = heard_count;
    }
    require(sent_count > ROUNDS); /* something went on */
    for (int i = 0; i < sent_count; i++) {
        int found = 0;
        for (int j = 0; j < heard_count && !found; j++) found = strcmp(sent[i], lines[j]) == 0;
        if (!found) broken_text(__FILE__, __LINE__, "the accepted message is heard", sent[i], "");
    }
    for (int i = 0, round = 0; i < heard_count; i++) {
        while (i >= ends[round]) round++;
        for (int j = i + 1; j < heard_count; j++) {
            if (strcmp(lines[i], lines[j]) != 0) continue;
            twice++;
            require(j >= ends[round]);          /* never twice in one life */
            require(ends[round] - i <= LATEST); /* the last that the killed process heard */
        }
    }
    require(twice <= ROUNDS * LATEST);
    fclose(file);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
