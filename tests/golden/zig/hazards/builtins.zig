const std = @import("std");
const Vector = @Vector(4, f32);
const Word = @Int(.unsigned, 24);

//@@Benchmark
fn add(a: *const Input) Vector {
    return @as(Vector, @splat(a.x)) + @as(Vector, @splat(@floatFromInt(@as(u8, 3))));
}

//@@State(Scope.Thread)
const Input = struct { x: f32 = 1 };
