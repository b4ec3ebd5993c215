// The types of the package, for TypeScript; a test compares them with the classes.
export class Blackhole {
  consume(value: unknown): void;
  consumeCPU(tokens: number): void;
}

export class Control {
  readonly startMeasurement: boolean;
  stopMeasurement: boolean;
}

export class Memory {
  constructor(seed?: bigint, shared?: boolean);
  array<T>(type: new (...given: any[]) => T, length: number): T;
}

export class Operations {
  readonly total: number;
  add(operations: number): void;
}

export class Random {
  constructor(seed: number | bigint);
  nextInt(bound?: number): number;
  nextLong(bound?: bigint): bigint;
  nextDouble(): number;
  nextFloat(): number;
  nextBoolean(): boolean;
  nextBytes(array: { length: number; [index: number]: number }): void;
}

export class BenchmarkParams {
  constructor(given?: object);
  getBenchmark(): string;
  getMode(): string;
  getThreads(): number;
  getForks(): number;
  getWarmupForks(): number;
  getWarmup(): IterationParams;
  getMeasurement(): IterationParams;
  getTimeUnit(): string;
  getOpsPerInvocation(): number;
  getTimeout(): number;
  getSeed(): bigint;
  getParam(name: string): string | null;
  getParamsKeys(): string[];
  id(): string;
}

export class IterationParams {
  constructor(given?: object);
  getType(): 'WARMUP' | 'MEASUREMENT';
  getCount(): number;
  getTime(): number;
  getBatchSize(): number;
}

export class ThreadParams {
  constructor(given?: object);
  getThreadIndex(): number;
  getThreadCount(): number;
  getGroupIndex(): number;
  getGroupCount(): number;
  getSubgroupIndex(): number;
  getSubgroupCount(): number;
  getGroupThreadIndex(): number;
  getGroupThreadCount(): number;
  getSubgroupThreadIndex(): number;
  getSubgroupThreadCount(): number;
}
