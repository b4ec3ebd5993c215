//! The lines of CLAMH's worker protocol (version 2): fields of commands, and JSON events.

const std = @import("std");
const system = @import("system.zig");

const allocator = std.heap.page_allocator;
const most_fields = 512;
const out_of_memory = "metron: out of memory\n";

pub const Channel = struct {
    in: i32,
    out: i32,
    event: std.ArrayList(u8) = .empty,
    input: std.ArrayList(u8) = .empty,
    line: std.ArrayList(u8) = .empty,
    fields: [most_fields][]const u8 = undefined,
    count: usize = 0,

    /// The channel of the pipes in CLAMH_IN and CLAMH_OUT.
    pub fn open() Channel {
        return .{ .in = findDescriptor("CLAMH_IN"), .out = findDescriptor("CLAMH_OUT") };
    }

    /// Reads the next command into `fields`; false at the end: the driver is gone.
    pub fn readCommand(channel: *Channel) bool {
        while (true) {
            if (std.mem.indexOfScalar(u8, channel.input.items, '\n')) |end| {
                channel.line.clearRetainingCapacity();
                channel.line.appendSlice(allocator, channel.input.items[0..end]) catch system.endProcess(out_of_memory);
                channel.input.replaceRangeAssumeCapacity(0, end + 1, "");
                channel.split();
                return true;
            }
            const room = channel.input.addManyAsSlice(allocator, 4096) catch system.endProcess(out_of_memory);
            const size = system.readBytes(channel.in, room) orelse 0;
            channel.input.shrinkRetainingCapacity(channel.input.items.len - (room.len - size));
            if (size == 0) return false;
        }
    }

    /// No fields if the line is malformed. Decoding happens in place: a field only becomes shorter.
    fn split(channel: *Channel) void {
        channel.count = 0;
        var fields = std.mem.splitScalar(u8, channel.line.items, '\t');
        while (fields.next()) |field| {
            const decoded = decode(@constCast(field));
            if (channel.count == most_fields or decoded == null) {
                channel.count = 0;
                return;
            }
            channel.fields[channel.count] = decoded.?;
            channel.count += 1;
        }
    }

    fn decode(field: []u8) ?[]const u8 {
        var to: usize = 0;
        var from: usize = 0;
        while (from < field.len) : ({
            from += 1;
            to += 1;
        }) {
            field[to] = field[from];
            if (field[from] != '%') continue;
            if (from + 2 >= field.len) return null;
            field[to] = std.fmt.parseInt(u8, field[from + 1 .. from + 3], 16) catch return null;
            from += 2;
        }
        return field[0..to];
    }

    /// Adds to the event.
    pub fn put(channel: *Channel, comptime text: []const u8, values: anytype) void {
        channel.event.print(allocator, text, values) catch system.endProcess(out_of_memory);
    }

    /// Adds a JSON string; a byte that is not UTF-8 becomes the escape \udc80 to \udcff.
    pub fn putString(channel: *Channel, text: []const u8) void {
        channel.put("\"", .{});
        var at: usize = 0;
        while (at < text.len) {
            const size = sequenceLength(text[at..]);
            if (size == 0) {
                channel.put("\\udc{x:0>2}", .{text[at]});
            } else if (text[at] == '"' or text[at] == '\\') {
                channel.put("\\{c}", .{text[at]});
            } else if (text[at] < 0x20) {
                channel.put("\\u{x:0>4}", .{text[at]});
            } else {
                channel.put("{s}", .{text[at .. at + size]});
            }
            at += @max(size, 1);
        }
        channel.put("\"", .{});
    }

    /// Sends the event.
    pub fn send(channel: *Channel) void {
        channel.put("\n", .{});
        if (!system.writeBytes(channel.out, channel.event.items)) system.endProcess(""); // the driver is gone
        channel.event.clearRetainingCapacity();
    }

    pub fn sendFailed(channel: *Channel, id: []const u8, reason: []const u8, where: []const u8, message: []const u8) void {
        channel.put("{{\"event\":\"failed\",\"reason\":\"{s}\",\"where\":", .{reason});
        channel.putString(where);
        channel.put(",\"message\":", .{});
        channel.putString(message);
        if (id.len > 0) channel.put(",\"case\":\"{s}\"", .{id});
        channel.put("}}", .{});
        channel.send();
    }
};

/// The length of the valid UTF-8 sequence at the beginning, 0 if there is none.
fn sequenceLength(text: []const u8) usize {
    const size = std.unicode.utf8ByteSequenceLength(text[0]) catch return 0;
    return if (size <= text.len and std.unicode.utf8ValidateSlice(text[0..size])) size else 0;
}

fn findDescriptor(variable: []const u8) i32 {
    const text = system.findVariable(variable) orelse system.endProcess("CLAMH_IN and CLAMH_OUT belong together\n");
    const descriptor = std.fmt.parseInt(i32, text, 10) catch system.endProcess("CLAMH_IN and CLAMH_OUT are numbers of pipes\n");
    system.keepFromChildren(descriptor);
    return descriptor;
}

/// A decimal integer from 0 to 2^63 - 1.
pub fn readNatural(text: []const u8) ?u64 {
    for (text) |digit| if (!std.ascii.isDigit(digit)) return null;
    return std.fmt.parseInt(u63, text, 10) catch null;
}
