/* What a call into a shared library costs by itself: the baseline of drain and getters. */
#include <stdint.h>

int32_t empty_int32(void) { return 0; }
int64_t empty_handle(const void *handle) { return (int64_t)(uintptr_t)handle; }
