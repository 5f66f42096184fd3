// Text is compared byte for byte everywhere: in JSON, in SQLite, in C. Swift's own comparison also equates different spellings of one
// character and brings 37 KiB of tables for it. These functions stand in place of its tables and say that each character has one
// spelling, so that a set of names and a column of them never differ about which two are the same.
#include <stdint.h>

uint16_t _swift_stdlib_getNormData(uint32_t scalar);
uint16_t _swift_stdlib_getNormData(uint32_t scalar) { return (void)scalar, 0; }

uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second);
uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second) { return (void)first, (void)second, UINT32_MAX; }

// Never asked: nothing is decomposed.
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar);
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) { return (void)scalar, 0; }
extern const uint8_t *const _swift_stdlib_nfd_decompositions;
const uint8_t *const _swift_stdlib_nfd_decompositions = 0;
