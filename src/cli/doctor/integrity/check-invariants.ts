import { sql } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { type Finding, fail, ok } from '../finding.ts';
import { type Invariant, invariants } from './invariants.ts';

/** Limit of counted rows: a completely wrong table would otherwise be listed row by row. */
const most = 1000;
const shown = 3;

export const advice = 'copy the database and files first, then compare with the newest backup';

export const describeIds = (ids: readonly (string | number)[], limit = most): string => {
  const count = ids.length > limit ? `more than ${limit}` : String(ids.length);
  const names = ids.slice(0, shown).join(', ');
  return `${count} broken (${names}${ids.length > shown ? ', …' : ''})`;
};

const findBroken = async (db: Database, { broken }: Invariant): Promise<(string | number)[]> => {
  const { rows } = await sql<{ id: string | number }>`
    select id from (${sql.raw(broken)}) as found order by id limit ${sql.lit(most + 1)}`.execute(db.query);
  return rows.map(({ id }) => id);
};

/** Rules that the database cannot enforce: counts, sums, and that everything waiting will be processed. */
export const checkInvariants = async (db: Database): Promise<Finding[]> => {
  const own = invariants.filter(({ only }) => only === undefined || only === db.kind);
  const findings: Finding[] = [];
  for (const invariant of own) {
    const ids = await findBroken(db, invariant);
    if (ids.length > 0) findings.push(fail('Invariants', `${invariant.rule}: ${describeIds(ids)}`, advice));
  }
  return findings.length > 0 ? findings : [ok('Invariants', `all ${own.length} are true`)];
};
