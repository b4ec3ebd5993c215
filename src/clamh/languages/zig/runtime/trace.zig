//! Finds the function and line of an address by the program's debug information. A part of its own, compiled once: Zig's reader of debug
//! information takes half a minute to compile, and a benchmark's object needs none of it.

const std = @import("std");

/// `FUNCTION\tFILE:LINE:COLUMN\n` of the function and of those that it is inlined into, innermost first; nothing if the debug information does
/// not say. `address` is a return address.
export fn clamh_zig_symbols(address: usize, text: [*]u8, room: usize) usize {
    var arena: std.heap.ArenaAllocator = .init(std.heap.c_allocator);
    defer arena.deinit();
    var symbols: std.ArrayList(std.debug.Symbol) = .empty;
    const info = std.debug.getSelfDebugInfo() catch return 0;
    info.getSymbols(std.Options.debug_io, arena.allocator(), arena.allocator(), address -| 1, true, &symbols) catch return 0;
    var size: usize = 0;
    for (symbols.items) |symbol| {
        const place = symbol.source_location orelse continue;
        const line = std.fmt.bufPrint(text[size..room], "{s}\t{s}:{d}:{d}\n", .{ symbol.name orelse "?", place.file_name, place.line, place.column }) catch break;
        size += line.len;
    }
    return size;
}
