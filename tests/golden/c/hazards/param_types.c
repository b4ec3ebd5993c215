#include <stdbool.h>
#include <stdint.h>
enum Heat { LOW, HIGH = 7 };
typedef enum { RED, GREEN } Colour;
typedef long Bytes;

//@@State(Scope.Thread)
struct Input {
    //@@Param("1")
    uint8_t byte;
    //@@Param({"true", "false"})
    bool flag;
    //@@Param
    enum Heat heat;
    //@@Param({"GREEN"})
    Colour colour;
    //@@Param
    enum { ONE, TWO } inner;
    //@@Param("0.5")
    float real;
    //@@Param("a, b")
    const char *text;
    //@@Param("x")
    char letter;
    //@@Param("8")
    Bytes bytes;
    //@@Param("1") @Param("2")
    int twice;
    //@@Param("3")
    int first, second;
    //@@Param(range(1, 8))
    unsigned long long int wide;
};

//@@Benchmark
int sum(struct Input *input) { return input->byte; }
