// What the stubs, which stand at the end of the user's module (templates/registration.js.j2), need at run time.
//
// Per invocation a stub calls the benchmark and keeps what it returned for the next turn of the loop; before every 1,024th
// it calls `fence`, where nothing that was returned is needed any more: what lives through a call V8 keeps in memory.
// V8 inlines no function of this length, so it must assume that a call of it changes every object, every
// static field and every variable of a module: nothing that was read before may be believed in the next invocation. The
// objects are fetched again there too, since a field that nobody writes is a constant to V8, but of one object only. What
// was returned is a loop variable until the end, so that it is computed every time.
//
// JavaScriptCore makes an object that only lives on in a loop variable once, behind the loop: for it there is a second stub,
// which stores what was returned in an object each time. (V8 would have to make an object of each number that is stored.)
//
// What was returned is then given to the worker, which V8 inlines nothing into, since that is another realm. Behind the loop stands nothing
// else: what is first reached there, when V8 has already compiled the loop, makes that code stop at this place in each call, and
// V8 (Node 20) keeps it, since it threw code away only for what happens within the loop. A store to a field that
// stood there made one process of ten half as fast, for good.
'use strict';

const LONG_ENOUGH = 200; // statements; V8 inlines up to 460 bytes of bytecode (--max-inlined-bytecode-size)

const fence = new Function('never', `if (never !== undefined) {\n${'never.count = never.count * 3 + 1;\n'.repeat(LONG_ENOUGH)}}`);

module.exports = { fence };
