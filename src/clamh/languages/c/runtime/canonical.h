/* Canonical values (protocol/README.md): one text per value, equal in every language exactly when the values are.
 *
 * A type is one of C's own here: an enum is an integer, and a typedef what it stands for. */
#ifndef CLAMH_C_CANONICAL_H
#define CLAMH_C_CANONICAL_H

/* In canonical.c. */
void clamh_write_boolean(struct clamh_text *text, _Bool value);
void clamh_write_character(struct clamh_text *text, char value);
void clamh_write_signed(struct clamh_text *text, long long value);
void clamh_write_unsigned(struct clamh_text *text, unsigned long long value);
__extension__ typedef __int128 clamh_wide;
__extension__ typedef unsigned __int128 clamh_unsigned_wide;
void clamh_write_wide(struct clamh_text *text, clamh_wide value);
void clamh_write_unsigned_wide(struct clamh_text *text, clamh_unsigned_wide value);
void clamh_write_float(struct clamh_text *text, double value);
void clamh_write_string(struct clamh_text *text, const char *value);
void clamh_write_characters(struct clamh_text *text, const char *bytes, size_t size); /* of an array, up to a zero byte */
void clamh_write_object(struct clamh_text *text, const volatile void *value);
void clamh_write_memory(struct clamh_text *text, const void *bytes, size_t size);

/* Elements one behind the other, for what returns or consumes more than one value: clamh_array(pointer, count). Of bytes and characters the
 * canonical value is a text; only numbers, bool and strings can be elements. */
typedef struct clamh_array {
    const void *items;
    size_t count;
    int kind;
} clamh_array;
void clamh_write_array(struct clamh_text *text, clamh_array array);
enum { CLAMH_BOOLEANS, CLAMH_CHARACTERS, CLAMH_BYTES, CLAMH_SHORTS, CLAMH_INTS, CLAMH_LONGS, CLAMH_LLONGS, CLAMH_USHORTS, CLAMH_UINTS,
       CLAMH_ULONGS, CLAMH_ULLONGS, CLAMH_FLOATS, CLAMH_DOUBLES, CLAMH_STRINGS };
#define CLAMH_ELEMENT(type, kind) type *: kind, type const *: kind
#define clamh_array(pointer, count)                                                                                                    \
    ((clamh_array){(pointer), (size_t)(count), __extension__ _Generic((pointer), CLAMH_ELEMENT(_Bool, CLAMH_BOOLEANS),                 \
        CLAMH_ELEMENT(char, CLAMH_CHARACTERS), CLAMH_ELEMENT(signed char, CLAMH_BYTES), CLAMH_ELEMENT(unsigned char, CLAMH_BYTES),     \
        CLAMH_ELEMENT(short, CLAMH_SHORTS), CLAMH_ELEMENT(int, CLAMH_INTS), CLAMH_ELEMENT(long, CLAMH_LONGS),                          \
        CLAMH_ELEMENT(long long, CLAMH_LLONGS), CLAMH_ELEMENT(unsigned short, CLAMH_USHORTS), CLAMH_ELEMENT(unsigned, CLAMH_UINTS),    \
        CLAMH_ELEMENT(unsigned long, CLAMH_ULONGS), CLAMH_ELEMENT(unsigned long long, CLAMH_ULLONGS),                                  \
        CLAMH_ELEMENT(float, CLAMH_FLOATS), CLAMH_ELEMENT(double, CLAMH_DOUBLES), CLAMH_ELEMENT(char *, CLAMH_STRINGS),                \
        CLAMH_ELEMENT(const char *, CLAMH_STRINGS))})

/* What a variable of any type can be given as: a pointer where it is a struct or a complex number. */
#define CLAMH_AS_VALUE(value)                                                                                                              \
    __builtin_choose_expr(CLAMH_IN_REGISTER(value) || CLAMH_SAME(value, float) || CLAMH_SAME(value, double) || CLAMH_SAME(value, long double) || \
                              CLAMH_SAME(value, clamh_array) || CLAMH_SAME(value, clamh_wide) || CLAMH_SAME(value, clamh_unsigned_wide),   \
                          value, (const volatile void *)"")
#define CLAMH_WRITE(text, value)                                                                                                    \
    __extension__ _Generic(CLAMH_AS_VALUE(value),                                                                                   \
        _Bool: clamh_write_boolean, char: clamh_write_character, signed char: clamh_write_signed, short: clamh_write_signed,        \
        int: clamh_write_signed, long: clamh_write_signed, long long: clamh_write_signed, unsigned char: clamh_write_unsigned,      \
        unsigned short: clamh_write_unsigned, unsigned: clamh_write_unsigned, unsigned long: clamh_write_unsigned,                  \
        unsigned long long: clamh_write_unsigned, clamh_wide: clamh_write_wide, clamh_unsigned_wide: clamh_write_unsigned_wide,     \
        float: clamh_write_float, double: clamh_write_float,                                                                        \
        long double: clamh_write_float, char *: clamh_write_string, const char *: clamh_write_string,                               \
        clamh_array: clamh_write_array,                                                                                             \
        default: clamh_write_object)(text, CLAMH_AS_VALUE(value))

#endif
