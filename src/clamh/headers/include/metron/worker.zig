pub fn serve(_: anytype) void {}
