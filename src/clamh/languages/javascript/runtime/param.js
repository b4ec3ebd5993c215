// The text of a param as a value of its type; undefined when it is none (protocol/README.md, Param types).
'use strict';

const INTEGER = /^([+-]?)(0x[0-9a-f]+(?:_[0-9a-f]+)*|[0-9]+(?:_[0-9]+)*)$/i;
const DECIMAL = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i;
const HEXADECIMAL = /^([+-]?)0x([0-9a-f]*)\.?([0-9a-f]*)(?:p([+-]?[0-9]+))?$/i;

// `constants` are the values that it may have at all: of an enum, or of a type of a few literals.
function convert(type, text, constants) {
  const value = converted(type, text);
  const known = type === 'enum' || constants.length > 0;
  return !known || constants.some((one) => converted(type, one) === value) ? value : undefined;
}

function converted(type, text) {
  switch (type) {
    case 'integer': return integer(text);
    case 'float': return float(text);
    case 'boolean': return { true: true, false: false }[text];
    default: return text;
  }
}

function integer(text) {
  const match = INTEGER.exec(text);
  if (match === null) return undefined;
  const magnitude = BigInt(match[2].replaceAll('_', ''));
  return match[1] === '-' ? -magnitude : magnitude;
}

// What C's strtod takes whole, in the C locale.
function float(text) {
  if (DECIMAL.test(text)) return Number(text);
  if (/^[+-]?inf(inity)?$/i.test(text)) return text[0] === '-' ? -Infinity : Infinity;
  if (/^[+-]?nan(\([0-9a-z_]*\))?$/i.test(text)) return NaN;
  const match = HEXADECIMAL.exec(text);
  if (match === null || match[2] + match[3] === '') return undefined;
  const value = Number(BigInt(`0x${match[2]}${match[3]}`)) * 2 ** (Number(match[4] ?? 0) - 4 * match[3].length);
  return match[1] === '-' ? -value : value;
}

module.exports = { convert };
