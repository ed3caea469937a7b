export type { Summarise } from './distil.ts';
export { createMemory, type Memory } from './memory.ts';
