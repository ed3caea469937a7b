export type { Summarise } from './distil.ts';
export { type FileText, joinFiles, showFiles } from './file-texts.ts';
export type { MadeMemory } from './make-memories.ts';
export { setMemoriesUser } from './manage-store.ts';
export { createMemory, type Memory } from './memory.ts';
