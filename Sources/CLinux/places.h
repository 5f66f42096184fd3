// Where a function that is loaded comes from. For the headers of modules: each includes it as its own.
#ifndef GAMEBASE_CLINUX_PLACES_H
#define GAMEBASE_CLINUX_PLACES_H

#include <elf.h>
#include <stddef.h>
#include <string.h>

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

// How many bytes an object takes from its base, as the heads of its segments say; 0: not known. The loader gives an object one range. With
// it a function's object is known at once, while dladdr1 looks through all names of the object.
static inline size_t gb_answer_bytes(const void *base) {
    const Elf64_Ehdr *head = (const Elf64_Ehdr *)base;
    if (head == NULL || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_phentsize != sizeof(Elf64_Phdr)) return 0;
    const Elf64_Phdr *segment = (const Elf64_Phdr *)((const char *)base + head->e_phoff);
    Elf64_Addr first = (Elf64_Addr)-1, end = 0;
    for (Elf64_Half i = 0; i < head->e_phnum; i++, segment++) {
        if (segment->p_type != PT_LOAD) continue;
        if (segment->p_vaddr < first) first = segment->p_vaddr;
        if (segment->p_vaddr + segment->p_memsz > end) end = segment->p_vaddr + segment->p_memsz;
    }
    return end > first ? (size_t)(end - first) : 0;
}

#endif
