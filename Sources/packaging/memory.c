// Swift asks for every object with posix_memalign, which costs about a third more than malloc, also where malloc's own alignment is enough.
// link.sh sends the calls here (the linker's --wrap).
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

int __real_posix_memalign(void **memory, size_t alignment, size_t size);
__attribute__((visibility("hidden"))) int __wrap_posix_memalign(void **memory, size_t alignment, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size) {
    if (alignment > _Alignof(max_align_t)) return __real_posix_memalign(memory, alignment, size);
    *memory = malloc(size);
    return *memory ? 0 : ENOMEM;
}
