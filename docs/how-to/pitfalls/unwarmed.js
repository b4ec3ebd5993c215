// The same work measured from the first call on, and when V8 has compiled it. Each fork is a new process, so that nothing is warm from before.

//@@State(Scope.Thread)
class Words {
  text = 'the quick brown fox jumps over the lazy dog';
}

function count(text) {
  let vowels = 0;
  for (let at = 0; at < text.length; at += 1) if ('aeiou'.includes(text[at])) vowels += 1;
  return vowels;
}

//@@Benchmark
//@@Warmup(iterations = 0)
//@@Measurement(iterations = 1, time = 1, timeUnit = TimeUnit.MILLISECONDS)
function unwarmed(words) {
  return count(words.text);
}

//@@Benchmark
function warmed(words) {
  return count(words.text);
}
