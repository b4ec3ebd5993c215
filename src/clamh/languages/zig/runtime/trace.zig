//! Finds the function and line of an address by the program's debug information. A part of its own, compiled once: Zig's reader of debug
//! information takes half a minute to compile, and a benchmark's object needs none of it.

const std = @import("std");

/// `FUNCTION\tFILE:LINE:COLUMN`; nothing if the debug information does not say. `address` is a return address.
export fn clamh_zig_symbol(address: usize, text: [*]u8, room: usize) usize {
    const io = std.Options.debug_io;
    var arena: std.heap.ArenaAllocator = .init(std.heap.c_allocator);
    defer arena.deinit();
    var symbols: std.ArrayList(std.debug.Symbol) = .empty;
    const info = std.debug.getSelfDebugInfo() catch return 0;
    info.getSymbols(io, arena.allocator(), arena.allocator(), address -| 1, false, &symbols) catch return 0;
    if (symbols.items.len == 0) return 0;
    const symbol = symbols.items[0];
    const place = symbol.source_location orelse return 0;
    const line = std.fmt.bufPrint(text[0..room], "{s}\t{s}:{d}:{d}", .{ symbol.name orelse "?", place.file_name, place.line, place.column }) catch return 0;
    return line.len;
}
