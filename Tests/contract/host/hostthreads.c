/* Threads of the library that run the host's code are threads as the host makes them: with its signals, and with room on the stack. What
 * the process has no more of is said, and nothing is told to the wrong one. */
#include "ncmb/backend.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

enum { DEEP_BYTES = 4 << 20, SMALL_STACK = 256 << 10, KEYS_MAX = 1024, CHAIN_COUNT = 500, MEMBERS_COUNT = 1600 };

static volatile sig_atomic_t stopped;
static pthread_t delivers;
static volatile int has_delivered;
static int deep_sum;

static void on_stop(int signal) { (void)signal, stopped = 1; }

/* A collector stops the threads that have run its code by a signal, and waits for each. */
static void require_stoppable(pthread_t thread) {
    stopped = 0;
    require(pthread_kill(thread, SIGPWR) == 0);
    await_for(stopped, PLAY_LIMIT_MILLISECONDS, usleep(1000));
}
static void on_alone(const TCGBError *error, void *context) {
    sigset_t mask;
    (void)error;
    require(pthread_sigmask(SIG_BLOCK, NULL, &mask) == 0);
    require(!sigismember(&mask, SIGPWR) && !sigismember(&mask, SIGXCPU) && sigismember(&mask, SIGUSR2));
    delivers = pthread_self();
    *(volatile int *)context = 1;
}
static void take_signals(void) {
    struct sigaction action = {.sa_handler = on_stop, .sa_flags = SA_RESTART};
    require(sigaction(SIGPWR, &action, NULL) == 0);
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, SIGUSR2);
    require(pthread_sigmask(SIG_SETMASK, &own, NULL) == 0);
}

PROMISE("a callback on the library's thread runs under the signals of the thread that initialized, and is stoppable between them") {
    take_signals();
    initialize_here();
    require(TCGBRunLoop_setDelivery(TCGBRunLoopDeliveryLibraryThread));
    for (int round = 0; round < 3; round++) {
        has_delivered = 0;
        TCGBGamebase_logoutWithViewController_completion(NULL, on_alone, (void *)&has_delivered);
        await_for(has_delivered, PLAY_LIMIT_MILLISECONDS, usleep(1000));
        require_stoppable(delivers);
    }
    require(TCGBGamebase_shutdown(2000));
}

static pthread_t asker;
static volatile int has_asked;
static void on_start(const TCGBHTTPRequest *request, void *context) {
    sigset_t mask;
    (void)context;
    require(pthread_sigmask(SIG_BLOCK, NULL, &mask) == 0 && !sigismember(&mask, SIGPWR) && sigismember(&mask, SIGUSR2));
    asker = pthread_self();
    has_asked = 1;
    TCGBHTTP_failed(request->number, "no network");
}
static void on_cancel(uint64_t number, void *context) { (void)number, (void)context; }

static void begin_with(void (*start)(const TCGBHTTPRequest *, void *), struct answer *started) {
    TCGBHTTP http = {.structSize = sizeof http, .start = start, .cancel = on_cancel};
    require(TCGBHTTP_use(&http) && TCGBHost_setStorageDirectory(directory));
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    TCGBConfiguration_setServiceURL(configuration, "http://127.0.0.1:9");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, fresh(started));
    TCGBRelease(configuration);
}

PROMISE("the thread that asks the host's own HTTP has the signals of the thread that initialized, and can be stopped between requests") {
    static struct answer started;
    take_signals();
    begin_with(on_start, &started);
    await_for(has_asked, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
    require_stoppable(asker);
    require(TCGBGamebase_shutdown(2000));
}

static volatile int is_asking, is_held;
static void on_held_start(const TCGBHTTPRequest *request, void *context) {
    is_asking = 1;
    while (is_held) usleep(1000);
    on_start(request, context);
    is_asking = 0;
}

PROMISE("a shutdown is true only when the host's own HTTP is asked nothing any more, also behind an end that could not wait for it") {
    enum { STOPPED, FAILED, STARTED_ANEW, WAYS };
    static struct answer started;
    take_signals();
    for (int way = 0; way < WAYS; way++) {
        is_held = 1;
        TCGBRunLoop_setCallTimeout(100);
        begin_with(on_held_start, &started);
        await_for(is_asking, PLAY_LIMIT_MILLISECONDS, usleep(1000));
        if (way == FAILED) await_for(has_come(&started), PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
        require(!TCGBGamebase_shutdown(0));
        if (way == STARTED_ANEW) {
            begin_with(on_start, &started);
            require(!TCGBGamebase_shutdown(0));
        }
        require(!TCGBGamebase_shutdown(0) && is_asking);
        is_held = 0;
        require(TCGBGamebase_shutdown(PLAY_LIMIT_MILLISECONDS) && !is_asking);
    }
}

enum { END_MILLISECONDS = 4000 };
static volatile int ends_well, has_ended;
static void on_ending_start(const TCGBHTTPRequest *request, void *context) {
    (void)request, (void)context;
    int64_t began = milliseconds();
    ends_well = !TCGBGamebase_shutdown(END_MILLISECONDS) && !TCGBGamebase_shutdown(END_MILLISECONDS);
    ends_well = ends_well && milliseconds() - began < END_MILLISECONDS / 2;
    has_ended = 1;
}

PROMISE("shutdowns inside the host's own HTTP are false at once, the first and the next, and one outside of it is true") {
    static struct answer started;
    begin_with(on_ending_start, &started);
    await_for(has_ended, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
    require(ends_well);
    require(TCGBGamebase_shutdown(PLAY_LIMIT_MILLISECONDS));
}

static int deep(int bytes) {
    volatile char room[4096];
    memset((void *)room, bytes & 63, sizeof room);
    return bytes <= 0 ? room[0] : room[17] + deep(bytes - (int)sizeof room);
}
static void on_deep(const TCGBError *error, void *context) {
    (void)error;
    deep_sum = 1 + (deep(DEEP_BYTES) & 1);
    *(volatile int *)context = 1;
}

PROMISE("a callback on the library's thread has 4 MiB of stack, though the process gives new threads 256 KiB") {
    pthread_attr_t small;
    require(pthread_attr_init(&small) == 0 && pthread_attr_setstacksize(&small, SMALL_STACK) == 0);
    require(pthread_setattr_default_np(&small) == 0);
    pthread_attr_destroy(&small);
    initialize_here();
    require(TCGBRunLoop_setDelivery(TCGBRunLoopDeliveryLibraryThread));
    TCGBGamebase_logoutWithViewController_completion(NULL, on_deep, (void *)&has_delivered);
    await_for(has_delivered, PLAY_LIMIT_MILLISECONDS, usleep(1000));
    require(deep_sum != 0);
    require(TCGBGamebase_shutdown(2000));
}

static void *save_on_small_stack(void *object) {
    NCMBObject_saveInBackgroundWithBlock(object, on_error, &answer);
    return NULL;
}

PROMISE("the library's own threads have room to work, though the process gives new threads 16 KiB") {
    pthread_attr_t least;
    require(pthread_attr_init(&least) == 0 && pthread_attr_setstacksize(&least, PTHREAD_STACK_MIN) == 0);
    require(pthread_setattr_default_np(&least) == 0);
    start_playing();
    PLAY_WELL(&answer, TCGBConsole_reportWithCompletion(on_json, &answer));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a chain of 500 objects that are not saved is saved from a thread with 256 KiB of stack") {
    static NCMBObject *chain[CHAIN_COUNT];
    set_keys();
    for (size_t i = CHAIN_COUNT; i-- > 0;) {
        require((chain[i] = NCMBObject_objectWithClassName("Link")));
        if (i + 1 < CHAIN_COUNT) require(NCMBObject_setObject_forKey_object(chain[i], chain[i + 1], "next"));
    }
    pthread_attr_t small;
    require(pthread_attr_init(&small) == 0 && pthread_attr_setstacksize(&small, SMALL_STACK) == 0);
    pthread_t thread;
    fresh(&answer);
    require(pthread_create(&thread, &small, save_on_small_stack, chain[0]) == 0 && pthread_join(thread, NULL) == 0);
    pthread_attr_destroy(&small);
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(answer.code, 0);
    for (size_t i = 0; i < CHAIN_COUNT; i++) require(NCMBObject_objectId(chain[i]));
    require_text(NCMBObject_objectId(NCMBObject_objectForKey_object(chain[0], "next")), NCMBObject_objectId(chain[1]));
    for (size_t i = 0; i < CHAIN_COUNT; i++) TCGBRelease(chain[i]);
    require(TCGBGamebase_shutdown(2000));
}

static int64_t microseconds_of_members(bool are_new) {
    NCMBObject *team = NCMBObject_objectWithClassName("Team");
    NCMBRelation *members = NCMBObject_relationforKey(team, "members");
    struct timespec began, ended;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &began);
    for (int i = 0; i < MEMBERS_COUNT; i++) {
        char id[16];
        snprintf(id, sizeof id, "member%d", i);
        NCMBObject *member = NCMBObject_objectWithClassName("Member");
        if (!are_new) NCMBObject_setObjectId(member, id);
        require(NCMBRelation_addObject(members, member));
        TCGBRelease(member);
    }
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ended);
    TCGBRelease(team);
    return (ended.tv_sec - began.tv_sec) * 1000000 + (ended.tv_nsec - began.tv_nsec) / 1000;
}

PROMISE("new objects are put into a relation one by one not much slower than objects that are saved") {
    enum { NOISE_MICROSECONDS = 20000 };
    set_keys();
    int64_t saved = microseconds_of_members(false), made = microseconds_of_members(true);
    if (made > 5 * saved / 2 + NOISE_MICROSECONDS) broken_number(__FILE__, __LINE__, "new, saved", made, saved);
    require(TCGBGamebase_shutdown(2000));
}

static int take_all_keys(pthread_key_t *keys, int max) {
    int count = 0;
    while (count < max && pthread_key_create(&keys[count], NULL) == 0) count++;
    return count;
}

PROMISE("a process without a key for its threads' values is told so, and the host's keys keep their values") {
    static pthread_key_t keys[KEYS_MAX];
    int count = take_all_keys(keys, KEYS_MAX), mark;
    require(count > 0);
    for (int i = 0; i < count; i++) require(pthread_setspecific(keys[i], &mark) == 0);
    require(TCGBHost_setStorageDirectory(directory));
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    require(answer.code != 0 && strstr(answer.message, "PTHREAD_KEYS_MAX"));
    for (int i = 0; i < count; i++) require(pthread_getspecific(keys[i]) == &mark);
    /* With keys again, it begins, and class functions speak for whom the callback is of. */
    for (int i = 0; i < 8; i++) require(pthread_key_delete(keys[i]) == 0);
    PLAY_WELL(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    TCGBRelease(configuration);
    log_in();
    require(TCGBGamebase_userID());
    for (int i = 8; i < count; i++) require(pthread_getspecific(keys[i]) == &mark);
    require(TCGBGamebase_shutdown(2000));
}

/* A sandbox that knows no MADV_WIPEONFORK, as kernels before 4.14 do. */
static void refuse_wipe_on_fork(void) {
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_madvise, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 18 /* MADV_WIPEONFORK */, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 22 /* EINVAL */),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof steps / sizeof *steps, steps};
    require(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0);
}

PROMISE("a forked child knows that it is one, though the system marks no memory for it") {
    refuse_wipe_on_fork();
    start_playing();
    require(TCGBGamebase_userID());
    pid_t child = fork();
    require(child >= 0);
    if (child == 0) {
        bool is_new = !TCGBGamebase_userID() && !TCGBGamebase_isInitialized();
        pid_t grandchild = fork();
        if (grandchild == 0) _exit(TCGBGamebase_isInitialized() ? 2 : 0);
        int status = -1;
        waitpid(grandchild, &status, 0);
        _exit(is_new && status == 0 ? 0 : 1);
    }
    int status = -1;
    require(waitpid(child, &status, 0) == child && status == 0);
    require(TCGBGamebase_userID());
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
