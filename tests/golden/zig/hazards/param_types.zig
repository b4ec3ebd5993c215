const Colour = enum(u8) { red, @"light green" = 7, _ };
const Inner = struct { x: u8 = 0 };

//@@State(Scope.Thread)
const Input = struct {
    //@@Param("1")
    a: u7 = 0,
    //@@Param("-1")
    b: isize = 0,
    //@@Param("0.5")
    c: f128 = 0,
    //@@Param("true")
    d: bool = false,
    //@@Param
    e: Colour = .red,
    //@@Param("text")
    f: []const u8 = "",
    //@@Param("text")
    g: [:0]const u8 = "",
    //@@Param("1")
    h: []u8 = &.{},
    //@@Param("1")
    i: ?u8 = null,
    //@@Param("1")
    j: Inner = .{},
    //@@Param("1")
    k: *const u8 = undefined,
    //@@Param("1")
    @"with blank": c_int = 0,
};

//@@Benchmark
fn read(input: *Input) u7 {
    return input.a;
}
