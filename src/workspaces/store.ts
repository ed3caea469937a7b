import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';

export type SignInRequirement = Selectable<Schema['workspaces']>['sign_in_requirement'];

export interface Workspace {
  id: string;
  name: string;
  /** null: no limit. */
  balanceNano: number | null;
  reservedNano: number;
  signInRequirement: SignInRequirement;
  createdAtMs: number;
}

const columns = [
  'id',
  'name',
  'balance_nano as balanceNano',
  'reserved_nano as reservedNano',
  'sign_in_requirement as signInRequirement',
  'created_at as createdAtMs',
] as const;

export const findWorkspace = (db: Handle, id: string): Promise<Workspace | undefined> =>
  db.selectFrom('workspaces').select(columns).where('id', '=', id).executeTakeFirst();

export const insertWorkspace = (db: Handle, workspace: Workspace) =>
  db
    .insertInto('workspaces')
    .values({
      id: workspace.id,
      name: workspace.name,
      balance_nano: workspace.balanceNano,
      reserved_nano: workspace.reservedNano,
      sign_in_requirement: workspace.signInRequirement,
      created_at: workspace.createdAtMs,
    })
    .execute();

/** Oldest first. `ids` restricts the list. Undefined means all. */
export const listWorkspaces = async (
  db: Handle,
  ids: readonly string[] | undefined,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ workspaces: Workspace[]; total: number }> => {
  if (ids?.length === 0) return { workspaces: [], total: 0 };
  const all = db.selectFrom('workspaces');
  const visible = ids === undefined ? all : all.where('id', 'in', ids);
  const workspaces = await visible
    .select(columns)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await visible
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { workspaces, total: Number(total) };
};

export const renameWorkspace = (db: Handle, id: string, name: string) =>
  db.updateTable('workspaces').set({ name }).where('id', '=', id).execute();

export const setSignInRequirement = (db: Handle, id: string, requirement: SignInRequirement) =>
  db.updateTable('workspaces').set({ sign_in_requirement: requirement }).where('id', '=', id).execute();

export const setBalance = (db: Handle, id: string, balanceNano: number | null) =>
  db.updateTable('workspaces').set({ balance_nano: balanceNano }).where('id', '=', id).execute();

/** The new balance. Undefined if there is no limit or the sum would exceed `maximumNano`. */
export const addToBalance = async (
  db: Handle,
  id: string,
  { nano, maximumNano }: { nano: number; maximumNano: number },
): Promise<number | undefined> => {
  const row = await db
    .updateTable('workspaces')
    .set((eb) => ({ balance_nano: eb('balance_nano', '+', nano) }))
    .where('id', '=', id)
    .where('balance_nano', '<=', maximumNano - nano)
    .returning('balance_nano')
    .executeTakeFirst();
  return row?.balance_nano ?? undefined;
};
