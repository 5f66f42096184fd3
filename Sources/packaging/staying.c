// In the archive alone. The shared library is never unloaded (`-z nodelete`), because a thread that used it has values with a destructor in
// it until that thread ends. A plugin of a game that has the archive in it says the same to the loader: else the end of such a thread
// would run into memory that dlclose has given back.
#include <dlfcn.h>
#include <link.h>
#include <stddef.h>

__attribute__((constructor)) static void stay(void) {
    Dl_info place;
    struct link_map *object = NULL;
    if (dladdr1((const void *)stay, &place, (void **)&object, RTLD_DL_LINKMAP) == 0 || object == NULL) return;
    // A program has no name here, and is not unloaded.
    if (object->l_name == NULL || object->l_name[0] == '\0') return;
    // Held for good. The loader knows the name, and opens no file. Without the hold the plugin works until it is closed.
    (void)dlopen(object->l_name, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
}
