// The numbers stand in data/numbers.txt, which all languages read: a process runs in the folder of its suite.

const std = @import("std");

const File = opaque {};
extern fn fopen(path: [*:0]const u8, mode: [*:0]const u8) ?*File;
extern fn fscanf(file: *File, format: [*:0]const u8, ...) c_int;
extern fn fclose(file: *File) c_int;

//@@State(Scope.Benchmark)
const Numbers = struct {
    numbers: [10_000]i32 = undefined,
    count: usize = 0,

    //@@Setup
    fn load(self: *Numbers) !void {
        const file = fopen("data/numbers.txt", "r") orelse return error.CannotReadNumbers;
        defer _ = fclose(file);
        while (self.count < self.numbers.len and fscanf(file, "%d", &self.numbers[self.count]) == 1) self.count += 1;
    }
};

//@@Benchmark
fn largest(state: *const Numbers) i32 {
    return std.mem.max(i32, state.numbers[0..state.count]);
}
