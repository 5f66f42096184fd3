// Who answers behind the names that a library calls which is opened while the program runs. A game that exports functions of its own
// OpenSSL, libcurl or libdbus answers for those names in the system's libraries, too, and their objects do not fit each other.
#ifndef GAMEBASE_CLINUX_ANSWERS_H
#define GAMEBASE_CLINUX_ANSWERS_H

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "places.h"

// One kind of libraries: a function that they have, how names begin by which their parts call each other, and some of the names that a game
// exports that has its own. Each text ends with a zero, each list with an empty text.
struct gb_answer_names {
    const char *function, *beginnings, *samples;
};

// What is read of an object that is loaded. The loader has made addresses of the table's values.
struct gb_answer_tables {
    const Elf64_Sym *symbols;
    const char *names;
    const Elf64_Half *versions;
    const Elf64_Rela *calls, *others;
    size_t callBytes, otherBytes;
};
static inline void gb_answer_read(const struct link_map *object, struct gb_answer_tables *tables) {
    memset(tables, 0, sizeof *tables);
    for (const Elf64_Dyn *entry = object->l_ld; entry && entry->d_tag != DT_NULL; entry++) {
        const void *address = (const void *)entry->d_un.d_ptr;
        switch (entry->d_tag) {
        case DT_SYMTAB: tables->symbols = (const Elf64_Sym *)address; break;
        case DT_STRTAB: tables->names = (const char *)address; break;
        case DT_VERSYM: tables->versions = (const Elf64_Half *)address; break;
        case DT_JMPREL: tables->calls = (const Elf64_Rela *)address; break;
        case DT_PLTRELSZ: tables->callBytes = entry->d_un.d_val; break;
        case DT_RELA: tables->others = (const Elf64_Rela *)address; break;
        case DT_RELASZ: tables->otherBytes = entry->d_un.d_val; break;
        default: break;
        }
    }
}

static inline int gb_answer_begins(const char *name, const char *beginnings) {
    for (size_t length; (length = strlen(beginnings)) != 0; beginnings += length + 1)
        if (strncmp(name, beginnings, length) == 0) return 1;
    return 0;
}

// Whether the process has one of these functions for everybody. One that has a version is given to those alone that ask for this version:
// it is the system's, or another's that is in nobody's way.
static inline int gb_answer_is_for_all(const char *samples) {
    for (const char *name = samples; *name; name += strlen(name) + 1) {
        struct gb_answer_place place;
        struct link_map *object = NULL;
        Elf64_Sym *entry = NULL;
        const void *function = dlsym(NULL, name);
        if (!function || !gb_answer_place_of(function, &place, (void **)&entry, gb_answer_entry)) continue;
        if (!entry || entry->st_shndx == SHN_UNDEF || !gb_answer_place_of(function, &place, (void **)&object, gb_answer_object)) continue;
        struct gb_answer_tables tables;
        gb_answer_read(object, &tables);
        if (!tables.versions || (tables.versions[entry - tables.symbols] & 0x7fff) <= VER_NDX_GLOBAL) return 1;
    }
    return 0;
}

// Whether a library may be bound to its own libraries before the game. A sanitizer ends the process for it. Where the allocator is not
// libc's, libc itself would go on with the game's and the library with libc's, and the one frees what the other has allocated.
static inline int gb_answer_may_bind_own(void) {
    struct gb_answer_place allocator, libc;
    Elf64_Sym *entry = NULL;
    const void *allocate = dlsym(NULL, "malloc"), *version = dlsym(NULL, "gnu_get_libc_version");
    if (!allocate || !version || dlsym(NULL, "__sanitizer_print_stack_trace")) return 0;
    return gb_answer_place_of(allocate, &allocator, (void **)&entry, gb_answer_entry) && entry && entry->st_shndx != SHN_UNDEF &&
           gb_answer_place_of(version, &libc, (void **)&entry, gb_answer_entry) && allocator.base == libc.base;
}

// The first of the object's calls of such a name that is not answered where the library has this function; NULL: there is none.
// A program that is not position independent has an address of its own for a function; that is a jump, and says nothing.
static inline const char *gb_answer_elsewhere(
    void *library, const struct link_map *object, const char *beginnings, const struct link_map **next, struct gb_answer_place *stranger) {
    struct gb_answer_tables tables;
    gb_answer_read(object, &tables);
    const Elf64_Rela *entries[] = {tables.calls, tables.others};
    const size_t counts[] = {tables.callBytes / sizeof(Elf64_Rela), tables.otherBytes / sizeof(Elf64_Rela)};
    for (size_t place = 0; place < counts[0] + counts[1]; place++) {
        const Elf64_Rela *entry = place < counts[0] ? &entries[0][place] : &entries[1][place - counts[0]];
        if (ELF64_R_TYPE(entry->r_info) != R_X86_64_JUMP_SLOT && ELF64_R_TYPE(entry->r_info) != R_X86_64_GLOB_DAT) continue;
        const char *name = tables.names + tables.symbols[ELF64_R_SYM(entry->r_info)].st_name;
        if (!gb_answer_begins(name, beginnings)) continue;
        const void *bound = *(void *const *)(object->l_addr + entry->r_offset), *own = dlsym(library, name);
        struct gb_answer_place here;
        Elf64_Sym *symbol = NULL;
        struct link_map *home = NULL;
        if (!bound || !own || !gb_answer_place_of(own, &here, (void **)&home, gb_answer_object)) continue;
        if (!*next && home != object) *next = home;
        if (bound == own || !gb_answer_place_of(bound, stranger, (void **)&symbol, gb_answer_entry)) continue;
        // What is not bound yet leads into the object itself.
        if (stranger->base == here.base || (uintptr_t)stranger->base == object->l_addr) continue;
        if (!symbol || symbol->st_shndx != SHN_UNDEF) return name;
    }
    return NULL;
}

// A library that is opened gives its sockets the first numbers that are free. In a host that has closed its standard output they would be
// those, and what the host prints would go into a connection. SQLite leaves nothing there in the same way.
static inline void gb_answer_occupy_standard(void) {
    int descriptor;
    do descriptor = open("/dev/null", O_RDWR | O_CLOEXEC);
    while (descriptor >= 0 && descriptor <= 2);
    if (descriptor > 2) close(descriptor);
}

// Opens a library, and looks at who answers for it and for the first library of its kind that it calls. NULL when it is not there or
// cannot work; then `why` has a text for people if it is there, to be given back with free.
static inline void *gb_open_answered(const char *file, struct gb_answer_names names, char **why) {
    // A program that libc is linked into would get a second libc with the library. Both give keys for the values of threads from the same
    // first number on, and each would free what is the other's.
    if (!dlsym(NULL, "malloc")) {
        free(*why);
        *why = strdup("a program that is linked with -static cannot open libraries; link it with the system's libc");
        return NULL;
    }
    gb_answer_occupy_standard();
    int isOwn = gb_answer_is_for_all(names.samples) && gb_answer_may_bind_own();
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL | (isOwn ? RTLD_DEEPBIND : 0));
    const void *function = library ? dlsym(library, names.function) : NULL;
    struct gb_answer_place stranger;
    struct link_map *opened = NULL;
    if (!function || !gb_answer_place_of(function, &stranger, (void **)&opened, gb_answer_object)) return library;
    const struct link_map *next = NULL, *last = NULL;
    const char *name = gb_answer_elsewhere(library, opened, names.beginnings, &next, &stranger);
    if (!name && next) name = gb_answer_elsewhere(library, next, names.beginnings, &last, &stranger);
    if (!name) return library;
    static const char form[] = "%s, which %s calls, comes from %s in place of its own library; a game with its own must not export it";
    const char *object = stranger.object && *stranger.object ? stranger.object : "the program";
    size_t size = sizeof form + strlen(name) + strlen(file) + strlen(object);
    char *text = (char *)malloc(size);
    if (text) (void)snprintf(text, size, form, name, file, object);
    free(*why);
    *why = text;
    dlclose(library);
    return NULL;
}

static inline void *gb_open_curl(const char *file, char **why) {
    static const struct gb_answer_names names = {"curl_easy_init",
        "curl_\0SSL_\0TLS_\0EVP_\0CRYPTO_\0X509_\0BIO_\0ERR_\0OPENSSL_\0RAND_\0PEM_\0ASN1_\0gnutls_\0nettle_\0",
        "SSL_CTX_new\0EVP_sha256\0EVP_MD_CTX_new\0CRYPTO_free\0X509_free\0BIO_new\0ERR_clear_error\0RAND_bytes\0gnutls_init\0"
        "curl_easy_init\0curl_slist_append\0"};
    return gb_open_answered(file, names, why);
}
static inline void *gb_open_dbus(const char *file, char **why) {
    static const struct gb_answer_names names = {
        "dbus_error_init", "dbus_\0", "dbus_message_unref\0dbus_error_init\0dbus_connection_unref\0"};
    return gb_open_answered(file, names, why);
}

#endif
