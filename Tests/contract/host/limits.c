/* What a great many calls cost while they wait (R10 of TCGBRunLoop.h). */
#include "play.h"

#include <malloc.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

enum { REFUSALS = 300000, REFUSAL_BYTES = 200 };

static int ended;
static void count_error(const TCGBError *error, void *context) {
    require_equal(TCGBError_code(error), (intptr_t)context);
    ended++;
}

/* R10 */
PROMISE("300,000 refused calls that wait for a drain take at most 200 bytes each, and each is answered once") {
    TCGBGamebase_logoutWithViewController_completion(NULL, count_error, (void *)TCGB_ERROR_NOT_INITIALIZED);
    require_equal(TCGBRunLoop_drain(), 1);
    struct mallinfo2 before = mallinfo2();
    for (int i = 0; i < REFUSALS; i++) {
        if (i % 2) TCGBGamebase_logoutWithViewController_completion(NULL, count_error, (void *)TCGB_ERROR_NOT_INITIALIZED);
        else TCGBGamebase_loginWithType_viewController_completion(NULL, NULL, (TCGBLoginCompletion)0, NULL);
    }
    for (int i = 0; i < REFUSALS / 2; i++)
        TCGBConsole_setMaintenance_completion("no json", count_error, (void *)TCGB_ERROR_INVALID_JSON_FORMAT);
    struct mallinfo2 after = mallinfo2();
    require(after.uordblks + after.hblkhd - before.uordblks - before.hblkhd < (size_t)REFUSALS * REFUSAL_BYTES);
    require_equal(TCGBRunLoop_drain(), REFUSALS);
    require_equal(ended, 1 + REFUSALS);
    require(TCGBGamebase_shutdown(1000));
}

/* What the process has now, and `more` bytes above that. */
static void limit_memory(size_t more) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    require(file && fscanf(file, "%lu", &pages) == 1 && fclose(file) == 0);
    struct rlimit limit = {pages * (size_t)sysconf(_SC_PAGESIZE) + more, RLIM_INFINITY};
    require(setrlimit(RLIMIT_AS, &limit) == 0);
}
/* Plays on until something fails; a completion may be an error. */
static void play_in(size_t more) {
    static struct answer answers[4];
    alarm(30);
    require(TCGBHost_setStorageDirectory(directory));
    limit_memory(more);
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answers[0]);
    require(pump_until(&answers[0].times, PLAY_LIMIT_MILLISECONDS));
    TCGBConsole_loadSettings_completion(SETTINGS, on_error, &answers[1]);
    require(pump_until(&answers[1].times, PLAY_LIMIT_MILLISECONDS));
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answers[2]);
    require(pump_until(&answers[2].times, PLAY_LIMIT_MILLISECONDS));
    TCGBConsole_saveSettingsWithCompletion(on_json, &answers[3]);
    require(pump_until(&answers[3].times, PLAY_LIMIT_MILLISECONDS));
    TCGBGamebase_shutdown(1000);
}

/* R16 */
PROMISE("when memory runs out calls fail or the process ends, and the player is found again") {
    int ended = 0, failed_or_played = 0;
    char noted[4200];
    snprintf(noted, sizeof noted, "%s/player", directory);
    pid_t child = fork(); /* the player whom none of them may lose */
    if (child == 0) {
        start_playing();
        FILE *file = fopen(noted, "w");
        _exit(file && fputs(TCGBGamebase_userID(), file) >= 0 && fclose(file) == 0 && TCGBGamebase_shutdown(2000) ? 0 : 9);
    }
    int status;
    require(waitpid(child, &status, 0) == child && status == 0);
    for (size_t more = 0; more <= (24 << 20); more += more < (512 << 10) ? 16 << 10 : 1 << 20) {
        fflush(NULL);
        child = fork(); /* before the library is used here */
        if (child == 0) play_in(more), _exit(0);
        require(waitpid(child, &status, 0) == child);
        if (WIFEXITED(status)) {
            require_equal(WEXITSTATUS(status), 0);
            failed_or_played++;
            continue;
        }
        /* Not by the alarm: nothing hangs. Not by a bus error: no file was used without its room. */
        if (WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGBUS)
            broken_number(__FILE__, __LINE__, "the process ended by a signal, with so many bytes", WTERMSIG(status), (long long)more);
        ended++;
    }
    if (!failed_or_played) broken_number(__FILE__, __LINE__, "with the most it plays", ended, 0);
    char player[64] = "";
    FILE *file = fopen(noted, "r");
    require(file && fgets(player, sizeof player, file) && fclose(file) == 0 && unlink(noted) == 0);
    start_playing();
    require_text(TCGBGamebase_userID(), player);
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
