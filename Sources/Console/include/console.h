// The Console room: the files of the operator's console, as they are in the binary.
#ifndef GAMEBASE_CONSOLE_H
#define GAMEBASE_CONSOLE_H

#include <stddef.h>

struct gb_console_file {
    /// Its path behind /console/.
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t count;
};

/// NULL behind the last one.
const struct gb_console_file *_Nullable gb_console_file(int index);

#endif
