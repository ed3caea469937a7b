import type { Database, Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { insertLedgerEntry, maxCredits, nanoPerCredit } from '../usage/index.ts';
import {
  addToBalance,
  findWorkspace,
  insertWorkspace,
  listWorkspaces,
  renameWorkspace,
  type SignInRequirement,
  setBalance,
  setSignInRequirement,
  type Workspace,
} from './store.ts';

const maximumNano = maxCredits * nanoPerCredit;

const refuseAboveMaximum = (nano: number): void => {
  if (nano > maximumNano)
    throw new AppError('invalidParameter', `A balance may hold at most ${maxCredits} credits`);
};

export const createWorkspaces = ({ db, clock }: { db: Database; clock: Clock }) => {
  const create = async (tx: Handle, input: { name: string }): Promise<Workspace> => {
    const nowMs = clock.nowMs();
    const workspace: Workspace = {
      id: newId(nowMs),
      name: input.name,
      balanceNano: null,
      reservedNano: 0,
      signInRequirement: 'none',
      createdAtMs: nowMs,
    };
    await insertWorkspace(tx, workspace);
    return workspace;
  };

  /** Adds to the balance and to the ledger; the new balance. A workspace without limit has nothing to add to. */
  const topUp = async (tx: Handle, workspaceId: string, nano: number): Promise<number> => {
    refuseAboveMaximum(nano);
    const balanceNano = await addToBalance(tx, workspaceId, { nano, maximumNano });
    if (balanceNano === undefined) {
      const workspace = await findWorkspace(tx, workspaceId);
      if (workspace?.balanceNano === null)
        throw new AppError('conflict', 'This workspace has no credit limit; set a balance first');
      throw new AppError('invalidParameter', `A balance may hold at most ${maxCredits} credits`);
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
    create,
    topUp,
    find: (handle: Handle, id: string) => findWorkspace(handle, id),
    list: (ids: readonly string[] | undefined, page: { offset: number; limit: number }) =>
      listWorkspaces(db.query, ids, page),
    rename: (tx: Handle, id: string, name: string) => renameWorkspace(tx, id, name),
    setSignInRequirement: (tx: Handle, id: string, requirement: SignInRequirement) =>
      setSignInRequirement(tx, id, requirement),
    /** null takes the limit away. */
    setBalance: async (tx: Handle, id: string, balanceNano: number | null): Promise<void> => {
      refuseAboveMaximum(balanceNano ?? 0);
      await setBalance(tx, id, balanceNano);
    },
  };
};

export type Workspaces = ReturnType<typeof createWorkspaces>;
