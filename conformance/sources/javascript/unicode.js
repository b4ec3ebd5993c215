// Do names and param values beyond ASCII reach the state and the results as they are?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Gruß {
    //@@Param({"ναί 😀", "\"100 %\" \\ 'x'"})
    wort = '';
}

//@@Benchmark
function grüßen(gruß) { line(`call grüßen ${gruß.wort}`); }
