/* The two pipes: commands as decoded fields, events as lines of JSON (protocol/README.md, Channel). */
#pragma once

#include "core.h"

struct channel {
    int in, out; /* out < 0: events are added to `kept`, for --solo */
    struct clamh_text pending, event, kept; /* event: the one that is being written */
    size_t searched;
};

struct fields {
    struct clamh_text line; /* the decoded bytes, each field ended by a zero byte */
    char **items;
    size_t *sizes, count, items_room, sizes_room;
};

enum line { LINE_READ, LINE_END, LINE_TOO_LONG };
enum line channel_read(struct channel *channel, struct clamh_text *line);
bool decode_fields(const struct clamh_text *line, struct fields *fields);

/* One event at a time; `id` is "" where it is of no case. */
struct clamh_text *event_begin(struct channel *channel, const char *name, const char *id);
void event_end(struct channel *channel); /* sends it */

/* JSON is written member by member; a key is NULL in a list. */
void json_begin(struct clamh_text *event, const char *key, char bracket);
void json_end(struct clamh_text *event, char bracket);
void json_text(struct clamh_text *event, const char *key, const char *bytes, size_t size);
void json_string(struct clamh_text *event, const char *key, const char *text);
void json_integer(struct clamh_text *event, const char *key, int64_t value);
void json_natural(struct clamh_text *event, const char *key, uint64_t value);
void json_real(struct clamh_text *event, const char *key, double value);
void json_boolean(struct clamh_text *event, const char *key, bool value);
void json_raw(struct clamh_text *event, const char *key, const char *json);
void json_integers(struct clamh_text *event, const char *key, const int64_t *values, size_t count);
