#include "channel.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#if defined(__APPLE__)
#include <xlocale.h> /* older systems declare newlocale only there */
#endif

enum { LINE_BYTES = 1 << 20 };

static void end_if_closed(int descriptor) { /* EBADF: by the benchmark. If the driver is gone, it is EPIPE or the end */
    if (errno == EBADF) fprintf(stderr, "clamh: a benchmark must not close descriptor %d, which connects this process with CLAMH\n", descriptor), _exit(1);
}

enum line channel_read(struct channel *channel, struct clamh_text *line) {
    struct clamh_text *const pending = &channel->pending;
    bool too_long = false;
    for (;;) {
        char *const found = pending->size > channel->searched
                                ? (char *)memchr(pending->bytes + channel->searched, '\n', pending->size - channel->searched) : NULL;
        if (found != NULL) {
            const size_t size = (size_t)(found - pending->bytes);
            text_clear(line);
            clamh_add(line, pending->bytes, size);
            pending->size -= size + 1, channel->searched = 0;
            memmove(pending->bytes, found + 1, pending->size);
            return too_long || size + 1 > LINE_BYTES ? LINE_TOO_LONG : LINE_READ;
        }
        if (pending->size >= LINE_BYTES) too_long = true, pending->size = 0;
        channel->searched = pending->size;
        char bytes[1 << 14];
        const ssize_t got = read(channel->in, bytes, sizeof bytes);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) end_if_closed(channel->in);
        if (got <= 0) return LINE_END;
        clamh_add(pending, bytes, (size_t)got);
    }
}

void event_end(struct channel *channel) {
    struct clamh_text *const event = &channel->event;
    clamh_add(event, "}\n", 2);
    if (channel->out < 0) clamh_add(&channel->kept, event->bytes, event->size);
    sigset_t broken_pipe, before;
    sigemptyset(&broken_pipe);
    sigaddset(&broken_pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken_pipe, &before); /* what a benchmark does with this signal is its own affair */
    for (size_t done = 0; channel->out >= 0 && done < event->size;) {
        const ssize_t written = write(channel->out, event->bytes + done, event->size - done);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) end_if_closed(channel->out), _exit(0); /* the driver is gone */
        done += (size_t)written;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static int hex_digit(char digit) {
    return digit >= '0' && digit <= '9' ? digit - '0' : digit >= 'A' && digit <= 'F' ? digit - 'A' + 10 : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

bool decode_fields(const struct clamh_text *line, struct fields *fields) {
    text_clear(&fields->line);
    fields->count = 0;
    clamh_add(&fields->line, text_string(line), line->size); /* decoded in place: it only becomes shorter */
    char *to = fields->line.bytes, *field = to;
    const char *from = to, *const end = to + line->size;
    for (;; ++from) {
        if (from == end || *from == '\t') {
            GROW(fields->items, fields->items_room, fields->count + 1);
            GROW(fields->sizes, fields->sizes_room, fields->count + 1);
            fields->items[fields->count] = field;
            fields->sizes[fields->count++] = (size_t)(to - field);
            *to++ = '\0';
            if (from == end) return true;
            field = to;
        } else if (*from != '%') {
            *to++ = *from;
        } else {
            if (end - from < 3 || hex_digit(from[1]) < 0 || hex_digit(from[2]) < 0) return false;
            *to++ = (char)(hex_digit(from[1]) << 4 | hex_digit(from[2]));
            from += 2;
        }
    }
}

/* --- JSON */

static void begin_member(struct clamh_text *event, const char *key) {
    const char last = event->size > 0 ? event->bytes[event->size - 1] : '{';
    if (last != '{' && last != '[') clamh_add(event, ",", 1);
    if (key != NULL) text_print(event, "\"%s\":", key);
}

/* The length of a valid UTF-8 sequence at `from`, 0 where there is none. */
static size_t sequence(const unsigned char *from, size_t left) {
    const unsigned lead = from[0];
    const size_t size = lead < 0x80 ? 1 : lead >= 0xf0 && lead <= 0xf4 ? 4 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xc2 && lead < 0xe0 ? 2 : 0;
    if (size == 0 || size > left) return 0;
    for (size_t at = 1; at < size; ++at) {
        if ((from[at] & 0xc0) != 0x80) return 0;
    }
    if (size == 3 && ((lead == 0xe0 && from[1] < 0xa0) || (lead == 0xed && from[1] > 0x9f))) return 0;
    if (size == 4 && ((lead == 0xf0 && from[1] < 0x90) || (lead == 0xf4 && from[1] > 0x8f))) return 0;
    return size;
}

void json_text(struct clamh_text *event, const char *key, const char *bytes, size_t size) {
    begin_member(event, key);
    clamh_add(event, "\"", 1);
    const unsigned char *const from = (const unsigned char *)bytes;
    for (size_t at = 0; at < size;) {
        const size_t length = sequence(from + at, size - at);
        if (length == 0) {
            text_print(event, "\\udc%02x", from[at++]);
        } else if (from[at] == '"' || from[at] == '\\') {
            text_print(event, "\\%c", from[at++]);
        } else if (from[at] < 0x20 || from[at] == 0x7f) {
            text_print(event, "\\u%04x", from[at++]);
        } else {
            clamh_add(event, bytes + at, length);
            at += length;
        }
    }
    clamh_add(event, "\"", 1);
}

void json_string(struct clamh_text *event, const char *key, const char *text) { json_text(event, key, text, strlen(text)); }
void json_begin(struct clamh_text *event, const char *key, char bracket) { begin_member(event, key), clamh_add(event, &bracket, 1); }
void json_end(struct clamh_text *event, char bracket) { clamh_add(event, &bracket, 1); }
void json_integer(struct clamh_text *event, const char *key, int64_t value) { begin_member(event, key), text_print(event, "%" PRId64, value); }
void json_natural(struct clamh_text *event, const char *key, uint64_t value) { begin_member(event, key), text_print(event, "%" PRIu64, value); }
void json_raw(struct clamh_text *event, const char *key, const char *json) { begin_member(event, key), clamh_add(event, json, strlen(json)); }
void json_boolean(struct clamh_text *event, const char *key, bool value) { json_raw(event, key, value ? "true" : "false"); }

void json_real(struct clamh_text *event, const char *key, double value) {
    static locale_t plain; /* a benchmark may have set another, with a comma */
    if (plain == (locale_t)0) plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    const locale_t before = uselocale(plain);
    begin_member(event, key);
    text_print(event, "%.17g", value);
    uselocale(before);
}

void json_integers(struct clamh_text *event, const char *key, const int64_t *values, size_t count) {
    json_begin(event, key, '[');
    for (size_t at = 0; at < count; ++at) json_integer(event, NULL, values[at]);
    json_end(event, ']');
}

struct clamh_text *event_begin(struct channel *channel, const char *name, const char *id) {
    struct clamh_text *const event = &channel->event;
    text_clear(event);
    clamh_add(event, "{", 1);
    json_string(event, "event", name);
    if (id[0] != '\0') json_string(event, "case", id);
    return event;
}
