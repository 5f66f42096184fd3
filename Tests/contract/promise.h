/* A test harness in one header. A program holds promises:
 *
 *     PROMISE("shutdown may be called twice") {
 *         require(TCGBGamebase_shutdown(1000));
 *     }
 *     int main(int count, char **arguments) { return run_promise(count, arguments); }
 *
 * The runner starts the program once for each promise, as `program PROMISE DIRECTORY`: a process and an empty storage
 * directory of its own. Status 0: kept; 77: cannot be tried here (the last line says why); anything else: broken.
 */
#ifndef PROMISE_H
#define PROMISE_H

#include <dlfcn.h>
#include <execinfo.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct promise {
    const char *text;
    void (*body)(void);
    struct promise *next;
};

static struct promise *promises;
static const char *directory; /* for this test alone */

#define PROMISE_JOIN(a, b) a##b
#define PROMISE_NAME(a, b) PROMISE_JOIN(a, b)
#define PROMISE(text_) \
    static void PROMISE_NAME(promise_body_, __LINE__)(void); \
    __attribute__((constructor)) static void PROMISE_NAME(promise_add_, __LINE__)(void) { \
        static struct promise promise = {text_, PROMISE_NAME(promise_body_, __LINE__), NULL}; \
        promise.next = promises; \
        promises = &promise; \
    } \
    static void PROMISE_NAME(promise_body_, __LINE__)(void)

/* Ends the test at the first thing that is not as promised, with its place and its text. */
#define require(condition) \
    do { \
        if (!(condition)) broken(__FILE__, __LINE__, #condition); \
    } while (0)
#define require_equal(a, b) \
    do { \
        long long a_ = (long long)(a), b_ = (long long)(b); \
        if (a_ != b_) broken_number(__FILE__, __LINE__, #a " == " #b, a_, b_); \
    } while (0)
#define require_text(a, b) \
    do { \
        const char *a_ = (a), *b_ = (b); \
        if (!a_ || !b_ || strcmp(a_, b_) != 0) broken_text(__FILE__, __LINE__, #a " is " #b, a_, b_); \
    } while (0)

/* Runs `pump` until the condition holds; ends the test when that takes longer than the limit, with what was awaited. */
#define await_for(condition, limit, pump) \
    for (int64_t began_ = milliseconds(); !(condition); pump) \
        if (milliseconds() - began_ > (limit)) broken_wait(__FILE__, __LINE__, #condition, milliseconds() - began_)

/* A line that fails in a helper says little. So the places of this program that led there are printed as offsets, and the runner turns them
 * into lines (Tests/harness/places.py). */
__attribute__((unused)) static void print_callers(void) {
    void *frames[24];
    int count = backtrace(frames, 24);
    Dl_info own, place;
    if (!dladdr(__extension__(void *) print_callers, &own)) return;
    fprintf(stderr, "called from");
    for (int i = 2; i < count; i++)
        if (dladdr(frames[i], &place) && place.dli_fbase == own.dli_fbase)
            fprintf(stderr, " +0x%lx", (unsigned long)((char *)frames[i] - (char *)own.dli_fbase - 1));
    fprintf(stderr, "\n");
}
__attribute__((noreturn, unused)) static void end_broken(void) {
    print_callers();
    fflush(NULL);
    _exit(1);
}
__attribute__((noreturn, unused)) static void broken(const char *file, int line, const char *what) {
    fprintf(stderr, "%s:%d: not so: %s\n", file, line, what);
    end_broken();
}
__attribute__((noreturn, unused)) static void broken_wait(const char *file, int line, const char *what, int64_t waited) {
    fprintf(stderr, "%s:%d: waited %lld ms in vain for: %s\n", file, line, (long long)waited, what);
    end_broken();
}
__attribute__((noreturn, unused)) static void broken_number(const char *file, int line, const char *what, long long a, long long b) {
    fprintf(stderr, "%s:%d: not so: %s (%lld, %lld)\n", file, line, what, a, b);
    end_broken();
}
__attribute__((noreturn, unused)) static void broken_text(const char *file, int line, const char *what, const char *a, const char *b) {
    fprintf(stderr, "%s:%d: not so: %s (\"%s\", \"%s\")\n", file, line, what, a ? a : "(null)", b ? b : "(null)");
    end_broken();
}
__attribute__((noreturn, unused)) static void skip(const char *why) {
    printf("%s\n", why);
    fflush(NULL);
    _exit(77);
}

__attribute__((unused)) static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int run_promise(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: %s PROMISE DIRECTORY\n", arguments[0]);
        return 2;
    }
    directory = arguments[2];
    for (struct promise *promise = promises; promise; promise = promise->next) {
        if (strcmp(promise->text, arguments[1]) == 0) {
            promise->body();
            return 0;
        }
    }
    fprintf(stderr, "no such promise: %s\n", arguments[1]);
    return 2;
}

#endif
