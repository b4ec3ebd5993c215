package org.openjdk.jmh.runner;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * `invoke`: calls on one state, each an iteration of its own in JMH's single-shot mode, with a Blackhole of ours that records.
 *
 * <p>JMH, the benchmark and this class are loaded a second time, by a loader that has our Blackhole in front, so the
 * classes of this process that could measure never see it.
 */
final class Invocation {
    private static final String BLACKHOLE = "org.openjdk.jmh.infra.Blackhole";
    private static final String RECORDING = "META-INF/clamh/invoke/org/openjdk/jmh/infra/Blackhole.class";

    /** What stands in an answer before the members of a group: value, consumed, names and values of checks. */
    private static final int CHECKED = 4;

    /** Kept for the next case: to load JMH again takes five times as long as to invoke a benchmark. */
    private static Isolated isolated;

    private Invocation() {}

    /** The `value` event of so many calls of the case. */
    static Map<String, Object> of(Case asked, int calls) throws Refused {
        List<String> fields = new ArrayList<>();
        asked.given.forEach((name, value) -> fields.add(name + "=" + value));
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        String[][][] answer;
        try {
            isolated = isolated == null ? new Isolated() : isolated;
            Thread.currentThread().setContextClassLoader(isolated);
            Method run = isolated.loadClass(Invocation.class.getName())
                    .getDeclaredMethod("run", String.class, String[].class, String[].class, int.class);
            run.setAccessible(true);
            answer = (String[][][]) run.invoke(
                    null, asked.id, fields.toArray(new String[0]), asked.jvmArgs.toArray(new String[0]), calls);
        } catch (IOException | ReflectiveOperationException error) {
            throw new Refused("internal", asked.name(), Failure.text(error));
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        if (answer[0].length == 1) {
            throw new Refused(answer[0][0][0], answer[0][0][1], answer[0][0][2]);
        }
        List<Map<String, Object>> given = new ArrayList<>();
        for (String[][] call : answer) {
            given.add(given(asked, call));
        }
        Map<String, Object> event = Message.event("value", "case", asked.id);
        event.putAll(given.remove(0));
        if (!given.isEmpty()) {
            event.put("more", given);
        }
        return event;
    }

    private static Map<String, Object> given(Case asked, String[][] call) {
        Map<String, Object> checks = new LinkedHashMap<>();
        for (int i = 0; i < call[2].length; i++) {
            checks.put(call[2][i], call[3][i]);
        }
        Map<String, Object> given = Message.map("returned", call[0][0], "consumed", Arrays.asList(call[1]), "checks", checks);
        if (asked.isGroup()) {
            given.put("members", members(Arrays.asList(call).subList(CHECKED, call.length)));
        }
        return given;
    }

    private static Map<String, Object> members(List<String[]> told) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (String[] one : told) {
            members.put(one[0], Message.map("returned", one[1], "consumed", Arrays.asList(one).subList(2, one.length)));
        }
        return members;
    }

    /**
     * Runs in the other loader, so only strings go in and out, of each call: the value, what was consumed, the names of checks and
     * their values, then of each member of a group its name, value and what it consumed; or only a failure.
     */
    static String[][][] run(String id, String[] fields, String[] jvmArgs, int calls) throws Refused {
        Case asked = new Case(id, Message.named(Arrays.asList(fields), 0), Arrays.asList(jvmArgs));
        int threads = asked.isGroup() ? asked.threads : 1;
        BenchmarkParams shown = asked.toJmh(asked.mode, threads, false);
        BenchmarkParams once = asked.toJmh(Mode.SingleShotTime, threads, false);
        IterationParams single = new IterationParams(
                IterationType.MEASUREMENT, once.getMeasurement().getCount(), once.getMeasurement().getTime(), 1);
        BenchmarkHandler handler = new BenchmarkHandler(Benchmarks.SILENT, new OptionsBuilder().build(), once);
        Team team = new Team(handler, threads);
        List<String[][]> answers = new ArrayList<>();
        Refused failure = null;
        for (int call = 1; call <= calls && failure == null; call++) {
            Recorder.watch(Benchmarks.methods(asked.entry));
            Checks checks = new Checks(asked, handler, shown, single, call == 1, call == calls);
            failure = once(asked, handler, team, checks, threads);
            if (failure == null) {
                answers.add(answer(asked, team, checks, threads));
            }
        }
        handler.shutdown();
        return failure == null ? answers.toArray(new String[0][][]) : failed(failure);
    }

    /** One call in each thread; why it failed, or null. */
    private static Refused once(Case asked, BenchmarkHandler handler, Team team, Checks checks, int threads) {
        List<Future<?>> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            tasks.add(team.submit(handler.new BenchmarkTask(checks)));
        }
        ExecutionException failure = null;
        for (Future<?> task : tasks) {
            try {
                task.get();
            } catch (ExecutionException | InterruptedException raised) {
                failure = raised instanceof ExecutionException ? (ExecutionException) raised : new ExecutionException(raised);
            }
        }
        return failure != null ? team.refused(asked, failure) : checks.failure;
    }

    private static String[][] answer(Case asked, Team team, Checks checks, int threads) {
        List<String[]> answer = new ArrayList<>();
        Recorder first = Recorder.of(team.ran(0));
        answer.add(new String[] {asked.isGroup() ? null : first.returned});
        answer.add(asked.isGroup() ? new String[0] : Canonical.listed(first.consumed).toArray(new String[0]));
        answer.add(checks.values.keySet().toArray(new String[0]));
        answer.add(checks.values.values().toArray(new String[0]));
        for (int i = 0; asked.isGroup() && i < threads; i++) {
            if (i == 0 || !asked.member(i).equals(asked.member(i - 1))) {
                answer.add(member(asked.member(i), Recorder.of(team.ran(i))));
            }
        }
        return answer.toArray(new String[0][]);
    }

    private static String[] member(String name, Recorder said) {
        List<String> told = new ArrayList<>(Arrays.asList(name, said.returned));
        told.addAll(Canonical.listed(said.consumed));
        return told.toArray(new String[0]);
    }

    private static String[][][] failed(Refused refused) {
        return new String[][][] {{{refused.reason, refused.where, refused.getMessage()}}};
    }

    /** The class path once more, with the recording Blackhole in place of JMH's. */
    private static final class Isolated extends URLClassLoader {
        Isolated() throws MalformedURLException {
            super(classPath(), ClassLoader.getSystemClassLoader().getParent());
        }

        private static URL[] classPath() throws MalformedURLException {
            List<URL> urls = new ArrayList<>();
            for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
                urls.add(Paths.get(path).toUri().toURL());
            }
            return urls.toArray(new URL[0]);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!name.equals(BLACKHOLE)) {
                return super.findClass(name);
            }
            try (InputStream in = getResourceAsStream(RECORDING)) {
                if (in == null) {
                    throw new ClassNotFoundException("the artifact has no " + RECORDING);
                }
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                for (int one = in.read(); one >= 0; one = in.read()) {
                    out.write(one);
                }
                return defineClass(name, out.toByteArray(), 0, out.size());
            } catch (IOException error) {
                throw new ClassNotFoundException(name, error);
            }
        }
    }
}
