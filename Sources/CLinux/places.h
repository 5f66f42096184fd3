// Where a function that is loaded comes from. For the headers of modules: each includes it as its own.
#ifndef GAMEBASE_CLINUX_PLACES_H
#define GAMEBASE_CLINUX_PLACES_H

#include <elf.h>
#include <stddef.h>

// What <dlfcn.h> declares with _GNU_SOURCE alone.
struct gb_answer_place {
    const char *object;
    void *base;
    const char *name;
    void *address;
};
extern int gb_answer_place_of(const void *address, struct gb_answer_place *place, void **entry, int what) __asm__("dladdr1");
enum { gb_answer_entry = 1, gb_answer_object = 2 };

// Where a function is; 0: not known. A program that is not position independent has an address of its own for a function of which it takes
// the address; that is a jump, and says nothing.
static inline int gb_answer_function(const void *function, struct gb_answer_place *place) {
    Elf64_Sym *entry = NULL;
    if (gb_answer_place_of(function, place, (void **)&entry, gb_answer_entry) == 0) return 0;
    return entry == NULL || entry->st_shndx != SHN_UNDEF;
}

#endif
