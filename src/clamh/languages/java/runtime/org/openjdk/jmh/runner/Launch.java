package org.openjdk.jmh.runner;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * The arguments of a fork's JVM: taken from JMH on one side, checked by the JVM that was started with them on the other.
 *
 * <p>They are never written by hand: a JVM that has the blackhole property but not the hint file removes the benchmark's
 * work and shows 0.40 ns for 57.
 */
final class Launch {
    private static final String HINTS = "-XX:CompileCommandFile=";
    private static final String NO_HINTS = "-";
    /** Tokens of a command between its JVM arguments and the worker's own: -cp, the class path, the main class. */
    private static final int BETWEEN = 3;
    /** The worker's own arguments before what benchmarks see as `getJvmArgs`: the hints' hash, and how many follow. */
    private static final int SHOWN = 2;
    private static final Path LINE = Paths.get("/proc/self/cmdline");

    private Launch() {}

    /** JMH's options from name=value; JMH itself decides what they do to a fork that has annotations of its own. */
    static Options options(List<String> arguments) {
        Function<String, String[]> values = name -> arguments.stream().filter(argument -> argument.startsWith(name + "="))
                .map(argument -> argument.substring(name.length() + 1)).toArray(String[]::new);
        // One thread, because JMH would measure the number of CPUs for Threads.MAX, which no argument depends on.
        ChainedOptionsBuilder options = new OptionsBuilder().threads(1);
        Arrays.stream(values.apply("jvm")).forEach(options::jvm);
        Map<String, Consumer<String[]>> setters = new HashMap<>();
        setters.put("jvmArgs", options::jvmArgs);
        setters.put("jvmArgsPrepend", options::jvmArgsPrepend);
        setters.put("jvmArgsAppend", options::jvmArgsAppend);
        setters.forEach((name, setter) -> {
            if (values.apply(name).length > 0) {
                setter.accept(values.apply(name));
            }
        });
        return options.build();
    }

    /** What starts a worker for `entry`: JMH's own command with our main class, the hint file kept in `folder`. */
    static Map<String, Object> of(BenchmarkListEntry entry, Path folder, Options options) throws IOException {
        Runner runner = new Runner(options, Benchmarks.SILENT);
        BenchmarkParams params = params(runner, entry);
        List<String> command = runner.getForkedMainCommand(params, Collections.emptyList(), "host", 0);
        int end = command.size() - BETWEEN - 2; // … -cp PATH ForkedMain HOST PORT
        List<String> flags = new ArrayList<>(command.subList(1, end));
        String digest = NO_HINTS;
        for (int i = 0; i < flags.size(); i++) {
            if (flags.get(i).startsWith(HINTS)) {
                byte[] hints = Files.readAllBytes(Paths.get(flags.get(i).substring(HINTS.length())));
                digest = sha256(hints);
                flags.set(i, HINTS + keep(hints, folder.resolve("hints-" + digest.substring(0, 16))));
            }
        }
        List<String> argv = new ArrayList<>(Arrays.asList(command.get(0)));
        argv.addAll(flags);
        argv.addAll(command.subList(end, end + 2)); // -cp PATH
        argv.addAll(Arrays.asList(Worker.class.getName(), digest, Integer.toString(params.getJvmArgs().size())));
        argv.addAll(params.getJvmArgs());
        argv.addAll(flags);
        return Channel.map("argv", argv);
    }

    private static BenchmarkParams params(Runner runner, BenchmarkListEntry entry) {
        try {
            Method resolve = Runner.class.getDeclaredMethod("newBenchmarkParams", BenchmarkListEntry.class, ActionMode.class);
            resolve.setAccessible(true);
            return (BenchmarkParams) resolve.invoke(runner, entry, ActionMode.WARMUP_MEASUREMENT);
        } catch (InvocationTargetException failed) {
            throw new IllegalStateException(failed.getCause());
        } catch (ReflectiveOperationException other) {
            throw new IllegalStateException("this is not JMH 1.37", other);
        }
    }

    /** JMH deletes its hint file when the JVM ends; ours is named by its content, so that many may write it. */
    private static Path keep(byte[] hints, Path target) throws IOException {
        Files.createDirectories(target.getParent());
        Path temporary = Files.createTempFile(target.getParent(), "hints-", ".tmp");
        Files.write(temporary, hints);
        return Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** The arguments that JMH shows to benchmarks: those of annotations and the command line, without its own. */
    static List<String> jvmArgs(String[] own) {
        return own.length < SHOWN ? Collections.emptyList() : Arrays.asList(own).subList(SHOWN, SHOWN + Integer.parseInt(own[1]));
    }

    /** Why this JVM may not measure: how it differs from what {@link #of} returned. Empty when it does not. */
    static String mismatch(String[] own) throws IOException {
        if (own.length < SHOWN) {
            return "this JVM was started without the arguments that JMH gives a fork; start it with the `launch` that "
                    + "`describe` returns";
        }
        List<String> expected = Arrays.asList(own).subList(SHOWN + jvmArgs(own).size(), own.length);
        List<String> actual = arguments(own.length);
        if (actual != null && !actual.equals(expected)) {
            List<String> missing = new ArrayList<>(expected);
            missing.removeAll(actual);
            List<String> surplus = new ArrayList<>(actual);
            surplus.removeAll(expected);
            boolean same = missing.isEmpty() && surplus.isEmpty();
            return "this JVM was not started as JMH starts a fork, and would measure something else: missing " + missing
                    + ", surplus " + surplus + (same ? ", but repeated or in another order: " + actual : "");
        }
        for (String flag : expected) {
            if (flag.startsWith(HINTS)) {
                Path file = Paths.get(flag.substring(HINTS.length()));
                if (!Files.isReadable(file) || !sha256(Files.readAllBytes(file)).equals(own[0])) {
                    return "the compiler hints in " + file + " are missing or not those that `describe` wrote";
                }
            }
        }
        return "";
    }

    /** The arguments that this JVM was started with, null if unknown; `own` is the number of the main class's arguments. */
    private static List<String> arguments(int own) throws IOException {
        List<String> words = Files.isReadable(LINE) ? wordsOfLine() : wordsOfHandle();
        return words == null ? null : words.subList(0, Math.max(0, words.size() - own - BETWEEN));
    }

    private static List<String> wordsOfLine() throws IOException {
        String[] tokens = new String(Files.readAllBytes(LINE), StandardCharsets.ISO_8859_1).split("\0", -1);
        List<String> words = new ArrayList<>();
        for (String token : Arrays.asList(tokens).subList(1, tokens.length - 1)) { // the last token ends with a NUL too
            words.add(new String(token.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
        }
        return words;
    }

    /** From Java 9's ProcessHandle; only without /proc, since JMH's fork does not load its classes. */
    private static List<String> wordsOfHandle() {
        try {
            Class<?> handle = Class.forName("java.lang.ProcessHandle");
            Object info = handle.getMethod("info").invoke(handle.getMethod("current").invoke(null));
            Object words = Class.forName("java.lang.ProcessHandle$Info").getMethod("arguments").invoke(info);
            return ((Optional<?>) words).map(found -> Arrays.asList((String[]) found)).orElse(null);
        } catch (ReflectiveOperationException old) {
            return null;
        }
    }

    private static String sha256(byte[] bytes) {
        try {
            return String.format("%064x", new BigInteger(1, MessageDigest.getInstance("SHA-256").digest(bytes)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible); // every Java has SHA-256
        }
    }
}
