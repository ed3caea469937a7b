import { sql } from 'kysely';
import type { Handle } from '../../db/index.ts';

/** Pages of runs by term: PostgreSQL only. */

/** The page with the first entry of each term in each run, and with `withParts` all further ones. */
const pagesOf = (agentId: string, terms: readonly number[], withParts: boolean) => sql`
  select w.term, r.number as run_number, p.last_term, p.part
  from posting_runs r cross join unnest(${[...terms]}::bigint[]) as w (term) cross join lateral (
    (select last_term, part, first_term from posting_pages
      where run_number = r.number and last_term >= w.term order by last_term, part limit 1)
    ${
      withParts
        ? sql`union all (select last_term, part, first_term from posting_pages
            where run_number = r.number and last_term = w.term and part > 0)`
        : sql``
    }
  ) p where r.agent_id = ${agentId} and r.is_ready = 1 and p.first_term <= w.term`;

export const readPages = async (
  db: Handle,
  agentId: string,
  terms: readonly number[],
  { withParts, limit }: { withParts: boolean; limit: number },
): Promise<Uint8Array[]> => {
  // One statement, so that all pages are of the same state.
  const { rows } = await sql<{ data: Uint8Array }>`
    select p.data from (
      select distinct run_number, last_term, part from (${pagesOf(agentId, terms, withParts)}) found limit ${limit}
    ) wanted join posting_pages p using (run_number, last_term, part)`.execute(db);
  return rows.map(({ data }) => data);
};

/** How many pages the postings of each term take, the fewest first. Terms without any are missing. */
export const pageCounts = async (db: Handle, agentId: string, terms: readonly number[]) => {
  const { rows } = await sql<{ term: number; pages: number }>`
    select term, count(*) as pages from (${pagesOf(agentId, terms, true)}) found group by term order by pages`.execute(
    db,
  );
  return rows;
};
