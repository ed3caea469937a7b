/**
 * Search while typing, over HTTP: GET /v1/search for every keystroke of questions, compared with an empty route of the same
 * service in the same run.
 *
 *   npm run bench:typed-search                       10,000 and 100,000 chunks in SQLite
 *   node bench/typed-search/main.ts 10000            one size
 *   DATABASE_URL=… node bench/typed-search/main.ts 10000   one size in an empty PostgreSQL database
 *
 * The limit is 50 ms (p50).
 */
import { join } from 'node:path';
import { Pool } from 'undici';
import { createCorpus } from '../retrieval/corpus.ts';
import { measure, ms } from '../support/measure.ts';
import { databaseKind, report } from '../support/report.ts';
import { startChild } from '../support/start-child.ts';

const limitMs = 50;
const questionCount = 40;
const given = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : [10_000, 100_000];
if (databaseKind() === 'postgres' && sizes.length > 1)
  throw new Error('Each size needs an empty PostgreSQL database: name one size');

/** What is in the field after each keystroke from the third on, of a question of three words. */
const keystrokesOf = (text: string): string[] => {
  const question = text.split(' ').slice(0, 3).join(' ');
  return Array.from({ length: question.length - 2 }, (_, at) => question.slice(0, at + 3)).filter(
    (typed) => !typed.endsWith(' '),
  );
};

for (const count of sizes) {
  const child = await startChild(join(import.meta.dirname, 'service.ts'), { BENCH_CHUNKS: String(count) });
  const { address, key } = child.ready as { address: string; key: string };
  const pool = new Pool(address, { connections: 1 });
  const get = async (path: string): Promise<unknown> => {
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path,
      headers: { authorization: `Bearer ${key}` },
    });
    const json = await body.json();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${JSON.stringify(json)}`);
    return json;
  };
  const search = (typed: string) => get(`/v1/search?query=${encodeURIComponent(typed)}`);

  const firstAt = performance.now();
  await search('w1');
  const firstMs = performance.now() - firstAt;
  const corpus = createCorpus(count);
  const typed = Array.from({ length: questionCount }, (_, at) =>
    keystrokesOf(corpus.questionAt(at).text),
  ).flat();
  for (const text of typed.slice(0, 50)) await search(text);
  let found = 0;
  const searched = await measure(typed.length, async (turn) => {
    const { total } = (await search(typed[turn]!)) as { total: number };
    if (total > 0) found += 1;
  });
  const floor = await measure(300, () => get('/openai/v1/models'));
  console.log(
    `${count} chunks: p50 ${ms(searched.p50Ms)}, p99 ${ms(searched.p99Ms)} for ${typed.length} keystrokes (${found} with results); ` +
      `an empty route ${ms(floor.p50Ms)}; first search ${firstMs.toFixed(0)} ms`,
  );
  report({
    group: 'typed search',
    name: `keystroke, ${count} chunks`,
    database: databaseKind(),
    value: searched.p50Ms,
    unit: 'ms',
    better: 'lower',
    limit: limitMs,
  });
  await pool.close();
  await child.stop();
}
