import type { Handle } from '../db/index.ts';
import type { TokenUsage } from '../models/port.ts';
import { reserveCredits, settleCredits } from '../workspaces/index.ts';
import { insertLedgerEntry } from './store.ts';

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

/**
 * Charges for work outside of rounds that reserved no credits. Part of the caller's transaction. False if there are not
 * enough credits; then nothing is charged.
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
