import { Injectable, observer } from "elsewhere";
function Setup(value) { return value; }
@Injectable({ providedIn: "root" })
export class Service {
    @Input() @observer value = 1;
    @HostListener("window:resize", ["$event"]) onResize() {}
}
@Setup({ deep: ["a", `@Benchmark`] })
@customElement("my-element")
export class Element {
    @property({ type: String }) accessor name = "@Benchmark";
    @a.b.c() method() {}
    @(expression) other() {}
}
//@@State(Scope.Benchmark)
@Injectable()
export class Data {
    @observable @Param({"1"}) n = 1;
}
//@@Benchmark
export function one(data) { return data.n; }
