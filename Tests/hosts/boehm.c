/* A game with Boehm's collector, as IL2CPP has it: it stops the threads that have told it of themselves by a signal, and waits for each.
 * usage: boehm DIRECTORY. Ends with status 0 when each callback has come and each collection has ended. */
#define GC_THREADS
#include <Gamebase/Gamebase.h>
#include <gc.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 150, PIECES = 200, PIECE_BYTES = 1000 };

static int heard, asked, wrong;
/* Found by the collector on the callback's stack and here alone. */
static char *volatile kept;

static pthread_key_t known;
/* The threads are the library's: they end when it likes. */
static void end_thread(void *value) { (void)value, GC_unregister_my_thread(); }
static void begin_thread(void) {
    if (pthread_getspecific(known)) return;
    pthread_setspecific(known, &known);
    struct GC_stack_base base;
    if (GC_get_stack_base(&base) != GC_SUCCESS) __atomic_add_fetch(&wrong, 1, __ATOMIC_SEQ_CST);
    GC_register_my_thread(&base);
}
static void litter(void) {
    char *own = GC_MALLOC(PIECE_BYTES);
    memset(own, 'x', PIECE_BYTES);
    for (int i = 0; i < PIECES; i++) kept = GC_MALLOC(PIECE_BYTES);
    for (int i = 0; i < PIECE_BYTES; i++)
        if (own[i] != 'x') __atomic_add_fetch(&wrong, 1, __ATOMIC_SEQ_CST);
}
static void on_end(const TCGBError *error, void *context) {
    (void)error, (void)context;
    begin_thread();
    litter();
    __atomic_add_fetch(&heard, 1, __ATOMIC_SEQ_CST);
}
static void on_start(const char *info, const TCGBError *error, void *context) { (void)info, on_end(error, context); }
static void ask(const TCGBHTTPRequest *request, void *context) {
    (void)context;
    begin_thread();
    litter();
    __atomic_add_fetch(&asked, 1, __ATOMIC_SEQ_CST);
    TCGBHTTP_failed(request->number, "no network");
}
static void cancel(uint64_t number, void *context) { (void)number, (void)context; }
static void collect_until(const int *count, int wanted) {
    while (__atomic_load_n(count, __ATOMIC_SEQ_CST) < wanted) {
        litter();
        GC_gcollect();
    }
    for (int i = 0; i < 20; i++) GC_gcollect();
}

int main(int count, char **arguments) {
    GC_INIT();
    GC_allow_register_threads();
    pthread_key_create(&known, end_thread);
    if (count != 2 || !TCGBHost_setStorageDirectory(arguments[1])) return 2;
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_start, NULL);
    TCGBRunLoop_setDelivery(TCGBRunLoopDeliveryLibraryThread);
    collect_until(&heard, 1);
    for (int round = 1; round <= ROUNDS; round++) {
        TCGBGamebase_logoutWithViewController_completion(NULL, on_end, NULL);
        if (round % 10 == 0) collect_until(&heard, 1 + round);
    }
    if (!TCGBGamebase_shutdown(5000)) return 3;

    static const TCGBHTTP http = {.structSize = sizeof http, .start = ask, .cancel = cancel};
    if (!TCGBHTTP_use(&http)) return 4;
    TCGBConfiguration_setServiceURL(configuration, "http://127.0.0.1:9");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_start, NULL);
    collect_until(&asked, 2);
    TCGBRelease(configuration);
    return TCGBGamebase_shutdown(5000) && !wrong ? 0 : 5;
}
