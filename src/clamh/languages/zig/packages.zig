//! The build.zig with which CLAMH builds what the user's packages export: it passes the compiler's arguments for these modules, and what to
//! link, to the command that assemble.py gives it.

const std = @import("std");
const Compile = std.Build.Step.Compile;
const Module = std.Build.Module;

pub fn build(b: *std.Build) void {
    const target = b.standardTargetOptions(.{});
    const optimize = b.standardOptimizeOption(.{});
    const command = b.option([]const []const u8, "command", "the command that gets the arguments") orelse &.{};
    const wanted = b.option([]const []const u8, "module", "DEPENDENCY=MODULE") orelse &.{};
    const root = b.createModule(.{});
    for (wanted) |text| {
        const split = std.mem.findScalar(u8, text, '=').?;
        root.addImport(text[split + 1 ..], findModule(b, text[0..split], text[split + 1 ..], target, optimize));
    }
    var arguments: Arguments = .{ .b = b, .run = b.addSystemCommand(command), .target = target, .optimize = optimize };
    const modules = root.getGraph().modules;
    for (modules[1..], 1..) |module, number| arguments.addModule(modules, module, number, root.import_table.count());
    arguments.run.addArg("");
    for (modules[1..]) |module| arguments.addLinked(module, true);
    arguments.run.setCwd(b.path("."));
    arguments.run.has_side_effects = true;
    b.getInstallStep().dependOn(&arguments.run.step);
}

/// The module that a package exports. Its build gets the target and the optimisation if it has these options.
fn findModule(b: *std.Build, dependency: []const u8, name: []const u8, target: std.Build.ResolvedTarget, optimize: std.builtin.Optimize) *Module {
    const options = b.dependency(dependency, .{}).builder.available_options_map;
    const package = b.dependency(dependency, .{
        .target = if (options.contains("target")) target else @as(?std.Build.ResolvedTarget, null),
        .optimize = if (options.contains("optimize")) optimize else @as(?std.builtin.Optimize, null),
        .release = if (options.contains("release")) optimize != .debug else @as(?bool, null),
    }).builder;
    return package.modules.get(name) orelse std.process.fatal("it exports no module '{s}'; it exports: {s}", .{
        name, std.mem.join(b.allocator, ", ", package.modules.keys()) catch @panic("OOM"),
    });
}

const Arguments = struct {
    b: *std.Build,
    run: *std.Build.Step.Run,
    target: std.Build.ResolvedTarget,
    optimize: std.builtin.Optimize,
    seen: std.array_hash_map.Auto(*Compile, void) = .empty,

    /// The arguments that define a module; the first ones have names that the source imports.
    fn addModule(arguments: *Arguments, modules: []const *Module, module: *Module, number: usize, named: usize) void {
        const b, const run = .{ arguments.b, arguments.run };
        for (module.import_table.keys(), module.import_table.values()) |name, imported| {
            const other = std.mem.findScalar(*Module, modules, imported).?;
            run.addArgs(&.{ "--dep", b.fmt("{s}={s}", .{ name, nameModule(b, modules, other, named) }) });
        }
        for (module.include_dirs.items) |folder| switch (folder) {
            .path, .path_system => |path| run.addDirectoryArg2(path, .{ .prefix = "-I", .make_absolute = true }),
            .embed_path => |path| run.addDirectoryArg2(path, .{ .prefix = "--embed-dir=", .make_absolute = true }),
            else => {},
        };
        const prefix = b.fmt("-M{s}", .{nameModule(b, modules, number, named)});
        const file = module.root_source_file orelse return run.addArg(prefix);
        run.addFileArg2(file, .{ .prefix = b.fmt("{s}=", .{prefix}), .make_absolute = true });
    }

    fn nameModule(b: *std.Build, modules: []const *Module, number: usize, named: usize) []const u8 {
        if (number <= named) return b.fmt("package.{s}", .{modules[0].import_table.keys()[number - 1]});
        return b.fmt("package.{d}", .{number});
    }

    /// What is linked because of a module. Its C and assembly become a library; a library of the package's own already has them.
    fn addLinked(arguments: *Arguments, module: *Module, has_code: bool) void {
        const b, const run = .{ arguments.b, arguments.run };
        const code = b.createModule(.{ .target = arguments.target, .optimize = arguments.optimize, .link_libc = true, .sanitize_c = .off });
        code.include_dirs = module.include_dirs;
        code.c_macros = module.c_macros;
        for (module.link_objects.items) |object| switch (object) {
            .c_source_file, .c_source_files, .assembly_file => code.link_objects.append(b.allocator, object) catch @panic("OOM"),
            .static_path => |path| if (has_code) run.addFileArg2(path, .{ .make_absolute = true }),
            .system_lib => |library| run.addArg(b.fmt("-l{s}", .{library.name})),
            .other_step => |other| {
                if ((arguments.seen.getOrPut(b.allocator, other) catch @panic("OOM")).found_existing) continue;
                run.addArtifactArg2(other, .{ .make_absolute = true });
                for (other.root_module.getGraph().modules) |inner| {
                    if (inner.sanitize_c == null) inner.sanitize_c = .off; // its runtime is not linked
                    arguments.addLinked(inner, false);
                }
            },
            .win32_resource_file => {},
        };
        if (has_code and code.link_objects.items.len > 0) {
            const library = b.addLibrary(.{ .name = b.fmt("code{d}", .{b.graph.generated_files.items.len}), .root_module = code });
            run.addArtifactArg2(library, .{ .make_absolute = true });
        }
        for (module.lib_paths.items) |path| run.addDirectoryArg2(path, .{ .prefix = "-L", .make_absolute = true });
        for (module.rpaths.items) |rpath| switch (rpath) {
            .lazy_path => |path| run.addDirectoryArg2(path, .{ .prefix = "-Wl,-rpath,", .make_absolute = true }),
            .special => |text| run.addArg(b.fmt("-Wl,-rpath,{s}", .{text})),
        };
        if (module.link_libcpp == true) run.addArg("-lc++");
    }
};
