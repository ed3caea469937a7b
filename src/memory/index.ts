export type { Summarise } from './distil/distil.ts';
export { extendSummary } from './distil/extend-summary.ts';
export type { MadeMemory } from './distil/make-memories.ts';
export { type FileText, joinFiles, showFiles } from './file-texts.ts';
export { setMemoriesUser } from './manage-store.ts';
export { createMemory, type Memory } from './memory.ts';
