/* Clocks, baselines and the lines of the table. */
#ifndef BENCH_H
#define BENCH_H

#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

int32_t empty_int32(void);
int64_t empty_handle(const void *handle);

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}
/* The value in the middle: what a player meets, whatever else the machine did in some of the rounds. */
static int by_size(const void *a, const void *b) {
    double difference = *(const double *)a - *(const double *)b;
    return difference < 0 ? -1 : difference > 0;
}
static double median(double *values, size_t count) {
    qsort(values, count, sizeof *values, by_size);
    return values[count / 2];
}
static void keep(int64_t value) {
    static volatile int64_t kept;
    kept = kept + value;
}

static void title(void) { printf("%-36s %12s   %-30s %12s %8s\n", "", "libgamebase", "baseline of the same run", "", "ratio"); }
static const char *time_text(double time, char *text, size_t size) {
    if (time < 1e-6) snprintf(text, size, "%.1f ns", time * 1e9);
    else if (time < 1e-3) snprintf(text, size, "%.1f us", time * 1e6);
    else snprintf(text, size, "%.2f ms", time * 1e3);
    return text;
}
/* What a line should reach; 0: nothing is said. A goal that is missed is printed, and fails nothing: machines differ. */
struct goal {
    double seconds, ratio, rate;
};
static const struct goal no_goal;
static void tell_goal(struct goal goal, bool is_met) {
    char text[32] = "";
    if (goal.seconds > 0) time_text(goal.seconds, text, sizeof text);
    if (goal.ratio > 0) snprintf(text, sizeof text, "%.1f", goal.ratio);
    if (goal.rate > 0) snprintf(text, sizeof text, "%.0f/s", goal.rate);
    if (text[0]) printf("  goal %s: %s\n", text, is_met ? "met" : "MISSED");
    else printf("\n");
}
/* Times: the smaller the ratio the better. */
static void line(const char *what, const char *baseline, double time, double raw, struct goal goal) {
    char a[32], b[32];
    printf("%-36s %12s   %-30s %12s %8.2f", what, time_text(time, a, sizeof a), baseline, time_text(raw, b, sizeof b), time / raw);
    tell_goal(goal, (goal.seconds == 0 || time <= goal.seconds) && (goal.ratio == 0 || time / raw <= goal.ratio));
}
/* Rates: the greater the ratio the better. */
static void rate(const char *what, const char *baseline, double each, double raw, struct goal goal) {
    printf("%-36s %10.0f/s   %-30s %10.0f/s %8.2f", what, each, baseline, raw, each / raw);
    tell_goal(goal, each / raw >= goal.ratio && each >= goal.rate);
}

/* Seconds for a copy of `size` bytes behind the last one into a file that is mapped and whose blocks are allocated, at the median. */
static double mapped_copy(const char *directory, size_t size) {
    enum { ROUNDS = 400, TIMES = 500 };
    static double times[ROUNDS];
    char path[4096], record[4096] = {1};
    snprintf(path, sizeof path, "%s/mapped", directory);
    size_t bytes = size * ROUNDS * TIMES;
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || size > sizeof record || posix_fallocate(file, 0, (off_t)bytes) != 0) exit(1);
    char *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), *to = map;
    if (map == MAP_FAILED) exit(1);
    for (int round = 0; round < ROUNDS; round++) {
        double began = seconds();
        for (int i = 0; i < TIMES; i++, to += size) {
            memcpy(to, record, size);
            __asm__ volatile("" ::: "memory");
        }
        times[round] = (seconds() - began) / TIMES;
    }
    munmap(map, bytes);
    close(file);
    unlink(path);
    return median(times, ROUNDS);
}

/* Two threads that hand a turn over and back through a condition variable: what a round trip costs at least. */
struct table {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int turn, rounds;
};
static void *pong(void *argument) {
    struct table *table = argument;
    pthread_mutex_lock(&table->lock);
    for (int i = 0; i < table->rounds; i++) {
        while (table->turn != 1) pthread_cond_wait(&table->changed, &table->lock);
        table->turn = 0;
        pthread_cond_signal(&table->changed);
    }
    pthread_mutex_unlock(&table->lock);
    return NULL;
}
static double ping_pong(void) {
    struct table table = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 20000};
    pthread_t thread;
    double began = seconds();
    if (pthread_create(&thread, NULL, pong, &table) != 0) exit(1);
    pthread_mutex_lock(&table.lock);
    for (int i = 0; i < table.rounds; i++) {
        table.turn = 1;
        pthread_cond_signal(&table.changed);
        while (table.turn != 0) pthread_cond_wait(&table.changed, &table.lock);
    }
    pthread_mutex_unlock(&table.lock);
    pthread_join(thread, NULL);
    return (seconds() - began) / table.rounds;
}

/* Seconds for one append of `size` bytes and fdatasync, in the same directory. */
static double append_and_sync(const char *directory, size_t size, int times) {
    char path[4096], *block = calloc(1, size);
    snprintf(path, sizeof path, "%s/append", directory);
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (file < 0 || !block) exit(1);
    double began = seconds();
    for (int i = 0; i < times; i++)
        if (write(file, block, size) != (ssize_t)size || fdatasync(file) != 0) exit(1);
    double took = (seconds() - began) / times;
    close(file);
    unlink(path);
    free(block);
    return took;
}

/* Runs `program argument...` and reads the seconds that it prints. */
static double printed(const char *command) {
    double took = 0;
    FILE *output = popen(command, "r");
    if (!output || fscanf(output, "%lf", &took) != 1 || pclose(output) != 0) {
        fprintf(stderr, "failed: %s\n", command);
        exit(1);
    }
    return took;
}

#endif
