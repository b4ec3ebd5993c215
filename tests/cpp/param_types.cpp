// Every type that a param can have; the test asks each benchmark what it got.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

enum class Colour : unsigned char { RED, GREEN = 7, blue };
enum Plain { LOW = -1, HIGH = 40 };

//@@State(Scope.Benchmark)
class Types {
    //@@Param({"-128"})
    signed char signed_char;
    //@@Param({"200"})
    unsigned char unsigned_char;
    //@@Param({"-5"})
    std::int8_t int8;
    //@@Param({"65"})
    uint8_t uint8;
    //@@Param({"A"})
    char character;
    //@@Param({"-32768"})
    short short_;
    //@@Param({"0xFFFF"})
    unsigned short unsigned_short;
    //@@Param({"-0x10"})
    int int_;
    //@@Param({"4_000_000_000"})
    unsigned unsigned_;
    //@@Param({"-9223372036854775808"})
    long long_;
    //@@Param({"18446744073709551615"})
    unsigned long unsigned_long;
    //@@Param({"9223372036854775807"})
    long long long_long;
    //@@Param({"0xFFFFFFFFFFFFFFFF"})
    unsigned long long unsigned_long_long;
    //@@Param({"7"})
    std::size_t size;
    //@@Param({"0.5"})
    float float_;
    //@@Param({"-1.25e3"})
    volatile double double_;
    //@@Param({"0.125"})
    long double long_double;
    //@@Param({"true"})
    static inline bool boolean;
    //@@Param({"GREEN"})
    Colour colour;
    //@@Param({"LOW"})
    Plain plain;
    //@@Param({"two words, and a comma\t%"})
    std::string string;
    //@@Param({" spaced "})
    const char *pointer;
    //@@Param({"größe"})
    std::string_view view;

public:
    //@@Benchmark
    int get_signed_char() const { return signed_char; }
    //@@Benchmark
    int get_unsigned_char() const { return unsigned_char; }
    //@@Benchmark
    int get_int8() const { return int8; }
    //@@Benchmark
    int get_uint8() const { return uint8; }
    //@@Benchmark
    char get_character() const { return character; }
    //@@Benchmark
    short get_short() const { return short_; }
    //@@Benchmark
    unsigned short get_unsigned_short() const { return unsigned_short; }
    //@@Benchmark
    int get_int() const { return int_; }
    //@@Benchmark
    unsigned get_unsigned() const { return unsigned_; }
    //@@Benchmark
    long get_long() const { return long_; }
    //@@Benchmark
    unsigned long get_unsigned_long() const { return unsigned_long; }
    //@@Benchmark
    long long get_long_long() const { return long_long; }
    //@@Benchmark
    unsigned long long get_unsigned_long_long() const { return unsigned_long_long; }
    //@@Benchmark
    std::size_t get_size() const { return size; }
    //@@Benchmark
    float get_float() const { return float_; }
    //@@Benchmark
    double get_double() const { return double_; }
    //@@Benchmark
    double get_long_double() const { return static_cast<double>(long_double); }
    //@@Benchmark
    bool get_boolean() const { return boolean; }
    //@@Benchmark
    int get_colour() const { return static_cast<int>(colour); }
    //@@Benchmark
    int get_plain() const { return plain; }
    //@@Benchmark
    const std::string &get_string() const { return string; }
    //@@Benchmark
    std::string get_pointer() const { return pointer; }
    //@@Benchmark
    std::string_view get_view() const { return view; }
};
