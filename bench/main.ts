/**
 * Every benchmark in one run on one machine, with a table of the results.
 *
 *   npm run bench                                  all, up to 100,000 chunks, records and conversations
 *   npm run bench -- --large                       up to a million, an hour or more
 *   npm run bench -- --only=rounds,streams         some
 *   npm run bench -- --skip-postgres               or --skip-sqlite
 *   npm run bench -- --save                        keep the figures in bench/baseline.json, docs/performance.md and its picture,
 *                                                  after each benchmark; other figures stay
 *   npm run bench -- --compare v1.0.0              run both versions alternately; exit with 1 if a ratio or the
 *                                                  start-up became worse by more than the noise. Without a
 *                                                  version: the one of bench/baseline.json
 *   npm run bench -- --compare --repeats=5         each benchmark five times in each version, not three times
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { providePostgres } from '../scripts/testing/provide-postgres.ts';
import { createTestDatabase } from '../test/support/databases/postgres.ts';
import { checkOutVersion, publishedVersion } from './compare/check-out-version.ts';
import { compareRuns } from './compare/compare-runs.ts';
import { comparisonTable } from './compare/comparison-table.ts';
import { type Program, programs } from './programs.ts';
import { runProgram } from './run-program.ts';
import { saveFigures } from './saved-figures.ts';
import type { Figure } from './support/report.ts';
import { tableOf } from './table-of.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    large: { type: 'boolean', default: false },
    only: { type: 'string' },
    'skip-sqlite': { type: 'boolean', default: false },
    'skip-postgres': { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
    repeats: { type: 'string', default: '3' },
  },
});
const repeats = options.compare ? Number(options.repeats) : 1;
if (!Number.isInteger(repeats) || (options.compare && repeats < 2))
  throw new Error('--repeats must be a whole number of at least 2: the noise is how much repetitions differ');
if (positionals.length > (options.compare ? 1 : 0))
  throw new Error(`Not understood: ${positionals.join(' ')}. A version is named after --compare`);

if (options.compare && options.save) throw new Error('--save takes one run; leave out --compare');

const root = join(import.meta.dirname, '..');
const earlier = options.compare ? checkOutVersion(root, positionals[0] ?? publishedVersion(root)) : undefined;
process.once('exit', () => earlier?.remove());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const savedFiles = {
  figuresFile: join(import.meta.dirname, 'baseline.json'),
  documentFile: join(root, 'docs/performance.md'),
  pictureFile: join(root, 'docs/images/performance.svg'),
};

interface Version {
  name: string;
  folder: string;
  figures: Figure[];
}
const now: Version = { name: 'now', folder: root, figures: [] };
const versions: Version[] = earlier ? [{ ...earlier, figures: [] }, now] : [now];

const wanted = options.only?.split(',');
const chosen = programs(options.large).filter(({ group }) => wanted?.includes(group) ?? true);
const failed: string[] = [];

const run = async (program: Program, kind: 'SQLite' | 'PostgreSQL'): Promise<void> => {
  const title = `${program.file} ${program.args.join(' ')}`.trim();
  const missing = versions.find(({ folder }) => !existsSync(join(folder, 'bench', program.file)));
  if (missing) {
    console.log(`NOT RUN: ${title}, which ${missing.name} does not have`);
    return;
  }
  for (let repeat = 0; repeat < repeats; repeat++)
    // The order alternates, so that neither version always runs on the warmer machine.
    for (const version of repeat % 2 === 0 ? versions : versions.toReversed()) {
      console.log(
        `\n── ${title} (${kind}${earlier ? `, ${version.name}, ${repeat + 1} of ${repeats}` : ''})`,
      );
      const database = kind === 'PostgreSQL' ? await createTestDatabase() : undefined;
      const found = await runProgram(program, { folder: version.folder, databaseUrl: database?.url });
      await database?.drop();
      if (!found) {
        failed.push(`${title} on ${kind}${earlier ? `, ${version.name}` : ''}`);
        continue;
      }
      version.figures.push(...found);
      if (options.save) saveFigures(savedFiles, found);
    }
};

if (!options['skip-sqlite'])
  for (const program of chosen.filter(({ databases }) => databases.includes('sqlite')))
    await run(program, 'SQLite');

if (!options['skip-postgres']) {
  const postgres = await providePostgres(new AbortController().signal);
  if (!postgres.available) console.log(`NOT RUN: PostgreSQL (${postgres.reason})`);
  else
    try {
      process.env.TEST_DATABASE_URL = postgres.value.url;
      for (const program of chosen.filter(({ databases }) => databases.includes('postgres')))
        await run(program, 'PostgreSQL');
    } finally {
      await postgres.value.stop();
    }
}

if (earlier) {
  const compared = compareRuns(versions[0]!.figures, now.figures);
  const worse = compared.filter(({ verdict }) => verdict === 'worse');
  console.log(`\n${comparisonTable(compared, earlier.name)}\n`);
  console.log(
    worse.length === 0
      ? `Nothing is worse than in ${earlier.name} by more than the noise.`
      : `${worse.length} of ${compared.length} figures are worse than in ${earlier.name} by more than the noise.`,
  );
  if (worse.length > 0 || compared.length === 0) process.exitCode = 1;
} else console.log(`\n${tableOf(now.figures)}`);
for (const name of failed) console.log(`FAILED: ${name}`);
if (failed.length > 0) process.exitCode = 1;
