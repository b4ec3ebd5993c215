// What the stubs, which stand at the end of the user's module (templates/registration.js.j2), need at run time.
//
// A stub counts down: per invocation one subtraction, one test, and the call of the benchmark, whose value it keeps for the next
// turn of the loop. When the count is 0, which it is before the first invocation and after every 1,024th, it either returns
// or calls `fence` and begins the next 1,024. So a call for one invocation goes the same way, and no invocation is run by code
// in which the call of `fence` was never seen: V8 leaves such a call out, and then nothing keeps it from computing once for all
// invocations of a batch. How many are left stands in an object, `left`: as a variable that changes and lives through the call of
// `fence` V8 would keep it in memory in every turn.
//
// V8 inlines no function of this length, so it must assume that a call of it changes every object, every
// static field and every variable of a module: nothing that was read before may be believed in the next invocation. The
// objects are fetched again there too, since a field that nobody writes is a constant to V8, but of one object only. What
// was returned is a loop variable until the stub returns it at the head of the loop, so that it is computed, and an object made,
// in every turn. Returned behind the loop it is used there only: V8 moves arithmetic there, and JavaScriptCore the making of an object.
// It is no longer needed where `fence` is called: what lives through a call V8 keeps in memory.
//
// The benchmark's function stands in a constant of the module: a variable would be compared, in each turn of a loop that V8 does not peel,
// with the function that V8 expects.
//
// What was returned is then given to the worker, which V8 inlines nothing into, since that is another realm. Behind the loop stands
// nothing: what is first reached there, when V8 has already compiled the loop, makes that code stop at this place in each call, and
// V8 (Node 20) keeps it, since it threw code away only for what happens within the loop. A store to a field that
// stood there made one process of ten half as fast, for good.

const LONG_ENOUGH = 200; // statements; V8 inlines up to 460 bytes of bytecode (--max-inlined-bytecode-size)

const fence = new Function('never', `if (never !== undefined) {\n${'never.count = never.count * 3 + 1;\n'.repeat(LONG_ENOUGH)}}`);

module.exports = { fence };
