// Swift asks for every object with posix_memalign, which costs about a third more than malloc, also where malloc's own alignment is enough.
// link.sh sends the calls here, in the archive too: a game's own allocator may have malloc and free alone, and what libc's posix_memalign
// gives is nothing for the game's free.
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

__attribute__((visibility("hidden"))) int gb_own_posix_memalign(void **memory, size_t alignment, size_t size);
int gb_own_posix_memalign(void **memory, size_t alignment, size_t size) {
    if (alignment > _Alignof(max_align_t)) return posix_memalign(memory, alignment, size);
    *memory = malloc(size);
    return *memory ? 0 : ENOMEM;
}
