// Lines on two pipes: commands come in, events go out (protocol/README.md, Channel).
'use strict';

const natives = require('./natives.js');
const { usage } = require('./failure.js');

const LONGEST_LINE = 1 << 20;
const NUMBERS_IN_PART = 65536;
const NEWLINE = 10;
const SHORT = 1024; // arguments that any engine takes
const CHUNK = 1 << 16; // bytes that are read at once

// Its buffers are kept: a young ArrayBuffer makes V8 wait for a helper thread in each collection until it is promoted, which
// made code with garbage slower in turns than alone (seen with --trace-gc-nvp).
class Channel {
  constructor(input, output) {
    this.input = input;
    this.output = output;
    this.held = new Uint8Array(2 * CHUNK); // what was read and not yet taken, from `from` to `to`
    this.from = 0;
    this.to = 0;
    this.out = new Uint8Array(CHUNK);
  }

  // The next line as bytes, without its newline, until the next call; null at the end of the file. Throws Failure for one that is too long.
  read() {
    let searched = this.from;
    let tooLong = false;
    for (;;) {
      const end = this.held.indexOf(NEWLINE, searched);
      if (end >= 0 && end < this.to) {
        const line = this.held.subarray(this.from, end);
        this.from = end + 1;
        if (tooLong || line.length >= LONGEST_LINE) throw usage('a line is longer than 1 MiB');
        return line;
      }
      if (this.to - this.from >= LONGEST_LINE) {
        tooLong = true;
        this.from = this.to;
      }
      this.makeRoom();
      searched = this.to;
      const got = natives.readSync(this.input, this.held.subarray(this.to, this.to + CHUNK));
      if (got === 0) return null;
      this.to += got;
    }
  }

  // For a chunk behind what is held.
  makeRoom() {
    this.held.copyWithin(0, this.from, this.to);
    this.to -= this.from;
    this.from = 0;
    if (this.to + CHUNK > this.held.length) {
      const wider = new Uint8Array(2 * this.held.length);
      wider.set(this.held);
      this.held = wider;
    }
  }

  write(event) {
    this.line(JSON.stringify(event));
  }

  // A driver that has gone needs no answer: the process ends with code 0.
  line(text) {
    const most = 3 * (text.length + 1); // bytes of UTF-8
    if (this.out.length < most) this.out = new Uint8Array(2 * most);
    const line = this.out.subarray(0, natives.encodedInto(`${text}\n`, this.out));
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
    if (bytes.length <= SHORT && bytes.every((byte) => byte < 128)) return String.fromCharCode(...bytes); // makes no buffer
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
