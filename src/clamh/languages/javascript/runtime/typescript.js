// Which of the files that we have the text of a relative specifier means: TypeScript names the JavaScript that a file will
// have become, or leaves its ending away, and Node looks for nothing of that.

const typed = (path) => /\.[mc]?ts$/.test(path);

// `known` has what there is by URL. It stands alone: its text is taken to the thread that loads modules, too.
function meant(specifier, parent, known) {
  if (known.has(specifier)) return specifier;
  if (parent === undefined || !/^\.{1,2}(?:\/|$)/.test(specifier)) return undefined;
  let wanted;
  try {
    wanted = new URL(specifier, parent).href;
  } catch {
    return undefined;
  }
  const tried = [wanted, wanted.replace(/\.([mc]?)js$/, '.$1ts')];
  for (const ending of ['.ts', '.mts', '.cts', '/index.ts']) tried.push(wanted + ending);
  return tried.find((one) => known.has(one));
}

module.exports = { meant, typed };
