export { Outer as Deep } from './deep.cjs';
export * from './states.mjs';
