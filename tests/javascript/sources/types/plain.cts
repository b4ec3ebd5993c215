export const plus = (a: number): number => a + 1;
