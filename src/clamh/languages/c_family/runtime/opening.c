/* Included by each language's main: with the C library's own functions for numbers. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#if defined(__APPLE__)
#include <xlocale.h> /* older systems declare newlocale only there */
#endif

#include "opening.h"

static locale_t clamh_c_locale;
__attribute__((constructor)) static void clamh_make_locale(void) { clamh_c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

/* A number that the type cannot hold became infinite; only the texts of infinity and NaN have an n. Of an integer this is false. */
#define BEYOND(value, text) ((value) - (value) != 0 && strchr((text), 'n') == NULL)
/* In the locale C: the benchmark may have called setlocale, and in some locales the point is a comma. A person may have typed it, for --solo. */
#define CLAMH_PARSE(name, type, expression)                              \
    int clamh_parse_##name(type *value, const char *text, size_t size) { \
        const locale_t before = uselocale(clamh_c_locale);               \
        char *end = NULL;                                                \
        (void)size;                                                      \
        *value = expression;                                             \
        uselocale(before);                                               \
        return end == text || *end != '\0' || BEYOND(*value, text);      \
    }
CLAMH_PARSE(signed, long long, strtoll(text, &end, 10))
CLAMH_PARSE(unsigned, unsigned long long, strtoull(text, &end, 10))
CLAMH_PARSE(float, float, strtof(text, &end))
CLAMH_PARSE(double, double, strtod(text, &end))
CLAMH_PARSE(long_double, long double, strtold(text, &end))
#undef CLAMH_PARSE
#undef BEYOND

int clamh_parse_boolean(int *value, const char *text, size_t size) {
    (void)size;
    *value = text[0] == 't';
    return 0;
}

int clamh_parse_string(const char **value, const char *text, size_t size) {
    (void)size;
    *value = text; /* it lives as long as the case */
    return 0;
}

int clamh_parse_code_point(unsigned long *value, const char *text, size_t size) {
    const unsigned lead = (unsigned char)text[0];
    const size_t length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    *value = length == 1 ? lead : lead & (0x7fU >> length);
    if (length != size) return 1;
    for (size_t at = 1; at < size; ++at) *value = *value << 6 | ((unsigned char)text[at] & 0x3f);
    return 0;
}

/* What one byte can hold: in UTF-8 a byte is a character alone only in ASCII. */
int clamh_parse_ascii(unsigned long *value, const char *text, size_t size) {
    return clamh_parse_code_point(value, text, size) != 0 || *value > 0x7f;
}

int clamh_parse_constant(long long *value, const char *text, const struct clamh_constant *constants) {
    while (constants->name != NULL && strcmp(constants->name, text) != 0) ++constants;
    *value = constants->value;
    return constants->name == NULL;
}
