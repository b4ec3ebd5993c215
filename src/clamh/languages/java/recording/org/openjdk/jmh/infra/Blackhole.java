package org.openjdk.jmh.infra;

import org.openjdk.jmh.runner.Recorder;

/** Stands in for JMH's Blackhole where nothing is measured (`invoke`), and records what it is given. */
public final class Blackhole {
    /** JMH's generated code makes its Blackholes with a phrase that warns users off. */
    public Blackhole(String phrase) {}

    public void evaporate(String phrase) {}

    public void consume(Object value) {
        Recorder.consumed(value);
    }

    public void consume(byte value) {
        Recorder.consumed(value);
    }

    public void consume(boolean value) {
        Recorder.consumed(value);
    }

    public void consume(char value) {
        Recorder.consumed(value);
    }

    public void consume(short value) {
        Recorder.consumed(value);
    }

    public void consume(int value) {
        Recorder.consumed(value);
    }

    public void consume(long value) {
        Recorder.consumed(value);
    }

    public void consume(float value) {
        Recorder.consumed(value);
    }

    public void consume(double value) {
        Recorder.consumed(value);
    }

    /** Only burns time, which is not measured here. */
    public static void consumeCPU(long tokens) {}
}
