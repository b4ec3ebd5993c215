// The same loops as a person would write them, which know nothing of CLAMH; each goes round `passes` times.
//
// An empty assembly takes each result. Where the compiler could compute it once, or delete the loop, one that may have changed
// all memory stands in each pass; the factorials read their number volatile instead.

pub const Plain = struct {
    left: i64 = 3,
    right: i64 = 4,
};

pub const Number = struct {
    number: i64 = 25,

    pub fn read(self: *const Number) i64 {
        return @as(*const volatile i64, &self.number).*;
    }
};

pub fn recursive(number: i64) f64 {
    return if (number > 1) @as(f64, @floatFromInt(number)) * recursive(number - 1) else 1;
}

pub fn iterative(number: i64) f64 {
    var product: f64 = 1;
    var factor = number;
    while (factor > 1) : (factor -= 1) product *= @floatFromInt(factor);
    return product;
}

inline fn changed() void {
    asm volatile ("" ::: .{ .memory = true });
}

pub noinline fn empty(passes: u64) void {
    for (0..passes) |_| changed();
}

pub noinline fn addPlain(plain: *const Plain, passes: u64) void {
    const place = asm volatile (""
        : [out] "=r" (-> *const Plain),
        : [in] "0" (plain),
    );
    for (0..passes) |_| {
        const sum = place.left + place.right;
        asm volatile (""
            :
            : [sum] "r" (sum),
        );
        changed();
    }
}

pub noinline fn factorialRecursive(number: *const Number, passes: u64) void {
    for (0..passes) |_| take(recursive(number.read()));
}

pub noinline fn factorialIterative(number: *const Number, passes: u64) void {
    for (0..passes) |_| take(iterative(number.read()));
}

inline fn take(value: f64) void {
    switch (@import("builtin").target.cpu.arch) {
        .aarch64 => asm volatile (""
            :
            : [value] "w" (value),
        ),
        else => asm volatile (""
            :
            : [value] "x" (value),
        ),
    }
}
