/* A game with functions of its own under names that libc has, too: what is linked to the game finds them in libc's place.
 * usage: ownnames DIRECTORY. Prints which of them was called, or "none". */
#include <stdio.h>

#include "started.h"

static const char *volatile called;
#define OWN(name) \
    int name(void); \
    int name(void) { return called = #name, 0; }
OWN(accept)
OWN(bind)
OWN(clone)
OWN(listen)
OWN(poll)
OWN(recv)
OWN(send)
OWN(shutdown)
OWN(socket)

static void on_start(const char *info, const TCGBError *error, void *context) {
    (void)info, (void)context;
    answered = error ? 2 : 1;
}

int main(int count, char **arguments) {
    if (!start(count, arguments) || answered != 1) return 2;
    /* The desktop's xdg-open is a process of its own. */
    TCGBWebView_openWebBrowserWithURL("https://example.test/");
    if (!TCGBGamebase_shutdown(5000)) return 1;
    printf("%s\n", called ? called : "none");
    return called != NULL;
}
