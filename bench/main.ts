/**
 * Every benchmark in one run on one machine, and a table of what came out.
 *
 *   npm run bench                                  all, up to 100,000 chunks, records and conversations
 *   npm run bench -- --large                       up to a million, an hour or more
 *   npm run bench -- --only=rounds,streams         some
 *   npm run bench -- --skip-postgres
 *   npm run bench -- --save                        keep the figures as bench/baseline.json
 *   npm run bench -- --compare                     end with 1 when a ratio is 15% worse than the baseline's
 *   npm run bench -- --picture=docs/images/performance.svg
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { providePostgres } from '../scripts/testing/provide-postgres.ts';
import { createTestDatabase } from '../test/support/postgres.ts';
import { compareFigures } from './compare-figures.ts';
import { drawFigures } from './draw-figures.ts';
import { type Program, programs } from './programs.ts';
import type { Figure } from './support/report.ts';
import { tableOf } from './table-of.ts';

const { values: options } = parseArgs({
  options: {
    large: { type: 'boolean', default: false },
    only: { type: 'string' },
    'skip-postgres': { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
    picture: { type: 'string' },
  },
});
const root = join(import.meta.dirname, '..');
const baselineFile = join(import.meta.dirname, 'baseline.json');
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
const figuresFile = join(folder, 'figures.jsonl');

const run = async ({ file, args }: Program, databaseUrl?: string): Promise<boolean> => {
  console.log(`\n── ${file} ${args.join(' ')} (${databaseUrl ? 'PostgreSQL' : 'SQLite'})`);
  const child = spawn(process.execPath, ['--max-semi-space-size=16', join('bench', file), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      BENCH_FIGURES: figuresFile,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    },
  });
  const [code] = await once(child, 'exit');
  return code === 0;
};

const wanted = options.only?.split(',');
const chosen = programs(options.large).filter(({ group }) => wanted?.includes(group) ?? true);
const failed: string[] = [];

for (const one of chosen) if (!(await run(one))) failed.push(`${one.file} ${one.args.join(' ')} on SQLite`);

if (!options['skip-postgres']) {
  const postgres = await providePostgres(new AbortController().signal);
  if (!postgres.available) console.log(`NOT RUN: PostgreSQL (${postgres.reason})`);
  else
    try {
      process.env.TEST_DATABASE_URL = postgres.value.url;
      for (const one of chosen.filter((program) => program.postgres)) {
        const database = await createTestDatabase();
        if (!(await run(one, database.url))) failed.push(`${one.file} ${one.args.join(' ')} on PostgreSQL`);
        await database.drop();
      }
    } finally {
      await postgres.value.stop();
    }
}

const figures: Figure[] = existsSync(figuresFile)
  ? readFileSync(figuresFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
rmSync(folder, { recursive: true, force: true });
console.log(`\n${tableOf(figures)}`);
if (options.picture) writeFileSync(resolve(root, options.picture), drawFigures(figures));
if (options.save) writeFileSync(baselineFile, `${JSON.stringify(figures, null, 2)}\n`);
if (options.compare) {
  const worse = compareFigures(JSON.parse(readFileSync(baselineFile, 'utf8')), figures);
  for (const line of worse) console.log(line);
  console.log(worse.length === 0 ? 'No ratio is 15% worse than the baseline.' : `${worse.length} worse.`);
  if (worse.length > 0) process.exitCode = 1;
}
for (const name of failed) console.log(`FAILED: ${name}`);
if (failed.length > 0) process.exitCode = 1;
