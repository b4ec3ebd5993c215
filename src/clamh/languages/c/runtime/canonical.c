#include "canonical.h"

#include <string.h>

#define ADD(text, word) clamh_add(text, word, sizeof(word) - 1)

void clamh_write_boolean(struct clamh_text *text, _Bool value) { value ? ADD(text, "b:true") : ADD(text, "b:false"); }
void clamh_write_signed(struct clamh_text *text, long long value) { clamh_add_integer(text, value); }
void clamh_write_unsigned(struct clamh_text *text, unsigned long long value) { clamh_add_natural(text, value); }
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

void clamh_write_array(struct clamh_text *text, clamh_array array) { array.write(text, array.items, array.count); }

void clamh_write_characters(struct clamh_text *text, const void *items, size_t count) { add_string(text, items, count); }
void clamh_write_schars(struct clamh_text *text, const void *items, size_t count) { clamh_write_memory(text, items, count); }
void clamh_write_uchars(struct clamh_text *text, const void *items, size_t count) { clamh_write_memory(text, items, count); }
#define WRITE_ELEMENTS(name, type, write)                                                  \
    void clamh_write_##name(struct clamh_text *text, const void *items, size_t count) {    \
        ADD(text, "[");                                                                    \
        for (size_t at = 0; at < count; ++at) {                                            \
            if (at > 0) ADD(text, ",");                                                    \
            write(text, ((type const *)items)[at]);                                        \
        }                                                                                  \
        ADD(text, "]");                                                                    \
    }
WRITE_ELEMENTS(booleans, _Bool, clamh_write_boolean)
WRITE_ELEMENTS(shorts, short, clamh_write_signed)
WRITE_ELEMENTS(ints, int, clamh_write_signed)
WRITE_ELEMENTS(longs, long, clamh_write_signed)
WRITE_ELEMENTS(llongs, long long, clamh_write_signed)
WRITE_ELEMENTS(ushorts, unsigned short, clamh_write_unsigned)
WRITE_ELEMENTS(uints, unsigned, clamh_write_unsigned)
WRITE_ELEMENTS(ulongs, unsigned long, clamh_write_unsigned)
WRITE_ELEMENTS(ullongs, unsigned long long, clamh_write_unsigned)
WRITE_ELEMENTS(floats, float, clamh_write_float)
WRITE_ELEMENTS(doubles, double, clamh_write_float)
WRITE_ELEMENTS(strings, char *, clamh_write_string)
