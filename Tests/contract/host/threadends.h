/* Threads of the host that end inside a callback. */
#ifndef THREADENDS_H
#define THREADENDS_H

#include "play.h"

#include <pthread.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_UNDER_A_SANITIZER 1
#endif
#endif

/* A thread that ends in a callback lets go of nothing that its frames hold: for a sanitizer that is a leak. There the promise is kept
 * as soon as it comes to this, whichever promise it is. */
__attribute__((unused)) static void ends_its_thread(const TCGBError *error, void *context) {
#ifdef IS_UNDER_A_SANITIZER
    _exit(0);
#endif
    on_error(error, context);
    pthread_exit(NULL);
}
__attribute__((unused)) static void *shut_down_and_end(void *unused) {
    TCGBGamebase_shutdown(5000);
    return unused;
}

#endif
