import type { Handle } from '../db/index.ts';
import type { TokenUsage } from '../models/port.ts';
import { reserveCredits, settleCredits } from '../workspaces/index.ts';
import { insertLedgerEntries } from './store.ts';

export interface Payment {
  /** The database rejects a second entry with the same id. A payment that must happen once has a fixed id. */
  id: string;
  workspaceId: string;
  agentId: string;
  kind: string;
  model: string;
  tokens: TokenUsage;
  costNano: number;
  nowMs: number;
}

const entryOf = (payment: Payment) => ({
  id: payment.id,
  workspace_id: payment.workspaceId,
  agent_id: payment.agentId,
  conversation_id: null,
  round_id: null,
  user_id: null,
  kind: payment.kind,
  model: payment.model,
  tokens: JSON.stringify(payment.tokens),
  credits_nano: payment.costNano,
  created_at: payment.nowMs,
});

/**
 * Charges for work outside of rounds that reserved no credits, in few statements. Part of the caller's transaction.
 * False if there are not enough credits for all of them: then the caller must roll back, because other workspaces
 * may be charged already.
 */
export const payAllAtOnce = async (tx: Handle, payments: readonly Payment[]): Promise<boolean> => {
  const byWorkspace = Map.groupBy(payments, ({ workspaceId }) => workspaceId);
  // In one order everywhere: otherwise two transactions could wait for each other.
  for (const workspaceId of [...byWorkspace.keys()].sort()) {
    const costNano = byWorkspace.get(workspaceId)!.reduce((sum, payment) => sum + payment.costNano, 0);
    if (costNano === 0) continue;
    if (!(await reserveCredits(tx, workspaceId, costNano))) return false;
    await settleCredits(tx, { workspaceId, reservedNano: costNano, costNano });
  }
  await insertLedgerEntries(tx, payments.map(entryOf));
  return true;
};

/** The same for one payment. If it returns false, nothing is charged. */
export const payAtOnce = (tx: Handle, payment: Payment): Promise<boolean> => payAllAtOnce(tx, [payment]);
