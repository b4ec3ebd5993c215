// Lines on two pipes: commands come in, events go out (protocol/README.md, Channel).

const natives = require('./natives.js');
const { malformed } = require('./failure.js');

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

  // The next line as bytes, without its newline, until the next call; null at the end of the file.
  read() {
    for (let searched = this.from; ;) {
      const end = this.held.indexOf(NEWLINE, searched);
      if (end >= 0 && end < this.to) {
        const line = this.held.subarray(this.from, end);
        this.from = end + 1;
        return line;
      }
      this.makeRoom();
      searched = this.to;
      const count = natives.readSync(this.input, this.held.subarray(this.to, this.to + CHUNK));
      if (count === 0) return null;
      this.to += count;
    }
  }

  // For a chunk behind what is held.
  makeRoom() {
    this.held.copyWithin(0, this.from, this.to);
    this.to -= this.from;
    this.from = 0;
    if (this.to + CHUNK <= this.held.length) return;
    const wider = new Uint8Array(2 * this.held.length);
    wider.set(this.held);
    this.held = wider;
  }

  write(event) {
    this.writeLine(JSON.stringify(event));
  }

  // A driver that has gone needs no answer: the process ends with code 0.
  writeLine(text) {
    const most = 3 * (text.length + 1); // bytes of UTF-8
    if (this.out.length < most) this.out = new Uint8Array(2 * most);
    const line = this.out.subarray(0, natives.encodedInto(`${text}\n`, this.out));
    for (let at = 0; at < line.length;) {
      try {
        at += natives.writeSync(this.output, line, at);
      } catch {
        natives.exit(0);
      }
    }
  }
}

// The fields of a command. A short line makes no buffer.
function decode(line) {
  const text = line.length <= SHORT ? String.fromCharCode(...line) : natives.decoded(line);
  try {
    return text.split('\t').map((field) => (field.includes('%') ? decodeURIComponent(field) : field));
  } catch {
    throw malformed();
  }
}

module.exports = { Channel, decode };
