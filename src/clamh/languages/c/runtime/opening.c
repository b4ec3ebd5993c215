/* What a param's canonical text means for each type of field. */
#include <errno.h>
#include <locale.h>
#include <stdbool.h>
#include <string.h>

static int refuse_value(void) {
    static const char message[] = "CLAMH: this value is none of the field's type";
    clamh_throw(message, sizeof message - 1);
    return 1;
}

static locale_t c_locale;
__attribute__((constructor)) static void make_locale(void) { c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

/* In the locale C: the benchmark may have called setlocale, and in some locales the point is a comma. A person may have typed it, for --solo. */
#define PARSE(text, expression)                       \
    const locale_t before = uselocale(c_locale);      \
    char *end = NULL;                                 \
    *value = expression;                              \
    uselocale(before);                                \
    return end == text || *end != '\0' ? refuse_value() : 0

int clamh_parse_signed(const char *text, size_t size, long long *value) { (void)size; PARSE(text, strtoll(text, &end, 10)); }
int clamh_parse_unsigned(const char *text, size_t size, unsigned long long *value) { (void)size; PARSE(text, strtoull(text, &end, 10)); }
int clamh_parse_float(const char *text, size_t size, float *value) { (void)size; PARSE(text, strtof(text, &end)); }
int clamh_parse_double(const char *text, size_t size, double *value) { (void)size; PARSE(text, strtod(text, &end)); }
int clamh_parse_long_double(const char *text, size_t size, long double *value) { (void)size; PARSE(text, strtold(text, &end)); }

int clamh_parse_boolean(const char *text, size_t size, _Bool *value) {
    (void)size;
    *value = text[0] == 't';
    return 0;
}

int clamh_parse_string(const char *text, size_t size, const char **value) {
    (void)size;
    *value = text; /* it lives as long as the case */
    return 0;
}

int clamh_parse_character(const char *text, size_t size, char *value) {
    if (size != 1 || (unsigned char)text[0] > 0x7f) return refuse_value(); /* a byte of UTF-8 is a character alone only in ASCII */
    *value = text[0];
    return 0;
}

int clamh_parse_constant(const char *text, const struct clamh_constant *constants, long long *value) {
    while (constants->name != NULL && strcmp(constants->name, text) != 0) ++constants;
    if (constants->name == NULL) return refuse_value();
    *value = constants->value;
    return 0;
}
