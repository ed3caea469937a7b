import type { Database, Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import {
  findWorkspace,
  insertWorkspace,
  listWorkspaces,
  renameWorkspace,
  type SignInRequirement,
  setSignInRequirement,
  type Workspace,
} from './store.ts';

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

  return {
    create,
    find: (handle: Handle, id: string) => findWorkspace(handle, id),
    list: (ids: readonly string[] | undefined, page: { offset: number; limit: number }) =>
      listWorkspaces(db.query, ids, page),
    rename: (tx: Handle, id: string, name: string) => renameWorkspace(tx, id, name),
    setSignInRequirement: (tx: Handle, id: string, requirement: SignInRequirement) =>
      setSignInRequirement(tx, id, requirement),
  };
};

export type Workspaces = ReturnType<typeof createWorkspaces>;
