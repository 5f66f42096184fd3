/* Calls a mistake of planted.swift: the first argument names it. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

void planted_race(void);
int planted_overflow(int count);

static void *repeat(void *unused) {
    (void)unused;
    for (int round = 0; round < 1000; round++) planted_race();
    return NULL;
}

int main(int count, char **arguments) {
    if (count == 2 && !strcmp(arguments[1], "overflow")) return printf("%d\n", planted_overflow(7)), 0;
    pthread_t threads[2];
    for (int place = 0; place < 2; place++)
        if (pthread_create(&threads[place], NULL, repeat, NULL)) return 1;
    for (int place = 0; place < 2; place++) pthread_join(threads[place], NULL);
    return 0;
}
