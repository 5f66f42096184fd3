// The CCurl room: the few functions of libcurl that the library uses, as a table that is filled by name while the game runs.
// No header of libcurl is needed to build, and the library does not need libcurl: where it is missing, a push is shown without media,
// and a service elsewhere is out of reach unless the host brings its own HTTP.
#ifndef GAMEBASE_CCURL_H
#define GAMEBASE_CCURL_H

#include <dlfcn.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Names, layouts and numbers are those of curl/curl.h and curl/multi.h, whose binary interface is that of libcurl.so.4 since 2006.
// What is used is there in 7.64 but for one option, which may be refused.
struct gb_curl_easy;
struct gb_curl_multi;
struct gb_curl_list;

// CURLMsg
struct gb_curl_message {
    int kind;
    struct gb_curl_easy *easy;
    union {
        void *whatever;
        int result;
    } data;
};

// curl_waitfd
struct gb_curl_wait {
    int descriptor;
    short events, found;
};

// curl_sockaddr: the address may be longer than the last member says.
struct gb_curl_address {
    int family, type, protocol;
    unsigned int length;
    struct sockaddr address;
};

enum {
    // CURL_GLOBAL_DEFAULT
    GB_CURL_GLOBAL = 3,
    // CURLMSG_DONE
    GB_CURL_DONE = 1,
    // CURL_WAIT_POLLIN
    GB_CURL_READABLE = 1,
    // CURL_SOCKET_BAD
    GB_CURL_NO_SOCKET = -1,
};

// CURLcode
enum {
    GB_CURLE_OK = 0,
    GB_CURLE_COULDNT_RESOLVE_HOST = 6,
    GB_CURLE_COULDNT_CONNECT = 7,
    GB_CURLE_PARTIAL_FILE = 18,
    GB_CURLE_OPERATION_TIMEDOUT = 28,
    GB_CURLE_SSL_CONNECT_ERROR = 35,
    GB_CURLE_GOT_NOTHING = 52,
    GB_CURLE_SEND_ERROR = 55,
    GB_CURLE_RECV_ERROR = 56,
    GB_CURLE_PEER_FAILED_VERIFICATION = 60,
    GB_CURLE_USE_SSL_FAILED = 64,
    GB_CURLE_LOGIN_DENIED = 67,
    GB_CURLE_SSL_CACERT_BADFILE = 77,
};

// CURLoption. Those from 10000 on take a pointer, those from 20000 on a function; the others a long.
enum {
    GB_CURLOPT_LOW_SPEED_LIMIT = 19,
    GB_CURLOPT_LOW_SPEED_TIME = 20,
    GB_CURLOPT_VERBOSE = 41,
    GB_CURLOPT_UPLOAD = 46,
    GB_CURLOPT_NETRC = 51,
    GB_CURLOPT_FOLLOWLOCATION = 52,
    GB_CURLOPT_SSL_VERIFYPEER = 64,
    GB_CURLOPT_FRESH_CONNECT = 74,
    GB_CURLOPT_FORBID_REUSE = 75,
    GB_CURLOPT_POST = 47,
    GB_CURLOPT_POSTFIELDSIZE = 60,
    GB_CURLOPT_HTTPGET = 80,
    GB_CURLOPT_SSL_VERIFYHOST = 81,
    GB_CURLOPT_HTTP_VERSION = 84,
    GB_CURLOPT_NOSIGNAL = 99,
    GB_CURLOPT_SERVER_RESPONSE_TIMEOUT = 112,
    GB_CURLOPT_USE_SSL = 119,
    GB_CURLOPT_TIMEOUT_MS = 155,
    GB_CURLOPT_CONNECTTIMEOUT_MS = 156,
    GB_CURLOPT_PROTOCOLS = 181,
    GB_CURLOPT_REDIR_PROTOCOLS = 182,
    GB_CURLOPT_HAPPY_EYEBALLS_TIMEOUT_MS = 271,
    GB_CURLOPT_DISALLOW_USERNAME_IN_URL = 278,
    GB_CURLOPT_HTTP09_ALLOWED = 285,
    // Since 7.87.
    GB_CURLOPT_QUICK_EXIT = 322,
    GB_CURLOPT_WRITEDATA = 10001,
    GB_CURLOPT_URL = 10002,
    GB_CURLOPT_PROXY = 10004,
    GB_CURLOPT_READDATA = 10009,
    GB_CURLOPT_USERAGENT = 10018,
    GB_CURLOPT_HTTPHEADER = 10023,
    GB_CURLOPT_HEADERDATA = 10029,
    GB_CURLOPT_CAINFO = 10065,
    GB_CURLOPT_DEBUGDATA = 10095,
    GB_CURLOPT_COPYPOSTFIELDS = 10165,
    GB_CURLOPT_USERNAME = 10173,
    GB_CURLOPT_PASSWORD = 10174,
    GB_CURLOPT_MAIL_FROM = 10186,
    GB_CURLOPT_MAIL_RCPT = 10187,
    GB_CURLOPT_NOPROXY = 10177,
    GB_CURLOPT_OPENSOCKETDATA = 10164,
    GB_CURLOPT_WRITEFUNCTION = 20011,
    GB_CURLOPT_READFUNCTION = 20012,
    GB_CURLOPT_HEADERFUNCTION = 20079,
    GB_CURLOPT_DEBUGFUNCTION = 20094,
    GB_CURLOPT_OPENSOCKETFUNCTION = 20163,

    // CURLPROTO_HTTP and CURLPROTO_HTTPS
    GB_CURL_HTTP_AND_HTTPS = 3,
    // CURLPROTO_SMTP and CURLPROTO_SMTPS
    GB_CURL_SMTP = 1 << 16,
    GB_CURL_SMTPS = 1 << 17,
    // CURLUSESSL_ALL: nothing is said before TLS, and nothing without it.
    GB_CURL_TLS_OR_NOTHING = 3,
    // CURLINFO_HEADER_IN and CURLINFO_HEADER_OUT, of curl_infotype: a line of the mail server's, and one that it is told.
    GB_CURL_LINE_IN = 1,
    GB_CURL_LINE_OUT = 2,
    // CURL_HTTP_VERSION_1_1
    GB_CURL_HTTP_1_1 = 2,
    // What SSL_VERIFYHOST takes for "the name must be that of the certificate".
    GB_CURL_VERIFY_NAME = 2,
    // CURLINFO_REDIRECT_URL
    GB_CURLINFO_REDIRECT_URL = 0x10001F,
};

typedef size_t (*gb_curl_take)(char *_Nullable, size_t, size_t, void *_Nullable);
typedef int (*gb_curl_hear)(struct gb_curl_easy *_Nullable, int, char *_Nullable, size_t, void *_Nullable);
typedef int (*gb_curl_open_socket)(void *_Nullable, int, struct gb_curl_address *_Nullable);

#define GB_CURL_FUNCTIONS(F) \
    F(int, global_init, (long)) \
    F(struct gb_curl_easy *, easy_init, (void)) \
    F(void, easy_cleanup, (struct gb_curl_easy *)) \
    F(int, easy_setopt, (struct gb_curl_easy *, int, ...)) \
    F(int, easy_getinfo, (struct gb_curl_easy *, int, ...)) \
    F(const char *, easy_strerror, (int)) \
    F(struct gb_curl_list *, slist_append, (struct gb_curl_list *, const char *)) \
    F(void, slist_free_all, (struct gb_curl_list *)) \
    F(struct gb_curl_multi *, multi_init, (void)) \
    F(int, multi_cleanup, (struct gb_curl_multi *)) \
    F(int, multi_add_handle, (struct gb_curl_multi *, struct gb_curl_easy *)) \
    F(int, multi_remove_handle, (struct gb_curl_multi *, struct gb_curl_easy *)) \
    F(int, multi_perform, (struct gb_curl_multi *, int *)) \
    F(int, multi_wait, (struct gb_curl_multi *, struct gb_curl_wait *, unsigned int, int, int *)) \
    F(struct gb_curl_message *, multi_info_read, (struct gb_curl_multi *, int *))

#define GB_CURL_MEMBER(result, name, parameters) result(*_Nonnull name) parameters;
struct gb_curl {
    GB_CURL_FUNCTIONS(GB_CURL_MEMBER)
};
#undef GB_CURL_MEMBER

static inline void gb_curl_close(void *library) { dlclose(library); }

// libcurl begins OpenSSL, which takes itself apart at exit unless who begins it first says otherwise: before the game's own functions and
// objects that are registered earlier have ended, and while threads of the library still use it. OpenSSL 1.1.1 and newer know the word;
// another TLS has no such function.
static inline void gb_curl_keep_tls(void *library) {
    enum { noAtExit = 0x00080000 }; // OPENSSL_INIT_NO_ATEXIT
    int (*begin)(uint64_t, const void *) = (int (*)(uint64_t, const void *))dlsym(library, "OPENSSL_init_crypto");
    if (begin) (void)begin(noAtExit, NULL); // without it libcurl says what is wrong
}

// The functions of an open library, to be given back with free. NULL when one of them is missing.
static inline struct gb_curl *gb_curl_find(void *library) {
#define GB_CURL_NAME(result, name, parameters) "curl_" #name "\0"
    static const char names[] = GB_CURL_FUNCTIONS(GB_CURL_NAME);
#undef GB_CURL_NAME
    enum { count = sizeof(struct gb_curl) / sizeof(void *) };
    void **table = (void **)calloc(count, sizeof(void *));
    const char *name = names;
    for (size_t index = 0; table && index < count; index++) {
        table[index] = dlsym(library, name);
        if (!table[index]) {
            free(table);
            table = NULL;
        }
        while (*name++) {}
    }
    return (struct gb_curl *)table;
}

// Swift does not call functions with a variable number of arguments. Each returns a CURLcode.
static inline int gb_curl_set_number(const struct gb_curl *curl, struct gb_curl_easy *easy, int option, long value) {
    return curl->easy_setopt(easy, option, value);
}
static inline int gb_curl_set_text(const struct gb_curl *curl, struct gb_curl_easy *easy, int option, const char *value) {
    return curl->easy_setopt(easy, option, value);
}
static inline int gb_curl_set_pointer(const struct gb_curl *curl, struct gb_curl_easy *easy, int option, void *value) {
    return curl->easy_setopt(easy, option, value);
}
static inline int gb_curl_set_take(const struct gb_curl *curl, struct gb_curl_easy *easy, int option, gb_curl_take value) {
    return curl->easy_setopt(easy, option, value);
}
static inline int gb_curl_set_hear(const struct gb_curl *curl, struct gb_curl_easy *easy, gb_curl_hear value) {
    return curl->easy_setopt(easy, GB_CURLOPT_DEBUGFUNCTION, value);
}
static inline int gb_curl_set_open_socket(const struct gb_curl *curl, struct gb_curl_easy *easy, gb_curl_open_socket value) {
    return curl->easy_setopt(easy, GB_CURLOPT_OPENSOCKETFUNCTION, value);
}

// Where the answer leads, as a whole address; NULL when it leads nowhere. The text belongs to the handle.
static inline const char *gb_curl_redirect(const struct gb_curl *curl, struct gb_curl_easy *easy) {
    const char *address = NULL;
    return curl->easy_getinfo(easy, GB_CURLINFO_REDIRECT_URL, &address) == GB_CURLE_OK ? address : NULL;
}

// The bytes of the machine's address, 4 or 16 of them. 0 for every other family.
static inline int gb_curl_address_bytes(const struct gb_curl_address *address, uint8_t bytes[_Nonnull 16]) {
    if (address->family == AF_INET && address->length >= sizeof(struct sockaddr_in)) {
        memcpy(bytes, &((const struct sockaddr_in *)&address->address)->sin_addr, 4);
        return 4;
    }
    if (address->family == AF_INET6 && address->length >= sizeof(struct sockaddr_in6)) {
        memcpy(bytes, &((const struct sockaddr_in6 *)&address->address)->sin6_addr, 16);
        return 16;
    }
    return 0;
}

static inline int gb_curl_socket(const struct gb_curl_address *address) {
    return socket(address->family, address->type | SOCK_CLOEXEC, address->protocol);
}

#endif
