import { newLinkToken, sha256 } from '../auth/index.ts';
import type { Database, Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import {
  deleteInvitation,
  deleteInvitationsBy,
  deleteInvitationsExpiredBefore,
  findInvitation,
  findInvitationByHash,
  type Invitation,
  listInvitations,
  saveInvitation,
} from './invitation-store.ts';
import { normalizeEmail } from './normalize-email.ts';
import { actorName, type Operator, type PersonOperator } from './operator.ts';
import type { OperatorRole } from './operator-roles.ts';
import type { Operators } from './operators.ts';

const dayMs = 24 * 3600 * 1000;
const validMs = 7 * dayMs;
/** How long expired invitations stay listed for renewal. */
const keptMs = 30 * dayMs;
const maxPending = 200;

const ended = (): AppError =>
  new AppError(
    'notFound',
    'This invitation is no longer valid: it was used, withdrawn or has expired. Ask for a new link',
  );

const otherAddress = (invitation: Invitation, email: string): AppError =>
  new AppError('forbidden', `This invitation is for ${invitation.email}; you are signed in as ${email}`);

type Account = Pick<PersonOperator, 'id' | 'email'>;

interface VerifiedGuest {
  sha256: string;
  email: string;
  name: string | undefined;
  account: Account | undefined;
}

/** The part of an operator that is stored with the invitation. Also used by the command line. */
export interface Inviter {
  name: string;
  id: string;
}

export const inviterOf = (operator: Operator): Inviter => ({ name: actorName(operator), id: operator.id });

interface InvitationsDependencies {
  db: Database;
  clock: Clock;
  operators: Operators;
}

/**
 * People join a workspace through a link that works once. The inviter never learns whether the address already has an
 * account: both cases get the same link, and the person who opens it registers or signs in.
 */
export const createInvitations = ({ db, clock, operators }: InvitationsDependencies) => {
  const save = async (
    tx: Handle,
    input: { workspaceId: string; email: string; role: OperatorRole; by: Inviter },
  ): Promise<{ invitation: Invitation; token: string }> => {
    const nowMs = clock.nowMs();
    const token = newLinkToken();
    const invitation = await saveInvitation(tx, {
      id: newId(nowMs),
      workspaceId: input.workspaceId,
      email: input.email,
      role: input.role,
      sha256: sha256(token),
      createdBy: input.by.name,
      createdById: input.by.id,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + validMs,
    });
    return { invitation, token };
  };

  const find = async (tx: Handle, where: { id: string; workspaceId: string }): Promise<Invitation> => {
    const invitation = await findInvitation(tx, where);
    if (!invitation) throw new AppError('notFound', 'There is no such invitation in this workspace');
    return invitation;
  };

  const openHash = async (handle: Handle, hash: string): Promise<Invitation> => {
    const invitation = await findInvitationByHash(handle, hash);
    if (!invitation || invitation.expiresAtMs <= clock.nowMs()) throw ended();
    return invitation;
  };

  /** The invitation of a link that can still be used. */
  const open = (handle: Handle, token: string): Promise<Invitation> => openHash(handle, sha256(token));

  /** If two requests use one link at the same time, the second is rejected. */
  const use = async (tx: Handle, hash: string): Promise<Invitation> => {
    const invitation = await openHash(tx, hash);
    if (!(await deleteInvitation(tx, invitation.id))) throw ended();
    return invitation;
  };

  const join = (tx: Handle, operatorId: string, invitation: Invitation): Promise<void> =>
    operators.setRole(tx, operatorId, { workspaceId: invitation.workspaceId, role: invitation.role });

  const accept = async (tx: Handle, hash: string, person: Account): Promise<Invitation> => {
    const invitation = await use(tx, hash);
    if (invitation.email !== person.email) throw otherAddress(invitation, person.email);
    const account = await operators.findByEmail(tx, person.email);
    if (account && account.passwordHash !== '' && !account.isPasswordChosen)
      throw new AppError(
        'conflict',
        'Somebody else set your password and may know it. Choose a new password before you join another workspace',
      );
    await join(tx, person.id, invitation);
    return invitation;
  };

  return {
    list: (workspaceId: string, page: { offset: number; limit: number }) =>
      listInvitations(db.query, workspaceId, page),
    find,
    open,

    /** The token is returned only here. */
    create: async (
      tx: Handle,
      input: { workspaceId: string; email: string; role: OperatorRole; by: Inviter },
    ) => {
      const { workspaceId } = input;
      const email = normalizeEmail(input.email);
      if (await operators.findMemberByEmail(tx, workspaceId, email))
        throw new AppError('conflict', `${email} belongs to this workspace already`);
      const { total } = await listInvitations(tx, workspaceId, { offset: 0, limit: 1 });
      if (total >= maxPending)
        throw new AppError('conflict', `There are ${maxPending} invitations already; withdraw some first`);
      return save(tx, { ...input, email });
    },

    /** A new link with a new expiry. The previous link becomes invalid. */
    renew: async (tx: Handle, where: { id: string; workspaceId: string }, by: Inviter) => {
      const { workspaceId, email, role } = await find(tx, where);
      return save(tx, { workspaceId, email, role, by });
    },

    withdraw: async (tx: Handle, where: { id: string; workspaceId: string }): Promise<Invitation> => {
      const invitation = await find(tx, where);
      await deleteInvitation(tx, invitation.id);
      return invitation;
    },

    /** Ends the open links of a person who loses the permission to invite. null: in every workspace. */
    withdrawAllBy: (tx: Handle, createdById: string, workspaceId: string | null) =>
      deleteInvitationsBy(tx, { createdById, workspaceId }),

    /** A person without an account registers. */
    register: async (tx: Handle, input: { token: string; name: string; passwordHash: string }) => {
      const invitation = await use(tx, sha256(input.token));
      if (await operators.findByEmail(tx, invitation.email))
        throw new AppError(
          'conflict',
          `${invitation.email} has an account already: sign in with it to accept the invitation`,
        );
      const operator = await operators.create(tx, {
        email: invitation.email,
        name: input.name,
        passwordHash: input.passwordHash,
        passwordChosen: true,
      });
      await join(tx, operator.id, invitation);
      return { invitation, operator };
    },

    /** A signed-in person accepts. */
    accept: (tx: Handle, token: string, person: Account) => accept(tx, sha256(token), person),

    /**
     * A person whose address the OpenID provider has verified accepts. Without an account they get one without a
     * password. `sha256` is of the link's token.
     */
    acceptVerified: async (
      tx: Handle,
      { sha256: hash, email, name, account }: VerifiedGuest,
    ): Promise<{ invitation: Invitation; account: Account }> => {
      if (account) return { invitation: await accept(tx, hash, account), account };
      const invitation = await use(tx, hash);
      if (invitation.email !== email) throw otherAddress(invitation, email);
      const created = await operators.create(tx, {
        email,
        name: name ?? email,
        passwordHash: '',
        passwordChosen: true,
      });
      await join(tx, created.id, invitation);
      return { invitation, account: created };
    },

    sweep: (nowMs: number) => deleteInvitationsExpiredBefore(db.query, nowMs - keptMs),
  };
};

export type Invitations = ReturnType<typeof createInvitations>;
