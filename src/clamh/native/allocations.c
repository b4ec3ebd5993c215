/* An executable finds malloc() of another file through a slot in memory, which the dynamic linker fills. While allocations are counted,
 * these slots of all loaded files lead through functions that count. So an uncounted run has the same executable, and pays nothing. */
#include "allocations.h"

#include <errno.h>

__thread volatile bool is_allocating;
#if defined(__linux__) && defined(__LP64__) && (defined(__x86_64__) || defined(__aarch64__) || defined(__riscv))
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>
#pragma weak dlsym /* glibc before 2.34 has it in another library, a static executable has none */

enum { COUNTED_THREADS = 1000, ALLOCATORS = 9 };

struct allocation_cell {
    OWN_GRANULE struct allocations made;
};

/* A cell per thread, which only this thread changes; the last is for all further threads. */
static struct allocation_cell *allocation_cells;
static size_t allocating_threads;
static __thread struct allocation_cell *own_allocations;

static void add_allocation(bool outer, bool succeeded, size_t bytes) {
    is_allocating = !outer;
    if (!outer || !succeeded) return;
    if (own_allocations == NULL) {
        const size_t thread = __atomic_fetch_add(&allocating_threads, 1, __ATOMIC_RELAXED);
        own_allocations = &allocation_cells[thread < COUNTED_THREADS ? thread : (size_t)COUNTED_THREADS];
    }
    struct allocations *const made = &own_allocations->made;
    if (own_allocations == &allocation_cells[COUNTED_THREADS]) {
        __atomic_fetch_add(&made->count, 1, __ATOMIC_RELAXED);
        __atomic_fetch_add(&made->bytes, (int64_t)bytes, __ATOMIC_RELAXED);
    } else {
        __atomic_store_n(&made->count, made->count + 1, __ATOMIC_RELAXED);
        __atomic_store_n(&made->bytes, made->bytes + (int64_t)bytes, __ATOMIC_RELAXED);
    }
}

#define COUNTED(type, name, parameters, arguments, succeeded, bytes) \
    static type (*real_##name) parameters;                           \
    static type counted_##name parameters {                          \
        const bool outer = !is_allocating;                           \
        is_allocating = true;                                        \
        const type result = real_##name arguments;                   \
        add_allocation(outer, succeeded, bytes);                     \
        return result;                                               \
    }
typedef void *memory_address;
COUNTED(memory_address, malloc, (size_t size), (size), result != NULL, size)
COUNTED(memory_address, calloc, (size_t count, size_t size), (count, size), result != NULL, count * size)
COUNTED(memory_address, realloc, (void *old, size_t size), (old, size), result != NULL, size)
COUNTED(memory_address, reallocarray, (void *old, size_t count, size_t size), (old, count, size), result != NULL, count * size)
COUNTED(memory_address, aligned_alloc, (size_t alignment, size_t size), (alignment, size), result != NULL, size)
COUNTED(memory_address, memalign, (size_t alignment, size_t size), (alignment, size), result != NULL, size)
COUNTED(int, posix_memalign, (void **block, size_t alignment, size_t size), (block, alignment, size), result == 0, size)
COUNTED(memory_address, valloc, (size_t size), (size), result != NULL, size)
COUNTED(memory_address, pvalloc, (size_t size), (size), result != NULL, size)

/* An allocator: its name, the variable for its address, and what counts for it. */
#define ALLOCATOR(name) {#name, &real_##name, (allocator_function)counted_##name}
typedef void (*allocator_function)(void);
static const struct allocator {
    const char *name;
    void *variable;
    allocator_function counted;
} allocators[ALLOCATORS] = {ALLOCATOR(malloc), ALLOCATOR(calloc), ALLOCATOR(realloc), ALLOCATOR(reallocarray), ALLOCATOR(aligned_alloc), ALLOCATOR(memalign),
                            ALLOCATOR(posix_memalign), ALLOCATOR(valloc), ALLOCATOR(pvalloc)};
static void *real_addresses[ALLOCATORS], *counted_addresses[ALLOCATORS];

/* A loaded file: what its dynamic section says, and its memory that is read-only after loading. */
struct loaded_file {
    char *base, *end;
    const char *names;
    const ElfW(Sym) *symbols;
    const ElfW(Rela) *tables[2]; /* slots of data, slots of calls */
    size_t counts[2];
    char *sealed;
    size_t sealed_size;
};

/* Most loaders put addresses into the dynamic section, some leave offsets. */
static char *find_address(const struct loaded_file *file, ElfW(Addr) value) { return value < (ElfW(Addr))file->base ? file->base + value : (char *)value; }

static struct loaded_file read_loaded_file(const struct dl_phdr_info *info) {
    struct loaded_file file;
    const ElfW(Addr) page = (ElfW(Addr))getpagesize();
    const ElfW(Dyn) *entry = NULL;
    memset(&file, 0, sizeof file);
    file.base = file.end = (char *)info->dlpi_addr;
    for (size_t at = 0; at < info->dlpi_phnum; ++at) {
        const ElfW(Phdr) *const part = &info->dlpi_phdr[at];
        char *const begin = file.base + part->p_vaddr;
        if (part->p_type == PT_DYNAMIC) entry = (const ElfW(Dyn) *)begin;
        if (part->p_type == PT_LOAD && begin + part->p_memsz > file.end) file.end = begin + part->p_memsz;
        if (part->p_type == PT_GNU_RELRO) {
            file.sealed = (char *)((ElfW(Addr))begin / page * page);
            file.sealed_size = ((ElfW(Addr))begin + part->p_memsz) / page * page - (ElfW(Addr))file.sealed;
        }
    }
    for (; entry != NULL && entry->d_tag != DT_NULL; ++entry) {
        if (entry->d_tag == DT_STRTAB) file.names = find_address(&file, entry->d_un.d_ptr);
        if (entry->d_tag == DT_SYMTAB) file.symbols = (const ElfW(Sym) *)find_address(&file, entry->d_un.d_ptr);
        if (entry->d_tag == DT_RELA) file.tables[0] = (const ElfW(Rela) *)find_address(&file, entry->d_un.d_ptr);
        if (entry->d_tag == DT_RELASZ) file.counts[0] = entry->d_un.d_val / sizeof(ElfW(Rela));
        if (entry->d_tag == DT_JMPREL) file.tables[1] = (const ElfW(Rela) *)find_address(&file, entry->d_un.d_ptr);
        if (entry->d_tag == DT_PLTRELSZ) file.counts[1] = entry->d_un.d_val / sizeof(ElfW(Rela));
    }
    return file;
}

/* Leads the slots of a file to what counts. Returns whether the file has any; with `only_look` it changes nothing. */
static bool lead_slots(const struct loaded_file *file, bool only_look) {
    bool calls_allocator = false;
    if (file->names == NULL || file->symbols == NULL) return false;
    if (!only_look && file->sealed_size > 0 && mprotect(file->sealed, file->sealed_size, PROT_READ | PROT_WRITE) != 0) return false;
    for (size_t table = 0; table < 2; ++table) {
        for (size_t at = 0; file->tables[table] != NULL && at < file->counts[table]; ++at) {
            const ElfW(Rela) *const relocation = &file->tables[table][at];
            const size_t symbol = ELF64_R_SYM(relocation->r_info);
            if (symbol == 0 || relocation->r_addend != 0) continue;
            for (size_t which = 0; which < ALLOCATORS; ++which) {
                if (strcmp(file->names + file->symbols[symbol].st_name, allocators[which].name) != 0) continue;
                void **const slot = (void **)(file->base + relocation->r_offset);
                char *const target = (char *)*slot;
                /* A slot of a call that was not made yet leads into its own file. Any other target is another allocator. */
                const bool pending = table == 1 && target >= file->base && target < file->end;
                const bool led = target == counted_addresses[which];
                if (target != real_addresses[which] && !pending && !led) continue;
                calls_allocator = true;
                if (!only_look && !led) __atomic_store_n(slot, counted_addresses[which], __ATOMIC_RELAXED);
            }
        }
    }
    if (!only_look && file->sealed_size > 0) mprotect(file->sealed, file->sealed_size, PROT_READ);
    return calls_allocator;
}

struct slot_search {
    bool only_look, is_possible, any;
    unsigned long long *loaded; /* how often files were loaded until the last search */
};

/* The first file is the executable: if its slots do not lead to another file, it has an allocator of its own. */
static int visit_file(struct dl_phdr_info *info, size_t size, void *with) {
    struct slot_search *const search = (struct slot_search *)with;
    (void)size;
    if (!search->any && !search->only_look) {
        if (*search->loaded == info->dlpi_adds) return 1;
        *search->loaded = info->dlpi_adds;
    }
    const struct loaded_file file = read_loaded_file(info);
    const bool calls_allocator = lead_slots(&file, search->only_look);
    if (!search->any) search->is_possible = calls_allocator;
    search->any = true;
    return search->only_look || !search->is_possible;
}

bool can_count_allocations(void) {
    struct slot_search search = {true, false, false, NULL};
    if (dlsym == NULL) return false;
    /* From the executable on, where `&malloc` may be a place in the executable itself. */
    for (size_t which = 0; which < ALLOCATORS; ++which) {
        real_addresses[which] = dlsym(RTLD_NEXT, allocators[which].name);
        memcpy(allocators[which].variable, &real_addresses[which], sizeof(void *));
        memcpy(&counted_addresses[which], &allocators[which].counted, sizeof(void *));
    }
    if (real_malloc == NULL) return false;
    dl_iterate_phdr(visit_file, &search);
    return search.is_possible;
}

bool count_allocations(void) {
    static unsigned long long loaded;
    if (allocation_cells == NULL) {
        if (!can_count_allocations()) return false;
        void *const cells = mmap(NULL, (COUNTED_THREADS + 1) * sizeof *allocation_cells, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (cells == MAP_FAILED) return false;
        allocation_cells = (struct allocation_cell *)cells;
    }
    struct slot_search search = {false, false, false, &loaded};
    dl_iterate_phdr(visit_file, &search);
    return true;
}

struct allocations read_allocations(void) {
    struct allocations sum = {0, 0};
    const size_t threads = __atomic_load_n(&allocating_threads, __ATOMIC_RELAXED);
    for (size_t at = 0; at <= COUNTED_THREADS && (at < threads || at == COUNTED_THREADS); ++at) {
        sum.count += __atomic_load_n(&allocation_cells[at].made.count, __ATOMIC_RELAXED);
        sum.bytes += __atomic_load_n(&allocation_cells[at].made.bytes, __ATOMIC_RELAXED);
    }
    return sum;
}
#else
bool can_count_allocations(void) { return false; }
bool count_allocations(void) { return false; }
struct allocations read_allocations(void) { return (struct allocations){-1, -1}; }
#endif
