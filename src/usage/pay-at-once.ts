import type { Handle } from '../db/index.ts';
import type { TokenUsage } from '../models/port.ts';
import { reserveCredits, settleCredits } from '../workspaces/index.ts';
import { insertLedgerEntry } from './store.ts';

export interface Payment {
  /** The database refuses a second entry of the same id: what must be paid once has an id of its own. */
  id: string;
  workspaceId: string;
  agentId: string;
  kind: string;
  model: string;
  tokens: TokenUsage;
  costNano: number;
  nowMs: number;
}

/**
 * For what was done outside of rounds and had nothing reserved. Part of the caller's transaction. False: the credits
 * are not there, and nothing was taken.
 */
export const payAtOnce = async (tx: Handle, payment: Payment): Promise<boolean> => {
  const { workspaceId, costNano } = payment;
  if (costNano > 0) {
    if (!(await reserveCredits(tx, workspaceId, costNano))) return false;
    await settleCredits(tx, { workspaceId, reservedNano: costNano, costNano });
  }
  await insertLedgerEntry(tx, {
    id: payment.id,
    workspace_id: workspaceId,
    agent_id: payment.agentId,
    conversation_id: null,
    round_id: null,
    user_id: null,
    kind: payment.kind,
    model: payment.model,
    tokens: JSON.stringify(payment.tokens),
    credits_nano: costNano,
    created_at: payment.nowMs,
  });
  return true;
};
