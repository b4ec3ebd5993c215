//! Finds the user's lines of an address by the program's debug information. A part of its own, compiled once: Zig's reader of debug
//! information takes half a minute to compile, and a benchmark's object needs none of it.

const std = @import("std");

/// `\n    at FUNCTION (FILE:LINE:COLUMN)` of the function and of those that it is inlined into, innermost first; nothing for others than those
/// in `copies`, by the path that the user gave, which is the second. `address` is a return address.
export fn clamh_zig_lines(address: usize, copies: [*]const [2][*:0]const u8, count: usize, text: [*]u8, room: usize) usize {
    var arena: std.heap.ArenaAllocator = .init(std.heap.c_allocator);
    defer arena.deinit();
    var symbols: std.ArrayList(std.debug.Symbol) = .empty;
    const info = std.debug.getSelfDebugInfo() catch return 0;
    info.getSymbols(std.Options.debug_io, arena.allocator(), arena.allocator(), address -| 1, true, &symbols) catch return 0;
    var size: usize = 0;
    for (symbols.items) |symbol| {
        const place = symbol.source_location orelse continue;
        for (copies[0..count]) |copy| {
            const folder = std.mem.cutSuffix(u8, place.file_name, std.mem.span(copy[0])) orelse continue;
            if (folder.len > 0 and !std.mem.endsWith(u8, folder, "/")) continue;
            const shown = .{ symbol.name orelse "?", copy[1], place.line, place.column };
            const line = std.fmt.bufPrint(text[size..room], "\n    at {s} ({s}:{d}:{d})", shown) catch return size;
            size += line.len;
            break;
        }
    }
    return size;
}
