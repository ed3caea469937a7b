import { appendFileSync } from 'node:fs';
import type { MachineLoad } from '../machine-load.ts';

/** One measured figure, as `npm run bench` collects it. */
export interface Figure {
  /** The benchmark, such as "rounds". */
  group: string;
  name: string;
  database: 'sqlite' | 'postgres';
  value: number;
  /** 'ratio' for a comparison with a baseline of the same run: comparable between machines. */
  unit: 'ratio' | 'ms' | 'MB' | 'MB/s' | 'KB' | '/s' | '%';
  better: 'higher' | 'lower';
  /** The limit, if there is one. */
  limit?: number;
  /** What else the machine did. Set by `npm run bench`. */
  load?: MachineLoad;
}

/** The benchmark prints it for people; it is kept here for the table of all benchmarks. */
export const report = (...figures: Figure[]): void => {
  const file = process.env.BENCH_FIGURES;
  if (!file) return;
  for (const figure of figures) appendFileSync(file, `${JSON.stringify(figure)}\n`);
};

export const databaseKind = (): Figure['database'] => (process.env.DATABASE_URL ? 'postgres' : 'sqlite');
