/**
 * The long fault tests: a kill at every fault point and every other case, on both databases.
 *
 *   npm run test:faults                           everything
 *   npm run test:faults -- --only=disk,chunks     cases whose names begin with one of these
 *   npm run test:faults -- --database=sqlite      on one database
 *   npm run test:faults -- --write                also renews the results in docs/reliability.md
 *
 * Ends with 1 when a case failed. PostgreSQL is provided as by `npm test`.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { DatabaseKind } from '../src/db/index.ts';
import { type FaultCase, faultCases } from '../test/faults/cases/index.ts';
import { createInstallations, type Installations } from '../test/support/faults/installation.ts';
import { type Mocks, startMocks } from '../test/support/faults/mocks.ts';
import { providePostgres } from './testing/provide-postgres.ts';

interface Result {
  name: string;
  kind: DatabaseKind;
  outcome: 'passed' | 'failed' | 'not run';
  seconds: number;
  detail: string;
}

/** Cases on PostgreSQL wait 20 s until a process counts as dead, so several cases run at once. */
const sideBySide = { sqlite: 1, postgres: 2 } as const;
const documentPath = join(import.meta.dirname, '../docs/reliability.md');
const [beginMark, endMark] = ['<!-- results: begin -->', '<!-- results: end -->'];

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    database: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

const isWanted = ({ name }: FaultCase): boolean =>
  options.only === undefined || options.only.split(',').some((start) => name.startsWith(start));

const runOne = async (
  one: FaultCase,
  kind: DatabaseKind,
  installations: Installations,
  mocks: Mocks,
): Promise<Result> => {
  const started = performance.now();
  const result = (outcome: Result['outcome'], detail = ''): Result => {
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    console.log(
      `${outcome.padEnd(7)} ${kind.padEnd(8)} ${String(seconds).padStart(6)} s  ${one.name} ${detail}`,
    );
    return { name: one.name, kind, outcome, seconds, detail };
  };
  try {
    const reason = await one.run({ kind, installations, mocks });
    return reason === undefined ? result('passed') : result('not run', reason);
  } catch (error) {
    return result('failed', `${(error as Error).message}\n${(error as Error).stack}`);
  }
};

type Row = Record<DatabaseKind, string>;

const readRows = (table: string): Map<string, Row> =>
  new Map(
    [...table.matchAll(/^\| (?!Case|---)(.+?) \| (.+?) \| (.+?) \|$/gm)].map(([, name, sqlite, postgres]) => [
      name!,
      { sqlite: sqlite!, postgres: postgres! },
    ]),
  );

const cellOf = ({ outcome, seconds, detail }: Result): string =>
  outcome === 'not run' ? `not run: ${detail}` : `${outcome}, ${seconds} s`;

/** Replaces the results of the measured cases and keeps the others. */
const writeResults = (results: Result[]): void => {
  const [before = '', rest = ''] = readFileSync(documentPath, 'utf8').split(beginMark);
  const [table = '', after = ''] = rest.split(endMark);
  const rows = readRows(table);
  for (const result of results) {
    const row = rows.get(result.name) ?? { sqlite: '–', postgres: '–' };
    rows.set(result.name, { ...row, [result.kind]: cellOf(result) });
  }
  const known = faultCases.flatMap(({ name }) => {
    const row = rows.get(name);
    return row ? [`| ${name} | ${row.sqlite} | ${row.postgres} |`] : [];
  });
  const lines = ['| Case | SQLite | PostgreSQL |', '| --- | --- | --- |', ...known];
  writeFileSync(documentPath, `${before}${beginMark}\n\n${lines.join('\n')}\n\n${endMark}${after}`);
};

const runAll = async (kind: DatabaseKind, installations: Installations, mocks: Mocks): Promise<Result[]> => {
  const waiting = faultCases.filter((one) => isWanted(one) && one.databases.includes(kind));
  const results: Result[] = [];
  const runRemaining = async (): Promise<void> => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const result = await runOne(one, kind, installations, mocks);
      results.push(result);
      // Written after each case, so that an interrupted run keeps its results.
      if (options.write) writeResults([result]);
    }
  };
  await Promise.all(Array.from({ length: sideBySide[kind] }, runRemaining));
  return results;
};

const main = async (): Promise<number> => {
  process.env.FRONTDESK_TEST_RUN = randomBytes(4).toString('hex');
  const wanted = options.database === undefined ? ['sqlite', 'postgres'] : [options.database];
  const postgres = wanted.includes('postgres')
    ? await providePostgres(new AbortController().signal)
    : undefined;
  if (postgres?.available) process.env.TEST_DATABASE_URL = postgres.value.url;
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-faults-mocks-'));
  const mocks = await startMocks(folder);
  const installations = createInstallations(mocks);
  try {
    const results: Result[] = [];
    if (wanted.includes('sqlite')) results.push(...(await runAll('sqlite', installations, mocks)));
    if (postgres?.available) results.push(...(await runAll('postgres', installations, mocks)));
    else if (postgres) console.log(`NOT RUN: the cases on PostgreSQL (${postgres.reason})`);
    const failed = results.filter(({ outcome }) => outcome === 'failed');
    console.log(`${results.length - failed.length} of ${results.length} cases did not fail`);
    return failed.length === 0 ? 0 : 1;
  } finally {
    installations.close();
    await mocks.close();
    if (postgres?.available) await postgres.value.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
process.exitCode = await main();
