import { appendFileSync } from 'node:fs';

/** One measured figure, as `npm run bench` collects it. */
export interface Figure {
  /** The benchmark it is of, such as "rounds". */
  group: string;
  name: string;
  database: 'sqlite' | 'postgres';
  value: number;
  /** 'ratio' for what was measured against a floor of the same run: it means the same on another machine. */
  unit: 'ratio' | 'ms' | 'MB' | 'MB/s' | 'KB' | '/s' | '%';
  better: 'higher' | 'lower';
  /** What we promise, where we promise something. */
  limit?: number;
}

/** Printed for people by the benchmark itself; kept here for the table of all of them. */
export const report = (...figures: Figure[]): void => {
  const file = process.env.BENCH_FIGURES;
  if (!file) return;
  for (const figure of figures) appendFileSync(file, `${JSON.stringify(figure)}\n`);
};

export const databaseKind = (): Figure['database'] => (process.env.DATABASE_URL ? 'postgres' : 'sqlite');
