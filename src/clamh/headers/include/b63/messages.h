/* The lines of CLAMH's worker protocol (version 2): fields of commands, and JSON events. Nothing here allocates. */
#ifndef B63_MESSAGES_H
#define B63_MESSAGES_H

#include "registration.h"

enum { B63_LINE_BYTES = 1 << 16, B63_MOST_FIELDS = 256 };

struct b63_channel {
    int in, out;
    size_t size, held; /* bytes of the event; bytes that were read */
    char event[B63_LINE_BYTES], input[B63_LINE_BYTES];
    char line[B63_LINE_BYTES];
    char *fields[B63_MOST_FIELDS];
    int count;
};

B63_FUNCTION void b63_flush(struct b63_channel *channel) {
    for (size_t done = 0; done < channel->size;) {
        const ssize_t written = write(channel->out, channel->event + done, channel->size - done);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) _exit(0); /* the driver is gone */
        done += (size_t)written;
    }
    channel->size = 0;
}

B63_FUNCTION B63_PRINTF(2, 3) void b63_put(struct b63_channel *channel, const char *format, ...) {
    for (int again = 0; again < 2; ++again) {
        const size_t room = sizeof channel->event - channel->size;
        va_list arguments;
        va_start(arguments, format);
        const int needed = vsnprintf(channel->event + channel->size, room, format, arguments);
        va_end(arguments);
        if (needed >= 0 && (size_t)needed < room) {
            channel->size += (size_t)needed;
            return;
        }
        b63_flush(channel);
    }
}

/* A text as it is. It may be longer than the buffer, as the hashes of many sources are. */
B63_FUNCTION void b63_put_text(struct b63_channel *channel, const char *text) {
    for (; *text != '\0'; ++text) b63_put(channel, "%c", *text);
}

/* A number of at least 0 with three decimals: printf would write a comma in some locales. */
B63_FUNCTION void b63_put_thousandths(struct b63_channel *channel, double value) {
    const int64_t thousandths = (int64_t)(value * 1000 + 0.5);
    b63_put(channel, "%" PRId64 ".%03" PRId64, thousandths / 1000, thousandths % 1000);
}

/* The length of a valid UTF-8 sequence, 0 if there is none. */
B63_FUNCTION int b63_sequence(const unsigned char *text) {
    const int lead = text[0];
    const int size = lead < 0x80 ? 1 : lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
    for (int at = 1; at < size; ++at) {
        if ((text[at] & 0xc0) != 0x80) return 0; /* the zero at the end too */
    }
    if (size == 3 && ((lead == 0xe0 && text[1] < 0xa0) || (lead == 0xed && text[1] > 0x9f))) return 0;
    if (size == 4 && ((lead == 0xf0 && text[1] < 0x90) || (lead == 0xf4 && text[1] > 0x8f))) return 0;
    return size;
}

/* A JSON string; a byte that is not UTF-8 becomes the escape \udc80 to \udcff. */
B63_FUNCTION void b63_put_string(struct b63_channel *channel, const char *text) {
    b63_put(channel, "\"");
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0';) {
        const int size = b63_sequence(at);
        if (size == 0) b63_put(channel, "\\udc%02x", (unsigned)*at);
        else if (*at == '"' || *at == '\\') b63_put(channel, "\\%c", *at);
        else if (*at < 0x20) b63_put(channel, "\\u%04x", (unsigned)*at);
        else b63_put(channel, "%.*s", size, (const char *)at);
        at += size == 0 ? 1 : size;
    }
    b63_put(channel, "\"");
}

B63_FUNCTION void b63_put_failed(struct b63_channel *channel, const char *id, const char *reason, const char *where, const char *message) {
    b63_put(channel, "{\"event\":\"failed\",\"reason\":\"%s\",\"where\":", reason);
    b63_put_string(channel, where);
    b63_put(channel, ",\"message\":");
    b63_put_string(channel, message);
    if (id[0] != '\0') b63_put(channel, ",\"case\":\"%s\"", id);
    b63_put(channel, "}\n");
    b63_flush(channel);
}

B63_FUNCTION int b63_hex_digit(char digit) {
    return digit >= '0' && digit <= '9' ? digit - '0' : digit >= 'A' && digit <= 'F' ? digit - 'A' + 10 : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* Splits the line at tabs and decodes it in place: it only becomes shorter. Returns 0 if it is malformed. */
B63_FUNCTION int b63_split(struct b63_channel *channel) {
    char *to = channel->line;
    channel->count = 1;
    channel->fields[0] = to;
    for (const char *from = to; *from != '\0'; ++from) {
        if (*from == '\t') {
            if (channel->count == B63_MOST_FIELDS) return 0;
            *to++ = '\0';
            channel->fields[channel->count++] = to;
        } else if (*from == '%') {
            const int high = b63_hex_digit(from[1]), low = high < 0 ? -1 : b63_hex_digit(from[2]);
            if (low < 0) return 0;
            *to++ = (char)(high * 16 + low);
            from += 2;
        } else {
            *to++ = *from;
        }
    }
    *to = '\0';
    return 1;
}

/* Reads the next line. Returns 0 at the end: the driver is gone. A line that is too long is read as an empty one. */
B63_FUNCTION int b63_read_line(struct b63_channel *channel) {
    for (;;) {
        char *const end = (char *)memchr(channel->input, '\n', channel->held);
        if (end != NULL) {
            const size_t size = (size_t)(end - channel->input);
            memcpy(channel->line, channel->input, size);
            channel->line[size] = '\0';
            channel->held -= size + 1;
            memmove(channel->input, end + 1, channel->held);
            return 1;
        }
        if (channel->held == sizeof channel->input - 1) channel->held = 0;
        const ssize_t got = b63_read_bytes(channel->in, channel->input + channel->held, sizeof channel->input - 1 - channel->held);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return 0;
        channel->held += (size_t)got;
    }
}

/* The number of a pipe in a variable. */
B63_FUNCTION int b63_read_descriptor(const char *variable) {
    const char *const text = getenv(variable);
    char *end = NULL;
    const long number = text == NULL ? -1 : strtol(text, &end, 10);
    if (number < 0 || number > 1000000 || *end != '\0') exit(2);
    return (int)number;
}

/* Answers the first command with a failure; a worker writes nothing that no command asked for. */
B63_FUNCTION void b63_refuse(const char *reason, const char *where, const char *message) {
    static struct b63_channel channel;
    channel.in = b63_read_descriptor("CLAMH_IN");
    channel.out = b63_read_descriptor("CLAMH_OUT");
    if (b63_read_line(&channel)) b63_put_failed(&channel, "", reason, where, message);
}

/* A decimal integer from 0 to 2^63 - 1. */
B63_FUNCTION int b63_read_natural(const char *text, uint64_t *value) {
    char *end = NULL;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0 && *value <= INT64_MAX;
}

#endif
