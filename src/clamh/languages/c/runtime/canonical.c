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
