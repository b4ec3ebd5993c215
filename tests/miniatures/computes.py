"""Computes what its one argument says, as JSON: a list of the benchmarks by number, each with the texts that its invocations
return, the last one ever after.

The texts of all processes are taken in turn from the file beside them, where one is named; `#` is the number of invocations of
this process so far, `%` the seed, `@` the number of the call on one state; `later` is
the text where there are several; "dies" ends it, "fails" is a failure of the benchmark's `name`, "hangs" never answers. `checks` are
the texts of its checks by number. `steps` are by "seed/call" what happens before its value: ["sleep", seconds], ["write", file], or
["await", file].
"""

import json
import os
import sys
import time

asked = json.loads(sys.argv[1])
commands = open(int(os.environ["CLAMH_IN"]))
events = os.fdopen(int(os.environ["CLAMH_OUT"]), "w")
invocations = 0


def say(event, **fields):
    events.write(json.dumps({"event": event, **fields}) + "\n")
    events.flush()


def given(one):
    texts = one["texts"]
    if "file" not in one:
        return texts[0]
    with open(one["file"], "a+") as file:
        file.seek(0)
        before = len(file.read())
        file.write(".")
    return texts[min(before, len(texts) - 1)]


def act(step, with_what):
    if step == "sleep":
        time.sleep(with_what)
    elif step == "write":
        open(with_what, "w").close()
    while step == "await" and not os.path.exists(with_what):
        time.sleep(0.01)


for line in commands:
    verb, *fields = line.rstrip("\n").split("\t")
    if verb == "open":
        opened = dict(field.split("=", 1) for field in fields[1:])
        benchmark, seed = asked[int(opened["benchmark"])], opened["seed"]
        say("opened", case=fields[0], clock_cost_ns=0, source="worker")
    elif verb == "invoke":
        invocations += 1
        count = int(fields[1])
        text = given(benchmark).replace("#", str(invocations)).replace("%", seed)
        if count > 1:
            text = benchmark.get("later", text)
        if text == "dies":
            sys.exit(3)
        if text == "hangs":
            time.sleep(100)
        if text == "fails":
            say("failed", case=fields[0], reason="benchmark", where=benchmark["name"], message="boom")
        else:
            for call in range(1, count + 1):
                if step := benchmark.get("steps", {}).get(f"{seed}/{call}"):
                    act(*step)
                values = [("returned", 0, text.replace("@", str(call))), *(("checked", *check) for check in enumerate(benchmark.get("checks", ())))]
                for kind, number, given_text in values:
                    say("value", case=fields[0], call=call, kind=kind, number=number, texts=[given_text], more=False)
            say("invoked", case=fields[0])
    elif verb == "close":
        say("closed", case=fields[0])
    elif verb == "exit":
        say("bye")
        break
