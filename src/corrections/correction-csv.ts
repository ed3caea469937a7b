import type { Database } from '../db/index.ts';
import { csvMark, csvRow } from '../lib/csv/csv-row.ts';
import { pageCorrections } from './correction-store.ts';

const rowsAtOnce = 500;
const timeText = (timeMs: number | null): string => (timeMs === null ? '' : new Date(timeMs).toISOString());

/** All corrections of an agent as CSV, in pieces. An import reads the first four columns. */
export async function* exportCorrections(
  db: Database,
  agentId: string,
  bases: readonly { id: string; name: string }[],
): AsyncGenerator<string, void, undefined> {
  const nameOf = new Map(bases.map(({ id, name }) => [id, name]));
  yield csvMark +
    csvRow(['question', 'answer', 'knowledge_base', 'enabled', 'hits', 'last_hit', 'author', 'changed']);
  for (let after = ''; ; ) {
    const rows = await pageCorrections(db.query, agentId, { after, limit: rowsAtOnce });
    yield rows
      .map((row) =>
        csvRow([
          row.question,
          row.answer,
          nameOf.get(row.knowledge_base_id) ?? row.knowledge_base_id,
          row.is_enabled === 1 ? 'yes' : 'no',
          row.hit_count,
          timeText(row.last_hit_at),
          row.author_email,
          timeText(row.updated_at),
        ]),
      )
      .join('');
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)!.id;
  }
}
