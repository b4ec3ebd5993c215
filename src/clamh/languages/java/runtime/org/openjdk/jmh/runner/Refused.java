package org.openjdk.jmh.runner;

/** Why a command was not done: becomes a `failed` event with one of the protocol's reasons. */
final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    final String reason;
    final String where;

    Refused(String reason, String where, String message) {
        super(message);
        this.reason = reason;
        this.where = where;
    }
}
