/* The published interfaces as the library answers them in its own process, for whoever writes calls to its standard input and reads answers
 * from its standard output. Usage: faces DIRECTORY APP [console.json]
 *
 * A call: "KIND A B C D E\n", then so many bytes of each part; -1 is a part that is NULL. KIND ncmb: method, host, path, headers, body;
 * gamebase: method, path, key, transaction id, body. An answer: "STATUS A B\n", then headers and body; STATUS -N is an error's code N. */
#include <NCMB/NCMB.h>

#include "play.h"

enum { PARTS = 5, PART_MAX = 20 << 20 };

static struct answer answer;
static char *parts[PARTS];
static long sizes[PARTS];

static void tell(long status, const char *headers, const void *body, size_t length) {
    printf("%ld %zu %zu\n%s", status, headers ? strlen(headers) : 0, length, headers ? headers : "");
    if (length) fwrite(body, 1, length, stdout);
    fflush(stdout);
}

static void on_ncmb(int32_t status, const char *headers, const void *data, size_t length, const TCGBError *error, void *context) {
    tell(error ? -TCGBError_code(error) : status, headers, data, length);
    came(context);
}

static void on_gamebase(int32_t status, const char *body, const TCGBError *error, void *context) {
    tell(error ? -TCGBError_code(error) : status, NULL, body, body ? strlen(body) : 0);
    came(context);
}

static bool read_call(char *kind) {
    if (scanf("%15s %ld %ld %ld %ld %ld", kind, &sizes[0], &sizes[1], &sizes[2], &sizes[3], &sizes[4]) != 1 + PARTS) return false;
    if (getchar() != '\n') return false;
    for (int i = 0; i < PARTS; i++) {
        free(parts[i]);
        parts[i] = NULL;
        if (sizes[i] < 0) continue;
        if (sizes[i] > PART_MAX || !(parts[i] = calloc(1, (size_t)sizes[i] + 1))) return false;
        if (fread(parts[i], 1, (size_t)sizes[i], stdin) != (size_t)sizes[i]) return false;
    }
    return true;
}

int main(int count, char **arguments) {
    char kind[16];
    if (count < 3 || !TCGBHost_setStorageDirectory(arguments[1])) return 2;
    TCGBConfiguration *game = TCGBConfiguration_configurationWithAppID_appVersion(arguments[2], "1.0.0");
    PLAY_WELL(&answer, TCGBGamebase_initializeWithConfiguration_completion(game, on_json, &answer));
    if (count > 3) PLAY_WELL(&answer, TCGBConsole_loadSettingsFromFile_completion(arguments[3], on_error, &answer));
    TCGBRelease(game);
    while (read_call(kind)) {
        if (strcmp(kind, "ncmb") == 0)
            PLAY(&answer, NCMBServer_requestWithMethod_host_path_headers_data_length_completion(
                              parts[0], parts[1], parts[2], parts[3], parts[4], sizes[4] < 0 ? 0 : (size_t)sizes[4], on_ncmb, &answer));
        else
            PLAY(&answer, TCGBServer_requestWithMethod_path_secretKey_transactionId_body_completion(
                              parts[0], parts[1], parts[2], parts[3], parts[4], on_gamebase, &answer));
    }
    return TCGBGamebase_shutdown(2000) ? 0 : 3;
}
