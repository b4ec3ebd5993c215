// Lines on two pipes: commands come in, events go out (protocol/README.md, Channel).
'use strict';

const natives = require('./natives.js');
const { usage } = require('./failure.js');

const LONGEST_LINE = 1 << 20;
const NUMBERS_IN_PART = 65536;
const NEWLINE = 10;

class Channel {
  constructor(input, output) {
    this.input = input;
    this.output = output;
    this.pending = new Uint8Array(0);
    this.chunk = new Uint8Array(1 << 16);
  }

  // The next line as bytes, without its newline; null at the end of the file. Throws Failure for one that is too long.
  read() {
    let searched = 0;
    let tooLong = false;
    for (;;) {
      const end = this.pending.indexOf(NEWLINE, searched);
      if (end >= 0) {
        const line = this.pending.subarray(0, end);
        this.pending = this.pending.subarray(end + 1);
        if (tooLong || end >= LONGEST_LINE) throw usage('a line is longer than 1 MiB');
        return line;
      }
      if (this.pending.length >= LONGEST_LINE) {
        tooLong = true;
        this.pending = new Uint8Array(0);
      }
      searched = this.pending.length;
      const got = natives.readSync(this.input, this.chunk);
      if (got === 0) return null;
      const joined = new Uint8Array(searched + got);
      joined.set(this.pending);
      joined.set(this.chunk.subarray(0, got), searched);
      this.pending = joined;
    }
  }

  write(event) {
    this.line(JSON.stringify(event));
  }

  // A driver that has gone needs no answer: the process ends with code 0.
  line(text) {
    const line = natives.encoded(`${text}\n`);
    for (let at = 0; at < line.length;) {
      try {
        at += natives.writeSync(this.output, line, at);
      } catch (error) {
        natives.exit(0);
      }
    }
  }
}

// The fields of a command. Throws Failure for what is no command line.
function decode(line) {
  const fields = [[]];
  for (let at = 0; at < line.length; at += 1) {
    const byte = line[at];
    if (byte === 9) {
      fields.push([]);
    } else if (byte !== 37) {
      fields.at(-1).push(byte);
    } else {
      const digits = String.fromCharCode(line[at + 1], line[at + 2]);
      if (!/^[0-9a-fA-F]{2}$/.test(digits)) throw usage('a percent escape is malformed');
      fields.at(-1).push(parseInt(digits, 16));
      at += 2;
    }
  }
  return fields.map((bytes) => {
    const text = natives.decoded(Uint8Array.from(bytes));
    if (text === null) throw usage('a field is not UTF-8');
    return text;
  });
}

// Cuts `total` numbers into parts that fit a line: [from, to, part, last] of each; no numbers make one empty part.
function parts(total) {
  const found = [];
  for (let from = 0, part = 0; part === 0 || from < total; part += 1) {
    const to = Math.min(from + NUMBERS_IN_PART, total);
    found.push([from, to, part, to === total]);
    from = to;
  }
  return found;
}

module.exports = { Channel, decode, parts };
