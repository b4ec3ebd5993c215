// Whose turn it is, in pairs and duels.
'use strict';

const natives = require('./natives.js');
const { Failure, usage } = require('./failure.js');
const { splitmix } = require('./random.js');

// The same in every language: bit 63 of each output is an order.
function drawnOrder(seed, pairs) {
  const drawn = splitmix(seed);
  let order = '';
  for (let at = 0; at < pairs; at += 1) order += drawn.next().value >> 63n;
  return order;
}

// The side (0 or 1) of one of the 2 × pairs turns.
function whose(order, turn) {
  return Number((order[turn >> 1] === '1') !== (turn % 2 === 1));
}

// The token goes from one side of a duel to the other whenever the next turn is the other's.
function tokens(input, output) {
  const token = new Uint8Array(1);
  if (![input, output].every(natives.isOpen)) throw usage('FD_IN or FD_OUT is not open');
  const moved = (move) => {
    let bytes = 0;
    try {
      bytes = move();
    } catch (error) {
      throw new Failure('internal', 'duel', `the other side has gone (${error.code})`);
    }
    if (bytes !== 1) throw new Failure('internal', 'duel', 'the other side has gone');
  };
  return {
    wait: () => moved(() => natives.readSync(input, token)),
    pass: () => moved(() => natives.writeSync(output, token, 0)),
  };
}

module.exports = { drawnOrder, tokens, whose };
