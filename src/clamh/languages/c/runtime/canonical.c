#include "canonical.h"

#include <string.h>

#define ADD(text, word) clamh_add(text, word, sizeof(word) - 1)

void clamh_write_boolean(struct clamh_text *text, _Bool value) { value ? ADD(text, "b:true") : ADD(text, "b:false"); }
void clamh_write_signed(struct clamh_text *text, long long value) { clamh_add_integer(text, value); }
void clamh_write_unsigned(struct clamh_text *text, unsigned long long value) { clamh_add_natural(text, value); }
static void add_digits(struct clamh_text *text, clamh_unsigned_wide magnitude) {
    if (magnitude > 9) add_digits(text, magnitude / 10);
    clamh_add(text, &"0123456789"[magnitude % 10], 1);
}
void clamh_write_unsigned_wide(struct clamh_text *text, clamh_unsigned_wide value) {
    ADD(text, "i:");
    add_digits(text, value);
}
void clamh_write_wide(struct clamh_text *text, clamh_wide value) {
    value < 0 ? ADD(text, "i:-") : ADD(text, "i:");
    add_digits(text, value < 0 ? -(clamh_unsigned_wide)value : (clamh_unsigned_wide)value);
}
void clamh_write_float(struct clamh_text *text, double value) { clamh_add_float(text, value); }
void clamh_write_memory(struct clamh_text *text, const void *bytes, size_t size) { clamh_add_bytes(text, bytes, size); }
void clamh_write_object(struct clamh_text *text, const volatile void *value) { value == NULL ? ADD(text, "null") : ADD(text, "object"); }

static void add_string(struct clamh_text *text, const char *bytes, size_t size) {
    ADD(text, "s:");
    clamh_add(text, bytes, size);
}

void clamh_write_character(struct clamh_text *text, char value) { add_string(text, &value, 1); }
void clamh_write_string(struct clamh_text *text, const char *value) {
    value == NULL ? ADD(text, "null") : add_string(text, value, strlen(value));
}
void clamh_write_characters(struct clamh_text *text, const char *bytes, size_t size) {
    const char *const end = (const char *)memchr(bytes, 0, size);
    add_string(text, bytes, end == NULL ? size : (size_t)(end - bytes));
}

static void write_element(struct clamh_text *text, const void *items, size_t at, int kind) {
    switch (kind) {
    case CLAMH_BOOLEANS: clamh_write_boolean(text, ((const _Bool *)items)[at]); break;
    case CLAMH_SHORTS: clamh_write_signed(text, ((const short *)items)[at]); break;
    case CLAMH_INTS: clamh_write_signed(text, ((const int *)items)[at]); break;
    case CLAMH_LONGS: clamh_write_signed(text, ((const long *)items)[at]); break;
    case CLAMH_LLONGS: clamh_write_signed(text, ((const long long *)items)[at]); break;
    case CLAMH_USHORTS: clamh_write_unsigned(text, ((const unsigned short *)items)[at]); break;
    case CLAMH_UINTS: clamh_write_unsigned(text, ((const unsigned *)items)[at]); break;
    case CLAMH_ULONGS: clamh_write_unsigned(text, ((const unsigned long *)items)[at]); break;
    case CLAMH_ULLONGS: clamh_write_unsigned(text, ((const unsigned long long *)items)[at]); break;
    case CLAMH_FLOATS: clamh_write_float(text, ((const float *)items)[at]); break;
    case CLAMH_DOUBLES: clamh_write_float(text, ((const double *)items)[at]); break;
    default: clamh_write_string(text, ((const char *const *)items)[at]);
    }
}

void clamh_write_array(struct clamh_text *text, clamh_array array) {
    if (array.kind == CLAMH_CHARACTERS) {
        add_string(text, array.items, array.count);
    } else if (array.kind == CLAMH_BYTES) {
        clamh_write_memory(text, array.items, array.count);
    } else {
        ADD(text, "[");
        for (size_t at = 0; at < array.count; ++at) {
            if (at > 0) ADD(text, ",");
            write_element(text, array.items, at, array.kind);
        }
        ADD(text, "]");
    }
}
