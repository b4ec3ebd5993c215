// Values as texts that are equal exactly when the values are, in every language (protocol/README.md, Canonical values).

const natives = require('./natives.js');

const DEEPEST = 64;

// `around`: what contains the value.
function format(value, around = []) {
  switch (typeof value) {
    case 'number': return formatNumber(value);
    case 'bigint': return `i:${value}`;
    case 'boolean': return `b:${value}`;
    case 'string': return `s:${value}`;
    case 'undefined': return 'null';
    case 'object': return value === null ? 'null' : formatObject(value, around);
    default: return 'object';
  }
}

function formatNumber(value) {
  if (Number.isNaN(value)) return 'f:nan';
  if (!Number.isFinite(value)) return value > 0 ? 'f:inf' : 'f:-inf';
  if (Number.isInteger(value)) return `i:${BigInt(value)}`;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  return `f:${bits.getBigUint64(0).toString(16).padStart(16, '0')}`;
}

// Arrays, typed arrays of numbers and sets are sequences, a map is one of pairs; arrays of bytes are bytes.
function formatObject(value, around) {
  const bytes = natives.bytesOf(value);
  if (bytes !== null) return `x:${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  const elements = around.length < DEEPEST && !around.includes(value) ? natives.elementsOf(value) : null;
  if (elements === null) return 'object';
  const inner = [...around, value];
  let text = '[';
  for (let at = 0; at < elements.length; at += 1) text += (at === 0 ? '' : ',') + format(elements[at], inner);
  return `${text}]`;
}

module.exports = { format };
