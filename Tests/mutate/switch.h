// The switch of the planted mistakes (Tests/mutate/run), in the module of system headers of the copy that they are planted in.
// GAMEBASE_MUTANT=n turns mistake n on. GAMEBASE_MUTANTS_REACHED=file notes in byte n of the file that mistake n was come by.
static inline bool gb_mutant(int number) {
    static int chosen = -1;
    static unsigned char *reached;
    if (__atomic_load_n(&chosen, __ATOMIC_ACQUIRE) < 0) {
        const char *text = getenv("GAMEBASE_MUTANT"), *path = getenv("GAMEBASE_MUTANTS_REACHED");
        int descriptor = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
        if (descriptor >= 0) {
            void *map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
            if (map != MAP_FAILED) __atomic_store_n(&reached, (unsigned char *)map, __ATOMIC_RELEASE);
            close(descriptor);
        }
        __atomic_store_n(&chosen, text ? atoi(text) : 0, __ATOMIC_RELEASE);
    }
    unsigned char *map = __atomic_load_n(&reached, __ATOMIC_ACQUIRE);
    if (map && number < 4096) map[number] = 1;
    return number == __atomic_load_n(&chosen, __ATOMIC_RELAXED);
}
