/* Files that were damaged while nobody played: flipped bits, cut, missing, or exchanged for older copies. The library then starts as
 * before, or says clearly what is wrong and leaves the files for whoever can mend them; it never begins with another player in
 * silence, and no payment is missing in silence.
 *
 *     damage CASES SEED DIRECTORY
 *
 * Ends with 0 and a line of figures, or with 10 and the promise that was broken. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "../contract/play.h"

enum { BROKEN_PROMISE = 10, CASES_OF_A_STORY = 100, PAYMENTS_MAX = 64, LIFE_SECONDS_MAX = 120, STORAGE_FAILED = 11001 };
enum outcome { AS_BEFORE, REFUSED, REFUSED_LATER, OUTCOMES };

struct shared {
    char guest[64];
    size_t count;
    char open[PAYMENTS_MAX][32]; /* payments that the last list showed */
    bool may_differ;             /* this damage may change values that nothing tells of: a ledger that tells is enough */
    enum outcome outcome;
    char why[512];
};
static struct shared *shared;

static const char *const names[] = {"gamebase.db", "gamebase.db-wal", "gamebase.db.mark", "device.json", "analytics/segment-00"};
enum { DATABASE, LOG, MARK, DEVICE, JOURNAL, FILES };
static const char *const ways[] = {"a bit flipped", "bytes changed", "cut", "missing", "exchanged for an older copy"};
enum { FLIP, CHANGE, CUT, MISSING, OLDER, WAYS };

static uint64_t dice;
static uint64_t below(uint64_t limit) {
    dice += 0x9e3779b97f4a7c15u;
    uint64_t number = dice;
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9u;
    number = (number ^ number >> 27) * 0x94d049bb133111ebu;
    return (number ^ number >> 31) % limit;
}

#define keep_promise(condition, ...) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, __VA_ARGS__); \
            fprintf(stderr, " (%s:%d)\n", __FILE__, __LINE__); \
            fflush(NULL); \
            _exit(BROKEN_PROMISE); \
        } \
    } while (0)

/* --- files --- */

struct bytes {
    uint8_t *at;
    size_t size;
    bool is_there;
};
static const char *below_folder(const char *folder, const char *name) {
    static char path[2][4400];
    static int turn;
    turn = !turn;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}
static struct bytes read_whole(const char *folder, const char *name) {
    struct bytes bytes = {0};
    struct stat status;
    int file = open(below_folder(folder, name), O_RDONLY);
    if (file < 0) return bytes;
    if (fstat(file, &status) != 0) exit(2);
    bytes.size = (size_t)status.st_size, bytes.is_there = true, bytes.at = malloc(bytes.size + 1);
    if (!bytes.at || read(file, bytes.at, bytes.size) != (ssize_t)bytes.size) exit(2);
    close(file);
    return bytes;
}
static void write_whole(const char *folder, const char *name, const struct bytes *bytes) {
    const char *path = below_folder(folder, name);
    if (!bytes->is_there) {
        unlink(path);
        return;
    }
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || write(file, bytes->at, bytes->size) != (ssize_t)bytes->size || close(file) != 0) perror(path), exit(2);
}
static bool is_same(const struct bytes *one, const struct bytes *other) {
    return one->is_there == other->is_there && one->size == other->size &&
           memcmp(one->at ? one->at : (uint8_t *)"", other->at ? other->at : (uint8_t *)"", one->size) == 0;
}
static void read_all(const char *folder, struct bytes all[FILES]) {
    for (int i = 0; i < FILES; i++) free(all[i].at), all[i] = read_whole(folder, names[i]);
}
static void remove_folder(const char *path) {
    char command[4500];
    snprintf(command, sizeof command, "rm -rf '%s'", path);
    if (system(command) != 0) exit(2);
}

/* --- lives --- */

static struct answer list;
static void buy(void) {
    PLAY_WELL(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &answer));
}
static void consume_first(void) {
    char sequence[64], token[256], body[512];
    json_member(list.items[0], "paymentSeq", sequence, sizeof sequence);
    json_member(list.items[0], "purchaseToken", token, sizeof token);
    snprintf(body, sizeof body, "{\"paymentSeq\":\"%s\",\"accessToken\":\"%s\"}", sequence, token);
    serve(&answer, "POST", "/tcgb-inapp/v1.3/apps/Contract/consume", body);
}
/* Plays, and notes what is to be there afterwards. */
static int rounds;
static bool ends_in_order;
static void play(void) {
    start_playing();
    snprintf(shared->guest, sizeof shared->guest, "%s", TCGBGamebase_userID());
    for (int round = 0; round < rounds; round++) {
        buy();
        TCGBAnalyticsLevelUpData *level = TCGBAnalyticsLevelUpData_levelUpDataWithUserLevel_levelUpTime(round + 1, 1700000000000);
        TCGBAnalytics_traceLevelUpWithLevelUpData(level);
        TCGBRelease(level);
        PLAY_WELL(&list, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &list));
        if (round % 3 == 2) consume_first();
    }
    PLAY_WELL(&list, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &list));
    require(list.count <= PAYMENTS_MAX);
    shared->count = list.count;
    for (size_t i = 0; i < list.count; i++) json_member(list.items[i], "paymentSeq", shared->open[i], sizeof shared->open[i]);
    if (ends_in_order) require(TCGBGamebase_shutdown(5000));
    _exit(0);
}
static void refused(enum outcome outcome) {
    shared->outcome = outcome;
    snprintf(shared->why, sizeof shared->why, "%.511s", answer.message);
    keep_promise(answer.message[0], "an error without a message");
    _exit(0);
}
static bool starts(void) {
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    require(configuration && TCGBHost_setStorageDirectory(directory));
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    TCGBRelease(configuration);
    return answer.code == 0;
}
static void look(void) {
    if (!starts()) {
        keep_promise(answer.code == STORAGE_FAILED, "initialize failed with %lld: %s", (long long)answer.code, answer.message);
        refused(REFUSED);
    }
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer));
    if (answer.code != 0) refused(REFUSED_LATER);
    keep_promise(
        strcmp(TCGBGamebase_userID(), shared->guest) == 0, "the guest %s became %s in silence", shared->guest, TCGBGamebase_userID());
    PLAY(&list, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &list));
    if (list.code != 0) answer = list, refused(REFUSED_LATER);
    PLAY(&answer, TCGBConsole_checkLedgerWithCompletion(on_json, &answer));
    if (answer.code != 0) refused(REFUSED_LATER);
    bool sound = strstr(answer.json, "\"sound\":true") != NULL;
    size_t found = 0;
    char sequence[64];
    for (size_t i = 0; i < list.count; i++)
        for (size_t k = 0; k < shared->count; k++)
            found += strcmp(json_member(list.items[i], "paymentSeq", sequence, sizeof sequence), shared->open[k]) == 0;
    bool is_as_before = found == shared->count && list.count == shared->count;
    keep_promise(is_as_before || (shared->may_differ && !sound), "%zu of %zu open payments are listed, and no error", found, shared->count);
    keep_promise(sound || shared->may_differ, "the ledger is not sound: %s", answer.json);
    shared->outcome = AS_BEFORE;
    _exit(0);
}
/* What the game does when the player agrees. */
static void begin_anew(void) {
    require(TCGBHost_setStorageDirectory(directory));
    keep_promise(TCGBConsole_startAnew(NULL), "startAnew did not clear the way");
    start_playing();
    keep_promise(strcmp(TCGBGamebase_userID(), shared->guest) != 0, "the player is the old one");
    buy();
    _exit(0);
}
static int run(void (*live)(void)) {
    int status;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(LIFE_SECONDS_MAX);
        live();
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0) perror("fork"), exit(2);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* --- damage --- */

/* Returns false when it would change nothing. */
static bool spoil(int way, struct bytes *file, const struct bytes *older) {
    struct bytes before = *file;
    if (way == OLDER) {
        if (is_same(file, older)) return false;
        *file = *older;
        file->at = memcpy(malloc(older->size + 1), older->at ? older->at : (uint8_t *)"", older->size);
        free(before.at);
        return true;
    }
    if (!file->is_there || (way != MISSING && file->size == 0)) return false;
    /* Where something is: the journal is mostly zeros. */
    size_t end = file->size;
    while (end > 1 && file->at[end - 1] == 0) end--;
    if (way == FLIP) file->at[below(end)] ^= (uint8_t)(1 << below(8));
    if (way == CHANGE)
        for (size_t at = below(end), left = 1 + below(64); left-- && at < file->size; at++) file->at[at] ^= (uint8_t)(1 + below(255));
    if (way == CUT) file->size = below(end);
    if (way == MISSING) file->is_there = false, file->size = 0;
    return true;
}
static bool is_kept_aside(void) {
    bool kept = false;
    DIR *folder = opendir(directory);
    for (struct dirent *entry; folder && (entry = readdir(folder));) kept |= strncmp(entry->d_name, "device.json.damaged-", 20) == 0;
    if (folder) closedir(folder);
    return kept;
}

int main(int count, char **arguments) {
    if (count != 4) return fprintf(stderr, "usage: %s CASES SEED DIRECTORY\n", arguments[0]), 2;
    int64_t cases = atoll(arguments[1]), played = 0, counts[OUTCOMES] = {0}, anew = 0;
    char home[4096];
    struct bytes base[FILES] = {{0}}, older[FILES] = {{0}};
    dice = strtoull(arguments[2], NULL, 10) * 0x632be59bd9b4e019u;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return perror("mmap"), 2;
    directory = home;
    bool in_order = false;
    for (int64_t number = 0; played < cases; number++) {
        int status = 0;
        snprintf(home, sizeof home, "%s/%lld", arguments[3], (long long)number);
        if (number % CASES_OF_A_STORY == 0) {
            /* Two lives: the second makes the first one's files older copies. */
            in_order = below(2);
            for (int life = 0; life < 2 && status == 0; life++) {
                rounds = life == 0 ? 4 : 1 + (int)below(12), ends_in_order = life == 0 ? below(2) : in_order;
                status = run(play);
                read_all(home, life == 0 ? older : base);
            }
        } else {
            mkdir(home, 0700), mkdir(below_folder(home, "analytics"), 0700);
        }
        int file = (int)below(FILES + 3) % FILES, way = (int)below(WAYS); /* database, log and mark more often */
        struct bytes spoilt = read_whole("/", "nothing");
        if (status == 0) {
            for (int i = 0; i < FILES; i++) write_whole(home, names[i], &base[i]);
            spoilt = base[file];
            spoilt.at = memcpy(malloc(base[file].size + 1), base[file].at ? base[file].at : (uint8_t *)"", base[file].size);
            if (!spoil(way, &spoilt, &older[file])) {
                free(spoilt.at);
                remove_folder(home);
                continue;
            }
            write_whole(home, names[file], &spoilt);
            played++;
            /* A database that was left without shutdown has no sum over it. */
            shared->may_differ = file == DATABASE && !in_order && (way == FLIP || way == CHANGE);
            status = run(look);
        }
        if (status == 0) {
            counts[shared->outcome]++;
            struct bytes left = read_whole(home, names[file]);
            /* What SQLite cannot see it takes its log into, and only then the library finds settings that nobody can read. */
            bool is_to_stay = spoilt.is_there && !shared->may_differ;
            if (shared->outcome == REFUSED && is_to_stay && !is_same(&left, &spoilt) && !(file == DEVICE && is_kept_aside()))
                fprintf(stderr, "what was refused was not kept: %s\n", shared->why), status = BROKEN_PROMISE;
            free(left.at);
        }
        if (status == 0 && shared->outcome != AS_BEFORE && played % 4 == 0) anew++, status = run(begin_anew);
        if (status != 0) {
            fprintf(stderr, "case %lld, seed %s: %s %s after an end %s: status %d\n", (long long)played, arguments[2], names[file],
                ways[way], in_order ? "in order" : "without shutdown", status);
            return status == BROKEN_PROMISE ? BROKEN_PROMISE : 1;
        }
        free(spoilt.at);
        remove_folder(home);
    }
    printf(
        "%lld damaged installations: %lld started as before, %lld were refused at initialize and %lld later; %lld began anew when told to\n",
        (long long)cases, (long long)counts[AS_BEFORE], (long long)counts[REFUSED], (long long)counts[REFUSED_LATER], (long long)anew);
    return counts[REFUSED] ? 0 : 1;
}
