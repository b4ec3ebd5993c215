// What a scenario did: one line per call, `PID EVENT`, appended at once to the file that CLAMH_TRANSCRIPT names.
import { appendFileSync } from 'node:fs';

export function line(event) {
    const file = process.env.CLAMH_TRANSCRIPT;
    if (file) appendFileSync(file, `${process.pid} ${event}\n`);
}
