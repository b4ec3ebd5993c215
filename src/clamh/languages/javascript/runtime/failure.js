// Why a command could not be executed: the protocol's `failed`.

const natives = require('./natives.js');

const LONGEST_MESSAGE = 1 << 16;
const MOST_FRAMES = 8;

class Failure {
  constructor(reason, where, message, thread) {
    this.reason = reason;
    this.where = where;
    this.message = message.slice(0, LONGEST_MESSAGE);
    this.thread = thread; // of several measuring threads
  }
}

function malformed() {
  return new Failure('malformed', '', 'malformed command');
}

// What user code threw, as a Failure; a Failure stays as it is.
function toFailure(reason, where, thrown) {
  return thrown instanceof Failure ? thrown : new Failure(reason, where, describeThrown(thrown));
}

// What was thrown and where: the frames in the user's own files. Anything can be thrown, and it may lie about itself.
function describeThrown(thrown) {
  try {
    if (!natives.isError(thrown)) return `thrown: ${natives.inspect(thrown)}`;
    const stack = String(thrown.stack);
    const title = `${thrown.name}: ${thrown.message}`;
    const lines = stack.split('\n');
    const first = lines.findIndex((line) => /^\s+at /.test(line));
    const head = lines.slice(0, first < 0 ? lines.length : first).join('\n').trim();
    const frames = first < 0 ? [] : lines.slice(first).filter(isUsersFrame).slice(0, MOST_FRAMES);
    // The head of a syntax error has its place, the line and a caret before its name.
    return [head.includes(String(thrown.message)) ? head : title, ...frames].join('\n');
  } catch {
    return 'a value that cannot be described';
  }
}

// Whether a line of a stack is a place in the user's files.
function isUsersFrame(line) {
  return /^\s+at /.test(line) && !/(\(|at )node:|clamh-runtime|clamh\d*\$|<anonymous>\)?$/.test(line)
    && !line.includes(natives.artifactPath);
}

module.exports = { Failure, describeThrown, malformed, toFailure };
