import type { Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { addToBalance, findWorkspace, setBalance } from '../workspaces/index.ts';
import { maxCredits, nanoPerCredit } from './money.ts';
import { insertLedgerEntry } from './store.ts';

const maximumNano = maxCredits * nanoPerCredit;

const refuseAboveMaximum = (nano: number): void => {
  if (nano > maximumNano)
    throw new AppError('invalidParameter', `A balance can have at most ${maxCredits} credits`);
};

/** Credits that operators add to a workspace. */
export const createBalances = ({ clock }: { clock: Clock }) => {
  /** Adds to the balance and to the ledger. Returns the new balance. Fails for a workspace without a credit limit. */
  const topUp = async (tx: Handle, workspaceId: string, nano: number): Promise<number> => {
    refuseAboveMaximum(nano);
    const balanceNano = await addToBalance(tx, workspaceId, { nano, maximumNano });
    if (balanceNano === undefined) {
      const workspace = await findWorkspace(tx, workspaceId);
      if (workspace?.balanceNano === null)
        throw new AppError('conflict', 'This workspace has no credit limit; set a balance first');
      throw new AppError('invalidParameter', `A balance can have at most ${maxCredits} credits`);
    }
    const nowMs = clock.nowMs();
    await insertLedgerEntry(tx, {
      id: newId(nowMs),
      workspace_id: workspaceId,
      agent_id: '',
      conversation_id: null,
      round_id: null,
      user_id: null,
      kind: 'top_up',
      model: '',
      tokens: '{}',
      credits_nano: nano,
      created_at: nowMs,
    });
    return balanceNano;
  };

  return {
    topUp,
    /** null removes the limit. */
    set: async (tx: Handle, workspaceId: string, balanceNano: number | null): Promise<void> => {
      refuseAboveMaximum(balanceNano ?? 0);
      await setBalance(tx, workspaceId, balanceNano);
    },
  };
};

export type Balances = ReturnType<typeof createBalances>;
