/* A game's own allocator, which answers for all of the process: what it has given only it can take back. With -DALLOCATOR alone. */
typedef int nothing_here;
#ifdef ALLOCATOR
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 256 << 20, STEP = 16 };
static _Alignas(STEP) char room[ROOM];
static atomic_size_t used;

static size_t *size_of(void *block) { return (size_t *)((char *)block - STEP); }
static void must_be_ours(const void *block) {
    if ((const char *)block < room || (const char *)block >= room + ROOM) abort();
}

static void *take(size_t alignment, size_t size) {
    size_t step = alignment < STEP ? STEP : alignment;
    size_t begin = atomic_fetch_add(&used, size + 2 * step + STEP);
    if (begin + size + 2 * step + STEP > ROOM) return NULL;
    char *block = room + (begin + STEP + step - 1) / step * step;
    *size_of(block) = size;
    return block;
}
void *malloc(size_t size) { return take(STEP, size); }
void free(void *block) {
    if (block) must_be_ours(block);
}
/* Nothing is given twice, and what was not given yet is zero. */
void *calloc(size_t count, size_t size) { return take(STEP, count * size); }
void *realloc(void *block, size_t size) {
    if (!block) return malloc(size);
    must_be_ours(block);
    void *moved = take(STEP, size);
    if (moved) memcpy(moved, block, *size_of(block) < size ? *size_of(block) : size);
    return moved;
}
void *memalign(size_t alignment, size_t size) { return take(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return take(alignment, size); }
int posix_memalign(void **block, size_t alignment, size_t size) { return (*block = take(alignment, size)) ? 0 : ENOMEM; }
size_t malloc_usable_size(void *block) { return block ? *size_of(block) : 0; }
#endif
