/* A game that leaves without a shutdown, its service elsewhere. Prints what its OpenSSL does then. usage: leaving DIRECTORY */
#include <dlfcn.h>
#include <stdio.h>

#include "started.h"

static void on_start(const char *info, const TCGBError *error, void *context) {
    (void)info, (void)context;
    answered = 1;
    printf("initialize %lld\n", (long long)TCGBError_code(error));
}
static void on_end(void) { puts("taken apart"); }

int main(int count, char **arguments) {
    if (!start(count, arguments)) return 2;
    /* The one that libcurl began, if that has OpenSSL. */
    void *crypto = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_NOLOAD);
    if (!crypto) crypto = dlopen("libcrypto.so.1.1", RTLD_NOW | RTLD_NOLOAD);
    if (!crypto) return 77;
    int (*at_end)(void (*)(void)) = (int (*)(void (*)(void)))dlsym(crypto, "OPENSSL_atexit");
    return at_end && at_end(on_end) ? 0 : 1;
}
