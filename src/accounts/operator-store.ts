import { type Selectable, sql } from 'kysely';
import { dialectOf, type Handle, type Schema } from '../db/index.ts';
import { type ConsoleLanguage, toConsoleLanguage } from './console-language.ts';
import type { OperatorRole } from './operator-roles.ts';

type OperatorRow = Selectable<Schema['operators']>;

/** The account of a person. */
export interface OperatorAccount {
  id: string;
  email: string;
  name: string;
  /** Empty: the person signs in without a password. */
  passwordHash: string;
  /** The person chose the password, so no other person knows it. */
  isPasswordChosen: boolean;
  createdAtMs: number;
  disabledAtMs: number | null;
  /** Of the console; null: the language of the browser. */
  language: ConsoleLanguage | null;
}

const toAccount = (row: OperatorRow): OperatorAccount => ({
  id: row.id,
  email: row.email,
  name: row.name,
  passwordHash: row.password_hash,
  isPasswordChosen: row.password_chosen === 1,
  createdAtMs: row.created_at,
  disabledAtMs: row.disabled_at,
  language: toConsoleLanguage(row.language),
});

export interface Membership {
  workspaceId: string;
  role: OperatorRole;
}

/** With the workspace's requirements for a sign-in. */
export interface GuardedMembership extends Membership {
  signInRequirement: Selectable<Schema['workspaces']>['sign_in_requirement'];
}

export const findOperatorByEmail = async (
  db: Handle,
  email: string,
): Promise<OperatorAccount | undefined> => {
  const row = await db.selectFrom('operators').selectAll().where('email', '=', email).executeTakeFirst();
  return row && toAccount(row);
};

export const findOperatorById = async (db: Handle, id: string): Promise<OperatorAccount | undefined> => {
  const row = await db.selectFrom('operators').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toAccount(row);
};

/** Locks the person's roles until the commit. */
export const lockOperator = (db: Handle, id: string): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('operators')
    .select('id')
    .where('id', '=', id)
    .$if(dialectOf(db) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();

/** Deletes the account and its sessions. Foreign keys delete its reset links and known browsers. */
export const deleteOperator = async (db: Handle, id: string): Promise<void> => {
  await db.deleteFrom('operator_sessions').where('operator_id', '=', id).execute();
  await db.deleteFrom('memberships').where('operator_id', '=', id).execute();
  await db.deleteFrom('operators').where('id', '=', id).execute();
};

/** False if another account has the e-mail. */
export const insertOperator = async (db: Handle, account: OperatorAccount): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('operators')
    .values({
      id: account.id,
      email: account.email,
      name: account.name,
      password_hash: account.passwordHash,
      password_chosen: account.isPasswordChosen ? 1 : 0,
      created_at: account.createdAtMs,
      disabled_at: account.disabledAtMs,
      language: account.language,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

export const updateOperator = (
  db: Handle,
  id: string,
  change: Partial<
    Pick<OperatorRow, 'name' | 'password_hash' | 'password_chosen' | 'disabled_at' | 'language'>
  >,
) => db.updateTable('operators').set(change).where('id', '=', id).execute();

export const membershipsOf = async (db: Handle, operatorId: string): Promise<GuardedMembership[]> => {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select(['workspace_id', 'role', 'sign_in_requirement'])
    .where('operator_id', '=', operatorId)
    .orderBy('workspace_id')
    .execute();
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    role: row.role,
    signInRequirement: row.sign_in_requirement,
  }));
};

export const saveMembership = (db: Handle, operatorId: string, { workspaceId, role }: Membership) =>
  db
    .insertInto('memberships')
    .values({ operator_id: operatorId, workspace_id: workspaceId, role })
    .onConflict((conflict) => conflict.columns(['operator_id', 'workspace_id']).doUpdateSet({ role }))
    .execute();

export const deleteMembership = (db: Handle, operatorId: string, workspaceId: string) =>
  db
    .deleteFrom('memberships')
    .where('operator_id', '=', operatorId)
    .where('workspace_id', '=', workspaceId)
    .execute();

/** A person in a workspace. */
export type Member = Omit<OperatorAccount, 'passwordHash' | 'isPasswordChosen' | 'language'> & {
  role: OperatorRole;
};

const members = (db: Handle, workspaceId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('operators', 'operators.id', 'memberships.operator_id')
    .where('memberships.workspace_id', '=', workspaceId);

const memberColumns = [
  'id',
  'email',
  'name',
  'created_at as createdAtMs',
  'disabled_at as disabledAtMs',
  'role',
] as const;

/** By e-mail. */
export const listMembers = async (
  db: Handle,
  workspaceId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ members: Member[]; total: number }> => {
  const rows = await members(db, workspaceId)
    .select(memberColumns)
    .orderBy('email')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await members(db, workspaceId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { members: rows, total: Number(total) };
};

/** Active members with one of these roles, by name. */
export const listMembersWithRoles = (
  db: Handle,
  workspaceId: string,
  { roles, limit }: { roles: readonly OperatorRole[]; limit: number },
): Promise<{ id: string; name: string }[]> =>
  members(db, workspaceId)
    .select(['id', 'name'])
    .where('role', 'in', roles)
    .where('disabled_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute();

export const findMember = (
  db: Handle,
  workspaceId: string,
  operatorId: string,
): Promise<Member | undefined> =>
  members(db, workspaceId).select(memberColumns).where('operators.id', '=', operatorId).executeTakeFirst();

export const findMemberByEmail = (
  db: Handle,
  workspaceId: string,
  email: string,
): Promise<Member | undefined> =>
  members(db, workspaceId).select(memberColumns).where('operators.email', '=', email).executeTakeFirst();

/** Names by ID of members of the workspace and of tokens that are valid in it. */
export const readOperatorNames = async (
  db: Handle,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  const people = await members(db, workspaceId)
    .select(['operators.id', 'operators.name'])
    .where('operators.id', 'in', ids)
    .execute();
  const tokens = await db
    .selectFrom('operator_tokens')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where((eb) => eb.or([eb('workspace_id', 'is', null), eb('workspace_id', '=', workspaceId)]))
    .execute();
  return new Map([...people, ...tokens].map(({ id, name }) => [id, name]));
};

/** Whether any account has a password. */
export const hasOperatorPassword = async (db: Handle): Promise<boolean> =>
  (await db
    .selectFrom('operators')
    .select('id')
    .where('disabled_at', 'is', null)
    .where('password_hash', '!=', '')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Any number that no other part of the program locks. */
const firstOwnerLock = 7_210_002;

/** Until the commit no other transaction can create the first owner. SQLite has only one writer. */
export const lockFirstOwner = async (db: Handle): Promise<void> => {
  if (dialectOf(db) === 'postgres') await sql`select pg_advisory_xact_lock(${firstOwnerLock})`.execute(db);
};

/** Whether anybody has an account, disabled ones included. */
export const hasAccount = async (db: Handle): Promise<boolean> =>
  (await db.selectFrom('operators').select('id').limit(1).executeTakeFirst()) !== undefined;

/** Whether some workspace has an owner who is not disabled. */
export const hasOwner = async (db: Handle): Promise<boolean> =>
  (await db
    .selectFrom('memberships')
    .innerJoin('operators', 'operators.id', 'memberships.operator_id')
    .select('operators.id')
    .where('memberships.role', '=', 'owner')
    .where('operators.disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;
