// A companion: it declares a state and imports the module that imports it.
import * as back from './shapes.mjs';

//@@State(Scope.Thread)
export class Shared {
    //@@Param("a")
    name = "";
}

export const peek = () => Object.keys(back).sort().join();
