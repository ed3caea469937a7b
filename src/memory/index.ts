export type { Summarise } from './distil.ts';
export type { StoredMemory } from './manage-store.ts';
export { createMemory, type Memory } from './memory.ts';
export type { Recalled, RecallInput } from './recall.ts';
export type { ShortTerm, Turn } from './short-term.ts';
export type { MemoryEmbedder, MemoryEmbedders } from './vectors.ts';
