import { sql } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { parseCredits, toCredits } from '../../../usage/index.ts';
import { type Finding, ok, warn } from '../finding.ts';

/**
 * A charge this close to a change of the balance may be on either side of it: the two are written by
 * different transactions, on machines with different clocks.
 */
const unsureMs = 60_000;

interface Account {
  balance_nano: number | null;
  /** JSON of the newest change by an operator. */
  changes: string;
  charged_from_before: number;
  charged_from_after: number;
}

/** One statement, so that the balance, its last change by an operator and later charges are of the same time. */
const readAccount = async (db: Database, workspaceId: string): Promise<Account | undefined> => {
  const charged = (fromMs: number) => sql<number>`(
    select coalesce(sum(e.credits_nano), 0) from ledger_entries e
    where e.workspace_id = w.id and e.kind <> 'top_up' and e.created_at >= k.created_at + ${sql.lit(fromMs)})`;
  const { rows } = await sql<Account>`
    with k as (
      select changes, created_at from audit_entries
      where target_id = ${workspaceId} and action in ('credits.set', 'credits.top_up')
      order by sequence desc limit 1)
    select w.balance_nano, k.changes, ${charged(-unsureMs)} as charged_from_before,
      ${charged(unsureMs)} as charged_from_after
    from workspaces w, k where w.id = ${workspaceId}`.execute(db.query);
  return rows[0];
};

type Verdict = { agrees: boolean; expectedNano: number } | undefined;

/** Undefined if there is nothing to compare with. */
const judge = (account: Account | undefined): Verdict => {
  if (!account || account.balance_nano === null) return undefined;
  const { balance } = JSON.parse(account.changes) as { balance?: [unknown, string | null] };
  if (typeof balance?.[1] !== 'string') return undefined;
  const knownNano = Number(parseCredits(balance[1]));
  const leastNano = knownNano - account.charged_from_before;
  // It stops at zero if more was spent than available.
  const mostNano = Math.max(0, knownNano - account.charged_from_after);
  const agrees = account.balance_nano >= leastNano && account.balance_nano <= mostNano;
  return { agrees, expectedNano: mostNano };
};

/** Only a warning: a clock change can put charges on the wrong side of a change. */
export const checkBalances = async (db: Database): Promise<Finding[]> => {
  const limited = await db.query
    .selectFrom('workspaces')
    .select('id')
    .where('balance_nano', 'is not', null)
    .execute();
  const findings: Finding[] = [];
  let compared = 0;
  for (const { id } of limited) {
    const account = await readAccount(db, id);
    const verdict = judge(account);
    if (!verdict) continue;
    compared += 1;
    if (verdict.agrees) continue;
    const [has, should] = [account!.balance_nano!, verdict.expectedNano].map(toCredits);
    findings.push(
      warn(
        'Balances',
        `workspace ${id} has ${has} credits, but its ledger says ${should}`,
        'check its top-ups and charges',
      ),
    );
  }
  if (findings.length > 0) return findings;
  if (limited.length === 0) return [ok('Balances', 'no workspace has a credit limit')];
  const rest = limited.length - compared;
  return [
    ok('Balances', `${compared} agree with the ledger${rest > 0 ? `, ${rest} cannot be compared` : ''}`),
  ];
};
