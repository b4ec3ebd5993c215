// What a scenario did: one line per call, `PID EVENT`, appended at once to the file that CLAMH_TRANSCRIPT names; `PID/THREAD EVENT`
// of one of several threads.
import { appendFileSync } from 'node:fs';

export function line(event, thread) {
    const file = process.env.CLAMH_TRANSCRIPT;
    const who = thread === undefined ? process.pid : `${process.pid}/${thread}`;
    if (file) appendFileSync(file, `${who} ${event}\n`);
}
