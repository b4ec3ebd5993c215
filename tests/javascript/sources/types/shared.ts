export enum Mode { Fast, Slow = 3 }
export interface Opts { a: number }

export class Shared<T> {
    private readonly z?: number;
    constructor(public v: T | null = null) {}
}
