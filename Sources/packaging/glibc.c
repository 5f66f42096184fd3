// Ties what the library takes from libc to the versions that glibc 2.31 has (Debian 11, Steam Runtime 3), whatever system
// it is linked on. A symbol takes the newest version that the linker finds, and glibc gave these a new one when it moved them
// into libc.so.6, unchanged. link.sh sends every call of NAME to __wrap_NAME (the linker's --wrap). All are hidden.
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>

#if defined(__x86_64__)
// What the first glibc of a processor has carries that version for ever; some functions came later.
#define FIRST "GLIBC_2.2.5"
#define SETCLOCK "GLIBC_2.3.3"
#define SETNAME "GLIBC_2.12"
#define STATAT "GLIBC_2.4"
#define STAT_VERSION 1
#elif defined(__aarch64__)
#define FIRST "GLIBC_2.17"
#define SETCLOCK FIRST
#define SETNAME FIRST
#define STATAT FIRST
#define STAT_VERSION 0
#endif

#ifdef FIRST
#define TIED(version, name, parameters, arguments) \
    extern int old_##name parameters; \
    __asm__(".symver old_" #name "," #name "@" version); \
    __attribute__((visibility("hidden"))) int __wrap_##name parameters; \
    int __wrap_##name parameters { return old_##name arguments; }

TIED(FIRST, pthread_create, (pthread_t * thread, const pthread_attr_t *how, void *(*run)(void *), void *with), (thread, how, run, with))
TIED(FIRST, pthread_join, (pthread_t thread, void **result), (thread, result))
TIED(FIRST, pthread_detach, (pthread_t thread), (thread))
TIED(FIRST, pthread_key_create, (pthread_key_t * key, void (*destroy)(void *)), (key, destroy))
TIED(FIRST, pthread_key_delete, (pthread_key_t key), (key))
TIED(FIRST, pthread_setspecific, (pthread_key_t key, const void *value), (key, value))
TIED(FIRST, pthread_attr_getstacksize, (const pthread_attr_t *how, size_t *bytes), (how, bytes))
TIED(FIRST, pthread_attr_setstacksize, (pthread_attr_t * how, size_t bytes), (how, bytes))
TIED(FIRST, pthread_sigmask, (int how, const sigset_t *set, sigset_t *before), (how, set, before))
TIED(SETCLOCK, dladdr1, (const void *address, void *place, void **entry, int what), (address, place, entry, what))
TIED(FIRST, dlclose, (void *library), (library))
TIED(SETCLOCK, pthread_condattr_setclock, (pthread_condattr_t * attributes, clockid_t clock), (attributes, clock))
TIED(SETNAME, pthread_setname_np, (pthread_t thread, const char *name), (thread, name))

#define TIED_POINTER(name, type, parameters, arguments) \
    extern type old_##name parameters; \
    __asm__(".symver old_" #name "," #name "@" FIRST); \
    __attribute__((visibility("hidden"))) type __wrap_##name parameters; \
    type __wrap_##name parameters { return old_##name arguments; }

TIED_POINTER(dlopen, void *, (const char *name, int how), (name, how))
TIED_POINTER(dlsym, void *, (void *library, const char *name), (library, name))

TIED_POINTER(pthread_getspecific, void *, (pthread_key_t key), (key))

// Before 2.33 stat was no function of libc.so.6 but a call of __xstat with the layout's version.
#define STAT(name, old, type) \
    extern int old_##name(int version, type file, struct stat *status); \
    __asm__(".symver old_" #name "," #old "@" FIRST); \
    __attribute__((visibility("hidden"))) int __wrap_##name(type file, struct stat *status); \
    int __wrap_##name(type file, struct stat *status) { return old_##name(STAT_VERSION, file, status); }

STAT(stat, __xstat, const char *)
STAT(lstat, __lxstat, const char *)
STAT(fstat, __fxstat, int)

extern int old_fstatat(int version, int folder, const char *name, struct stat *status, int flags);
__asm__(".symver old_fstatat,__fxstatat@" STATAT);
__attribute__((visibility("hidden"))) int __wrap_fstatat(int folder, const char *name, struct stat *status, int flags);
int __wrap_fstatat(int folder, const char *name, struct stat *status, int flags) {
    return old_fstatat(STAT_VERSION, folder, name, status, flags);
}
#endif
