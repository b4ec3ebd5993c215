const std = @import("std");

//@@Benchmark
fn touchPages() !i32 {
    const memory = try std.posix.mmap(null, 10 * 4096, .{ .READ = true, .WRITE = true }, .{ .TYPE = .PRIVATE, .ANONYMOUS = true }, -1, 0);
    defer std.posix.munmap(memory);
    for (0..10) |page| @as(*volatile u8, &memory[page * 4096]).* = 1;
    return memory[4096];
}
