//! The build.zig with which CLAMH builds what the user's packages export. It writes out/arguments: the compiler's arguments for these modules
//! and, after an empty one, what to link, each with a zero byte at its end.

const std = @import("std");
const Module = std.Build.Module;
const Run = std.Build.Step.Run;

const absolute: Run.PathArgOptions = .{ .make_absolute = true };

pub fn build(b: *std.Build) void {
    const root = b.createModule(.{ .target = b.standardTargetOptions(.{}), .optimize = b.standardOptimizeOption(.{}) });
    const names = b.option([]const []const u8, "module", "A module of the dependency with its name") orelse &.{};
    for (names) |name| root.addImport(name, findModule(b, name, root));
    const run = b.addSystemCommand(&.{ "printf", "%s\\0" });
    b.getInstallStep().dependOn(&b.addInstallFile(run.captureStdOut(.{}), "arguments").step);
    const modules = root.getGraph().modules;
    for (modules[1..], 1..) |module, number| addModule(run, modules, module, number);
    run.addArg("");
    const all = b.addLibrary(.{ .name = "all", .root_module = root }); // never built: it lists what these modules link
    for (all.getCompileDependencies(true)) |library| {
        if (library != all) run.addArtifactArg2(library, absolute);
        if (library.isDynamicLibrary()) run.addDirectoryArg2(library.getEmittedBinDirectory(), .{ .prefix = "-Wl,-rpath,", .make_absolute = true });
        for (library.root_module.getGraph().modules) |module| {
            if (library == all) addCode(run, module, root);
            if (module.sanitize_c == null) module.sanitize_c = .off; // its runtime is not linked
            addLinked(run, module);
        }
    }
}

/// The module that a package exports. Its build gets the target and the optimisation if it has these options.
fn findModule(b: *std.Build, name: []const u8, root: *Module) *Module {
    const options = b.dependency(name, .{}).builder.available_options_map;
    const package = b.dependency(name, .{
        .target = if (options.contains("target")) root.resolved_target else null,
        .optimize = if (options.contains("optimize")) root.optimize else null,
        .release = if (options.contains("release")) root.optimize.? != .debug else @as(?bool, null),
    }).builder;
    return package.modules.get(name) orelse std.process.fatal("it exports no module '{s}'; it exports: {s}", .{
        name, std.mem.join(b.allocator, ", ", package.modules.keys()) catch @panic("OOM"),
    });
}

/// The arguments that define a module.
fn addModule(run: *Run, modules: []const *Module, module: *Module, number: usize) void {
    const b = run.step.owner;
    for (module.import_table.keys(), module.import_table.values()) |name, imported| {
        run.addArgs(&.{ "--dep", b.fmt("{s}={s}", .{ name, nameModule(modules, std.mem.findScalar(*Module, modules, imported).?) }) });
    }
    for (module.include_dirs.items) |folder| switch (folder) {
        .path, .path_system => |path| run.addDirectoryArg2(path, .{ .prefix = "-I", .make_absolute = true }),
        .embed_path => |path| run.addDirectoryArg2(path, .{ .prefix = "--embed-dir=", .make_absolute = true }),
        else => {},
    };
    const prefix = b.fmt("-M{s}", .{nameModule(modules, number)});
    const file = module.root_source_file orelse return run.addArg(prefix);
    run.addFileArg2(file, .{ .prefix = b.fmt("{s}=", .{prefix}), .make_absolute = true });
}

/// The name of a module; the first ones are those that the source imports.
fn nameModule(modules: []const *Module, number: usize) []const u8 {
    const b, const named = .{ modules[0].owner, modules[0].import_table.keys() };
    return if (number <= named.len) b.fmt("package.{s}", .{named[number - 1]}) else b.fmt("package.{d}", .{number});
}

/// The C and assembly of a module, as a library.
fn addCode(run: *Run, module: *Module, root: *Module) void {
    const b = run.step.owner;
    const code = b.createModule(.{ .target = root.resolved_target, .optimize = root.optimize, .link_libc = true, .sanitize_c = .off });
    code.include_dirs = module.include_dirs;
    code.c_macros = module.c_macros;
    for (module.link_objects.items) |object| switch (object) {
        .c_source_file, .c_source_files, .assembly_file => code.link_objects.append(b.allocator, object) catch @panic("OOM"),
        .static_path => |path| run.addFileArg2(path, absolute),
        else => {},
    };
    if (code.link_objects.items.len == 0) return;
    run.addArtifactArg2(b.addLibrary(.{ .name = b.fmt("code{d}", .{run.argv.items.len}), .root_module = code }), absolute);
}

/// What is linked because of a module, besides its code.
fn addLinked(run: *Run, module: *Module) void {
    const b = run.step.owner;
    for (module.link_objects.items) |object| if (object == .system_lib) run.addArg(b.fmt("-l{s}", .{object.system_lib.name}));
    for (module.lib_paths.items) |path| run.addDirectoryArg2(path, .{ .prefix = "-L", .make_absolute = true });
    for (module.rpaths.items) |rpath| switch (rpath) {
        .lazy_path => |path| run.addDirectoryArg2(path, .{ .prefix = "-Wl,-rpath,", .make_absolute = true }),
        .special => |text| run.addArg(b.fmt("-Wl,-rpath,{s}", .{text})),
    };
    if (module.link_libcpp == true) run.addArg("-lc++");
}
