/* A game that is called back: a debugger stops it in there. usage: called DIRECTORY */
#include "started.h"

__attribute__((noinline)) static void in_callback(void) { answered = 1; }
static void on_start(const char *info, const TCGBError *error, void *context) {
    (void)info, (void)error, (void)context;
    in_callback();
}

int main(int count, char **arguments) {
    if (!start(count, arguments)) return 2;
    return TCGBGamebase_shutdown(5000) ? 0 : 1;
}
