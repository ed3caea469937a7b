import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Identity,
  type OperatorAccount,
  operatorSessionIdOf,
  type PendingAuthorization,
  SingleSignOnError,
  type SingleSignOnProblem,
} from '../../../accounts/index.ts';
import type { Handle } from '../../../db/index.ts';
import { AppError, type ErrorName } from '../../../lib/errors.ts';
import type { RecordChange, RouteReply } from '../../route.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { createSessionOpening } from './session-opening.ts';
import { endSignInCookie, readSignInCookie } from './sign-in-cookie.ts';
import { consoleAddress } from './sso-return.ts';

export interface SsoAttempt {
  pending: PendingAuthorization;
  purpose: 'sign-in' | 'connect' | 'confirm';
  /** A path in the console. */
  next: string;
  /** The session that started it. Absent for a sign-in. */
  sessionId?: string;
  /** Hash of the token of an invitation to accept. */
  invitationHash?: string;
}

/** Actions that the callback writes to the audit log. */
export const ssoActions = [
  'session.open',
  'session.confirm',
  'operator.accept',
  'operator.sso-connect',
] as const;
type SsoAction = (typeof ssoActions)[number];
type RecordSso = RecordChange<SsoAction>;
interface SsoCall {
  request: FastifyRequest;
  reply: FastifyReply;
  record: RecordSso;
}

/** The request has no operator, so the entry contains the actor. */
const entryOf = ({ id, email }: { id: string; email: string }, action: SsoAction) => ({
  action,
  actor: email,
  targetId: id,
  changes: {},
});

const invitationProblems: Partial<Record<ErrorName, SingleSignOnProblem>> = {
  forbidden: 'invitation-other-email',
  conflict: 'password-not-own',
};

/** The browser returns from the provider. The result is a session, a connection, a confirmation, or an error. */
export const createSsoCallback = (deps: RouteDependencies) => {
  const { db, invitations, sessions, singleSignOn, signInAttempts } = deps;
  const openSession = createSessionOpening(deps);

  /** An invitation that cannot be accepted leaves the account as it was. */
  const acceptInvitation = async (
    tx: Handle,
    record: RecordSso,
    identity: Identity,
    invitationHash: string,
    account: OperatorAccount | undefined,
  ) => {
    const email = account?.email ?? singleSignOn.verifiedEmail(identity);
    const acceptance = { sha256: invitationHash, email, name: identity.name?.slice(0, 100), account };
    const accepted = await invitations.acceptVerified(tx, acceptance).catch((error: unknown) => {
      throw error instanceof AppError
        ? new SingleSignOnError(invitationProblems[error.kind] ?? 'invitation-invalid', { cause: error })
        : error;
    });
    if (!account) await singleSignOn.connect(tx, accepted.account.id, identity);
    // Another person may be signed in to the account elsewhere and must not get access to the new workspace.
    else await sessions.endOthers(tx, { operatorId: account.id }, undefined);
    await record(tx, {
      action: 'operator.accept',
      workspaceId: accepted.invitation.workspaceId,
      actor: email,
      targetId: accepted.account.id,
      changes: { email: [null, email], role: [null, accepted.invitation.role] },
    });
    return accepted.account;
  };

  /** The account that signs in. */
  const findAccount = (record: RecordSso, identity: Identity, { invitationHash }: SsoAttempt) =>
    db.transaction(async (tx) => {
      const connected = await singleSignOn.findConnected(tx, identity);
      const known = connected ?? (await singleSignOn.connectByEmail(tx, identity));
      const account =
        invitationHash === undefined
          ? known
          : await acceptInvitation(tx, record, identity, invitationHash, known);
      if (!account) throw new SingleSignOnError('no-account');
      if (!connected) await record(tx, entryOf(account, 'operator.sso-connect'));
      return account;
    });

  const signIn = async (call: SsoCall, identity: Identity, attempt: SsoAttempt): Promise<string> => {
    const operator = await findAccount(call.record, identity, attempt);
    const secondFactor = identity.hasSecondFactor ? 'provider' : null;
    await openSession(call, { operatorId: operator.id }, { method: 'sso', secondFactor });
    return 'done';
  };

  /** For an operator who was signed in at the start. The request from the provider has no session cookie. */
  const confirm = async (
    record: RecordSso,
    identity: Identity,
    attempt: SsoAttempt,
    operatorId: string,
  ): Promise<string> => {
    await db.transaction(async (tx) => {
      const operator = await deps.operators.findById(tx, operatorId);
      const holder = { operatorId };
      const known = (await sessions.list(tx, holder)).map(operatorSessionIdOf);
      if (!operator || operator.disabledAtMs !== null || !known.includes(attempt.sessionId!))
        throw new SingleSignOnError('expired');
      if (attempt.purpose === 'connect') {
        await singleSignOn.connect(tx, operatorId, identity);
        await record(tx, entryOf(operator, 'operator.sso-connect'));
        return;
      }
      const connected = await singleSignOn.findConnected(tx, identity);
      if (connected?.id !== operatorId) throw new SingleSignOnError('other-account');
      const secondFactor = identity.hasSecondFactor ? 'provider' : null;
      await sessions.confirm(tx, holder, { sessionId: attempt.sessionId!, secondFactor });
      await record(tx, entryOf(operator, 'session.confirm'));
    });
    await db.durable();
    return attempt.purpose === 'connect' ? 'connected' : 'confirmed';
  };

  return async (request: FastifyRequest, reply: RouteReply, record: RecordSso) => {
    const found = await signInAttempts.take<SsoAttempt>(readSignInCookie(request), 'sso');
    endSignInCookie(reply);
    const next = found?.data.next ?? '/';
    try {
      if (!found || !singleSignOn.provider) throw new SingleSignOnError('expired');
      const { data, operatorId } = found;
      const query = request.url.split('?')[1] ?? '';
      const identity = await singleSignOn.provider.finish(data.pending, query);
      const outcome =
        operatorId === null
          ? await signIn({ request, reply, record }, identity, data)
          : await confirm(record, identity, data, operatorId);
      return await reply.redirect(consoleAddress(next, outcome), 303);
    } catch (error) {
      if (!(error instanceof SingleSignOnError)) throw error;
      request.log.warn({ err: error.cause ?? error, problem: error.problem }, 'single sign-on failed');
      return reply.redirect(consoleAddress(next, error.problem), 303);
    }
  };
};
