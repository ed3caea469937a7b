import type { Handle } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import type { ConsoleLanguage } from './console-language.ts';
import { normalizeEmail } from './normalize-email.ts';
import { type Permission, permissionTable, roleAllows } from './operator-roles.ts';
import { deleteOperatorSessionsOf } from './operator-sessions/operator-session-store.ts';
import {
  deleteMembership,
  deleteOperator,
  findMember,
  findMemberByEmail,
  findOperatorByEmail,
  findOperatorById,
  insertOperator,
  listMembers,
  listMembersWithRoles,
  lockOperator,
  type Membership,
  membershipsOf,
  type OperatorAccount,
  readOperatorNames,
  saveMembership,
  updateOperator,
} from './operator-store.ts';
import { createSignIn, type SignInDependencies } from './sign-in.ts';

export const createOperators = (dependencies: SignInDependencies) => {
  const { db, clock, tokens } = dependencies;
  const onAccessLost: ((tx: Handle, lost: { operatorId: string; workspaceId: string }) => Promise<void>)[] =
    [];

  /** They may not answer users in this workspace any more. */
  const loseAccess = async (tx: Handle, operatorId: string, workspaceIds: string[]): Promise<void> => {
    for (const workspaceId of workspaceIds)
      for (const listener of onAccessLost) await listener(tx, { operatorId, workspaceId });
  };

  return {
    ...createSignIn(dependencies),

    /** Called in the transaction after which the operator may not answer users in the workspace. */
    onAccessLost: (listener: (typeof onAccessLost)[number]): void => void onAccessLost.push(listener),

    /** `passwordChosen`: the person chose it, so no other person knows it. */
    create: async (
      tx: Handle,
      input: { email: string; name: string; passwordHash: string; passwordChosen?: boolean },
    ): Promise<OperatorAccount> => {
      const nowMs = clock.nowMs();
      const account: OperatorAccount = {
        id: newId(nowMs),
        email: normalizeEmail(input.email),
        name: input.name,
        passwordHash: input.passwordHash,
        isPasswordChosen: input.passwordChosen === true,
        createdAtMs: nowMs,
        disabledAtMs: null,
        language: null,
      };
      if (!(await insertOperator(tx, account)))
        throw new AppError('conflict', 'An operator with this e-mail exists already');
      return account;
    },

    /** Ends the sessions of the old password. */
    setPassword: async (
      tx: Handle,
      operatorId: string,
      { passwordHash, passwordChosen }: { passwordHash: string; passwordChosen: boolean },
    ): Promise<void> => {
      await updateOperator(tx, operatorId, {
        password_hash: passwordHash,
        password_chosen: passwordChosen ? 1 : 0,
      });
      await deleteOperatorSessionsOf(tx, operatorId);
    },

    setDisabled: async (tx: Handle, operatorId: string, disabled: boolean): Promise<void> => {
      await updateOperator(tx, operatorId, { disabled_at: disabled ? clock.nowMs() : null });
      if (!disabled) return;
      await deleteOperatorSessionsOf(tx, operatorId);
      const memberships = await membershipsOf(tx, operatorId);
      await loseAccess(
        tx,
        operatorId,
        memberships.map(({ workspaceId }) => workspaceId),
      );
    },

    rename: (tx: Handle, operatorId: string, name: string) => updateOperator(tx, operatorId, { name }),
    /** @param language null: the language of the browser. */
    setLanguage: (tx: Handle, operatorId: string, language: ConsoleLanguage | null) =>
      updateOperator(tx, operatorId, { language }),
    /** The token of the first start becomes invalid once there is an owner. */
    setRole: async (tx: Handle, operatorId: string, membership: Membership): Promise<void> => {
      if (!(await lockOperator(tx, operatorId)))
        throw new AppError('conflict', 'This account was deleted meanwhile');
      await saveMembership(tx, operatorId, membership);
      if (!roleAllows(membership.role, 'inbox:write'))
        await loseAccess(tx, operatorId, [membership.workspaceId]);
      if (membership.role === 'owner') await tokens.endFirstStart(tx);
    },

    /** Deletes an account without any role. */
    removeFrom: async (
      tx: Handle,
      operatorId: string,
      workspaceId: string,
    ): Promise<{ isAccountDeleted: boolean }> => {
      await lockOperator(tx, operatorId);
      await deleteMembership(tx, operatorId, workspaceId);
      await loseAccess(tx, operatorId, [workspaceId]);
      const isAccountDeleted = (await membershipsOf(tx, operatorId)).length === 0;
      if (isAccountDeleted) await deleteOperator(tx, operatorId);
      return { isAccountDeleted };
    },

    /** Deletes the account, its sessions and all its roles. */
    remove: async (tx: Handle, operatorId: string): Promise<void> => {
      await lockOperator(tx, operatorId);
      const memberships = await membershipsOf(tx, operatorId);
      await deleteOperator(tx, operatorId);
      await loseAccess(
        tx,
        operatorId,
        memberships.map(({ workspaceId }) => workspaceId),
      );
    },

    findById: findOperatorById,
    findByEmail: (handle: Handle, email: string) => findOperatorByEmail(handle, normalizeEmail(email)),
    memberships: (handle: Handle, operatorId: string) => membershipsOf(handle, operatorId),
    findMember,
    findMemberByEmail,
    names: readOperatorNames,
    /** Active members with this permission, by name. */
    listAllowed: (workspaceId: string, permission: Permission, limit: number) =>
      listMembersWithRoles(db.query, workspaceId, { roles: permissionTable[permission], limit }),
    listMembers: (workspaceId: string, page: { offset: number; limit: number }) =>
      listMembers(db.query, workspaceId, page),
  };
};

export type Operators = ReturnType<typeof createOperators>;
