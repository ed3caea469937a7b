import type { Database } from '../db/index.ts';
import { createShortTerm } from './short-term.ts';

interface MemoryDependencies {
  db: Database;
}

export const createMemory = ({ db }: MemoryDependencies) => ({
  shortTerm: createShortTerm({ db }),
});

export type Memory = ReturnType<typeof createMemory>;
