export { createMemory, type Memory } from './memory.ts';
export type { ShortTerm, Turn } from './short-term.ts';
