/* A guest in someone else's process leaves everything as it found it. */
#include "threadends.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <locale.h>
#include <malloc.h>
#include <signal.h>
#include <sys/stat.h>

extern char **environ;

static int entries(const char *path) {
    DIR *folder = opendir(path);
    require(folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder));) count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}
/* A joined thread may still be on its way out of the kernel's list. */
static int threads_down_to(int wanted) {
    int count = entries("/proc/self/task");
    for (int i = 0; i < 200 && count > wanted; i++, usleep(5000)) count = entries("/proc/self/task");
    return count;
}
static long resident_kilobytes(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    long size, resident;
    require(file && fscanf(file, "%ld %ld", &size, &resident) == 2);
    fclose(file);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

PROMISE("after 1000 times initialize and shutdown the threads, descriptors and memory are as before") {
    int threads = entries("/proc/self/task"), descriptors = entries("/proc/self/fd");
    long plateau = 0;
    for (int round = 0; round < 1000; round++) {
        initialize_here();
        if (round % 10 == 0) log_in();
        require(TCGBGamebase_shutdown(5000));
        if (round % 100 == 99) {
            require_equal(entries("/proc/self/fd"), descriptors);
            require_equal(threads_down_to(threads), threads);
        }
        if (round == 299) plateau = resident_kilobytes();
    }
    long growth = resident_kilobytes() - plateau;
    if (growth > 1024) broken_number(__FILE__, __LINE__, "resident memory grows by at most 1 MiB in 700 rounds (kB)", growth, 1024);
}

PROMISE("a shutdown whose thread ends inside a callback leaves no descriptor and no thread") {
    int threads = entries("/proc/self/task"), descriptors = entries("/proc/self/fd");
    static struct answer answer;
    for (int round = 0; round < 10; round++) {
        initialize_here();
        fresh(&answer);
        TCGBGamebase_logoutWithViewController_completion(NULL, ends_its_thread, &answer);
        pthread_t thread;
        require(pthread_create(&thread, NULL, shut_down_and_end, NULL) == 0 && pthread_join(thread, NULL) == 0);
        require_equal(answer.times, 1);
        require(TCGBGamebase_shutdown(2000));
        require_equal(entries("/proc/self/fd"), descriptors);
        require_equal(threads_down_to(threads), threads);
    }
}

static long mapped_kilobytes(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    long size;
    require(file && fscanf(file, "%ld", &size) == 1);
    fclose(file);
    return size * (sysconf(_SC_PAGESIZE) / 1024);
}
static long stack_kilobytes(void) {
    pthread_attr_t attributes;
    size_t size;
    require(pthread_getattr_default_np(&attributes) == 0 && pthread_attr_getstacksize(&attributes, &size) == 0);
    pthread_attr_destroy(&attributes);
    return (long)(size / 1024);
}

PROMISE("a library's thread that a callback has ended leaves nothing, its stack neither") {
    enum { ROUNDS = 40 };
    mallopt(M_ARENA_MAX, 1);
    initialize_here();
    require(TCGBRunLoop_setDelivery(TCGBRunLoopDeliveryLibraryThread));
    static struct answer answer;
    long before = 0;
    for (int round = -5; round < ROUNDS; round++) {
        if (round == 0) before = mapped_kilobytes();
        fresh(&answer);
        TCGBGamebase_logoutWithViewController_completion(NULL, ends_its_thread, &answer);
        await_for(has_come(&answer), PLAY_LIMIT_MILLISECONDS, usleep(1000));
    }
    long growth = mapped_kilobytes() - before, limit = ROUNDS / 2 * stack_kilobytes();
    if (growth > limit) broken_number(__FILE__, __LINE__, "40 ended threads leave less than 20 stacks (kB)", growth, limit);
    require(TCGBGamebase_shutdown(2000));
}

struct surroundings {
    struct sigaction actions[65];
    sigset_t mask;
    char locale[512], directory[4096], environment[65536];
    mode_t umask_;
};
static void look_around(struct surroundings *now) {
    memset(now, 0, sizeof *now);
    for (int signal = 1; signal <= 64; signal++) sigaction(signal, NULL, &now->actions[signal]);
    sigprocmask(SIG_BLOCK, NULL, &now->mask);
    copy_text(now->locale, sizeof now->locale, setlocale(LC_ALL, NULL));
    require(getcwd(now->directory, sizeof now->directory));
    size_t used = 0;
    for (char **variable = environ; *variable; variable++)
        used += (size_t)snprintf(now->environment + used, sizeof now->environment - used, "%s\n", *variable);
    now->umask_ = umask(0);
    umask(now->umask_);
}
static void require_same(const struct surroundings *a, const struct surroundings *b) {
    for (int signal = 1; signal <= 64; signal++)
        if (a->actions[signal].sa_handler != b->actions[signal].sa_handler || a->actions[signal].sa_flags != b->actions[signal].sa_flags)
            broken_number(__FILE__, __LINE__, "the disposition of this signal is as before", signal, signal);
    require(memcmp(&a->mask, &b->mask, sizeof a->mask) == 0);
    require_text(a->locale, b->locale);
    require_text(a->directory, b->directory);
    require_text(a->environment, b->environment);
    require_equal(a->umask_, b->umask_);
}
static void on_signal(int signal) { (void)signal; }

PROMISE("asking for the network, and beginning to listen for its changes, leaves no descriptor open") {
    int descriptors = entries("/proc/self/fd");
    for (int i = 0; i < 10; i++) {
        for (int j = 0; j < 10; j++) require(*TCGBNetwork_typeName() && TCGBNetwork_isConnected() == (TCGBNetwork_type() != NotReachable));
        initialize_in(":memory:");
        pump_for(20);
        require(TCGBGamebase_shutdown(5000));
    }
    require_equal(entries("/proc/self/fd"), descriptors);
}

PROMISE("signal handlers, signal mask, locale, umask, directory and environment of the host stay as they are") {
    static struct surroundings before, during, after;
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGSEGV, &action, NULL);
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, SIGUSR2);
    sigprocmask(SIG_BLOCK, &mask, NULL);
    setlocale(LC_ALL, "C.UTF-8");
    umask(0123);
    look_around(&before);
    start_playing();
    look_around(&during);
    require(TCGBGamebase_shutdown(2000));
    look_around(&after);
    require_same(&before, &during);
    require_same(&before, &after);
}

PROMISE("nothing is written to stdout or stderr") {
    char path[4096];
    snprintf(path, sizeof path, "%s/output", directory);
    int kept = dup(2), output = open(path, O_RDWR | O_CREAT, 0600);
    require(output >= 0);
    dup2(output, 1);
    dup2(output, 2);
    char storage[4096];
    snprintf(storage, sizeof storage, "%s/storage", directory);
    TCGBGamebase_setDebugMode(true);
    initialize_in(storage);
    load_settings();
    log_in();
    TCGBRelease((void *)0x1234);
    TCGBError_message((const TCGBError *)0x1234);
    PLAY(&answer, TCGBConsole_loadSettings_completion("{", on_error, &answer));
    PLAY(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("nothing", NULL, on_purchase, &answer));
    require(TCGBGamebase_shutdown(2000));
    dup2(kept, 2);
    require_equal(lseek(output, 0, SEEK_END), 0);
}

PROMISE("a host that has closed its standard output prints into no connection to its service") {
    static struct answer started;
    struct stat input, output;
    int kept = fcntl(1, F_DUPFD_CLOEXEC, 10);
    close(0);
    close(1);
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    TCGBConfiguration_setServiceURL(configuration, "http://127.0.0.1:9");
    require(TCGBHost_setStorageDirectory(directory));
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, fresh(&started));
    TCGBRelease(configuration);
    /* Nobody is there, and it asks for some seconds. What opens a file has the number for a moment. */
    await_for(fstat(0, &input) == 0 && fstat(1, &output) == 0, PLAY_LIMIT_MILLISECONDS, usleep(5000));
    usleep(50000);
    bool are_nothing = fstat(0, &input) == 0 && fstat(1, &output) == 0 && S_ISCHR(input.st_mode) && S_ISCHR(output.st_mode);
    require(dup2(kept, 1) == 1);
    require(are_nothing);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("every descriptor is closed on exec, and there are at most two threads, named and deaf to signals") {
    int threads = entries("/proc/self/task");
    bool before[1024] = {false};
    for (int i = 0; i < 1024; i++) before[i] = fcntl(i, F_GETFD) >= 0;
    start_playing();
    require(TCGBRunLoop_fileDescriptor() >= 0);
    for (int i = 0; i < 1024; i++)
        if (!before[i] && fcntl(i, F_GETFD) >= 0) require(fcntl(i, F_GETFD) & FD_CLOEXEC);
    require(entries("/proc/self/task") - threads <= 2);
    DIR *tasks = opendir("/proc/self/task");
    for (struct dirent *entry; (entry = readdir(tasks));) {
        if (entry->d_name[0] == '.' || atoi(entry->d_name) == getpid()) continue;
        char path[512], line[512], name[64] = "";
        unsigned long long blocked = 0;
        snprintf(path, sizeof path, "/proc/self/task/%s/status", entry->d_name);
        FILE *status = fopen(path, "r");
        require(status);
        while (fgets(line, sizeof line, status)) {
            sscanf(line, "Name: %63s", name);
            sscanf(line, "SigBlk: %llx", &blocked);
        }
        fclose(status);
        require(strncmp(name, "gamebase", 8) == 0);
        for (int signal = 1; signal < 32; signal++)
            if (signal != SIGKILL && signal != SIGSTOP) require(blocked >> (signal - 1) & 1);
    }
    closedir(tasks);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("dlclose is a harmless no-op, even while the library runs") {
    void *library = dlopen(getenv("GAMEBASE_LIBRARY"), RTLD_NOW);
    require(library);
    start_playing();
    require(dlclose(library) == 0);
    PLAY_WELL(&answer, TCGBConsole_saveSettingsWithCompletion(on_json, &answer));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("an idle library wakes no more than a few times a second") {
    start_playing();
    pump_for(100);
    struct timespec began, ended;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &began);
    sleep(2);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
    require(((ended.tv_sec - began.tv_sec) * 1000000000LL + ended.tv_nsec - began.tv_nsec) / 1000000 <= 20);
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
