/* Texts that grow, memory, canonical values, and the failure of a thread. */
#include "allocations.h"

__thread struct failure the_failure;
static __thread struct clamh_text thrown;
static __thread bool any_thrown;

static void *checked(void *memory, size_t size) {
    is_allocating = false;
    if (memory != NULL) return memory;
    fprintf(stderr, "clamh: no memory for %zu bytes\n", size);
    _Exit(1);
}
#define UNCOUNTED(call, size) (is_allocating = true, checked(call, size))

void *allocate(size_t size) { return UNCOUNTED(calloc(1, size > 0 ? size : 1), size); }

void *allocate_aligned(size_t size, size_t alignment) {
    const size_t whole = (size + alignment - 1) / alignment * alignment;
    return memset(UNCOUNTED(aligned_alloc(alignment, whole), whole), 0, whole);
}

void *grow(void *items, size_t *room, size_t needed, size_t size) {
    if (needed <= *room) return items;
    *room = needed > 2 * *room + 8 ? needed : 2 * *room + 8;
    return UNCOUNTED(realloc(items, *room * size), *room * size);
}

void clamh_add(struct clamh_text *text, const char *bytes, size_t size) {
    GROW(text->bytes, text->room, text->size + size + 1);
    if (size > 0) memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
    text->bytes[text->size] = '\0';
}

void text_clear(struct clamh_text *text) {
    text->size = 0;
    if (text->bytes != NULL) text->bytes[0] = '\0';
}

void text_free(struct clamh_text *text) { free(text->bytes), *text = (struct clamh_text){0}; }

const char *text_string(const struct clamh_text *text) { return text->bytes == NULL ? "" : text->bytes; }

static void text_print_list(struct clamh_text *text, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    const int size = vsnprintf(NULL, 0, format, arguments);
    GROW(text->bytes, text->room, text->size + (size_t)size + 1);
    vsnprintf(text->bytes + text->size, (size_t)size + 1, format, again);
    text->size += (size_t)size;
    va_end(again);
}

void text_print(struct clamh_text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_print_list(text, format, arguments);
    va_end(arguments);
}

bool read_digits(const char *text, size_t size, uint64_t most, uint64_t *value) {
    *value = 0;
    for (size_t at = 0; at < size; ++at) {
        if (text[at] < '0' || text[at] > '9') return false;
        const uint64_t digit = (uint64_t)(text[at] - '0');
        if (digit > most || *value > (most - digit) / 10) return false;
        *value = *value * 10 + digit;
    }
    return size > 0;
}

struct clamh_text *texts_add(struct texts *texts) {
    GROW(texts->items, texts->room, texts->count + 1);
    texts->items[texts->count] = (struct clamh_text){0};
    return &texts->items[texts->count++];
}

void texts_free(struct texts *texts) {
    for (size_t at = 0; at < texts->count; ++at) text_free(&texts->items[at]);
    free(texts->items), *texts = (struct texts){0};
}

void clamh_add_integer(struct clamh_text *text, int64_t value) { text_print(text, "i:%" PRId64, value); }
void clamh_add_natural(struct clamh_text *text, uint64_t value) { text_print(text, "i:%" PRIu64, value); }

void clamh_add_float(struct clamh_text *text, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (isnan(value)) text_print(text, "f:nan");
    else if (isinf(value)) text_print(text, value > 0 ? "f:inf" : "f:-inf");
    else if (value == floor(value)) text_print(text, "i:%.0f", value == 0 ? 0.0 : value);
    else text_print(text, "f:%016" PRIx64, bits);
}

void clamh_add_bytes(struct clamh_text *text, const void *bytes, size_t size) {
    const unsigned char *const from = (const unsigned char *)bytes;
    clamh_add(text, "x:", 2);
    for (size_t at = 0; at < size; ++at) text_print(text, "%02x", from[at]);
}

void clamh_throw(const char *message, size_t size) {
    text_clear(&thrown);
    clamh_add(&thrown, message, size);
    any_thrown = true;
}

void forget_thrown(void) { any_thrown = false; }
bool was_thrown(void) { return any_thrown; }

static void failure_begin(const char *reason, const char *where) {
    text_clear(&the_failure.where);
    text_clear(&the_failure.message);
    the_failure.reason = reason, the_failure.thread = -1;
    clamh_add(&the_failure.where, where, strlen(where));
}

enum outcome fail(const char *reason, const char *where, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    failure_begin(reason, where);
    text_print_list(&the_failure.message, format, arguments);
    va_end(arguments);
    return FAILED;
}

enum outcome malformed(void) { return fail("malformed", "", "malformed command"); }

enum outcome raise_user(const char *reason, const char *where) {
    failure_begin(reason, where);
    clamh_add(&the_failure.message, text_string(&thrown), thrown.size);
    return FAILED;
}

void failure_move(struct failure *to, struct failure *from) {
    text_free(&to->where), text_free(&to->message);
    *to = *from, *from = (struct failure){0};
}

enum outcome raise_first(struct failure *first) {
    if (first->reason == NULL) return DONE;
    return failure_move(&the_failure, first), FAILED;
}
