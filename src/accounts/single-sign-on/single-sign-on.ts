import type { Handle } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { hasSignInMethod } from '../has-sign-in-method.ts';
import { normalizeEmail } from '../normalize-email.ts';
import { findOperatorByEmail, findOperatorById, type OperatorAccount } from '../operator-store.ts';
import {
  deleteIdentitiesOf,
  findIdentity,
  insertIdentity,
  listIdentities,
  touchIdentity,
} from './identity-store.ts';
import type { Identity, OidcProvider } from './provider.ts';
import { SingleSignOnError } from './single-sign-on-error.ts';

interface SingleSignOnDependencies {
  clock: Clock;
  /** undefined: not configured. */
  provider: OidcProvider | undefined;
}

/**
 * Accounts by (issuer, subject). An e-mail address alone never signs anyone in: it connects an identity to an account
 * only if the provider has verified it and the person has also proved control of the account.
 *
 * | the identity is | and the account of its e-mail | then |
 * |---|---|---|
 * | connected | | its account is signed in |
 * | new | has no sign-in method | connected, because nobody else can use the account |
 * | new | has one | refused: sign in, then connect it |
 * | new | does not exist | refused, unless an invitation for this e-mail is accepted |
 */
export const createSingleSignOn = ({ clock, provider }: SingleSignOnDependencies) => {
  /** The address of the identity, if the provider has verified it and the installation accepts it. */
  const verifiedEmail = (identity: Identity): string => {
    if (identity.email === undefined || !identity.isEmailVerified)
      throw new SingleSignOnError('email-missing');
    const email = normalizeEmail(identity.email);
    const domains = provider?.settings.emailDomains ?? [];
    if (domains.length > 0 && !domains.includes(email.slice(email.lastIndexOf('@') + 1)))
      throw new SingleSignOnError('email-not-allowed');
    return email;
  };

  const refuseClosed = (operator: OperatorAccount): OperatorAccount => {
    if (operator.disabledAtMs !== null) throw new SingleSignOnError('account-closed');
    return operator;
  };

  const connect = async (
    tx: Handle,
    operatorId: string,
    identity: Identity,
    email: string,
  ): Promise<void> => {
    const nowMs = clock.nowMs();
    const others = await listIdentities(tx, operatorId);
    if (others.some(({ issuer, subject }) => issuer === identity.issuer && subject !== identity.subject))
      throw new SingleSignOnError('connected-elsewhere');
    const { issuer, subject } = identity;
    const connected = { issuer, subject, operatorId, email, createdAtMs: nowMs, lastUsedAtMs: nowMs };
    if (await insertIdentity(tx, connected)) return;
    const known = await findIdentity(tx, identity);
    if (known?.operatorId !== operatorId) throw new SingleSignOnError('connected-elsewhere');
  };

  /** The account to which the identity is connected. */
  const findConnected = async (tx: Handle, identity: Identity): Promise<OperatorAccount | undefined> => {
    const known = await findIdentity(tx, identity);
    if (!known) return undefined;
    const nowMs = clock.nowMs();
    await touchIdentity(tx, known, { email: identity.email ?? known.email, lastUsedAtMs: nowMs });
    const operator = await findOperatorById(tx, known.operatorId);
    return operator && refuseClosed(operator);
  };

  /** Connects a new identity to the account of its e-mail. Undefined if there is none. */
  const connectByEmail = async (tx: Handle, identity: Identity): Promise<OperatorAccount | undefined> => {
    const email = verifiedEmail(identity);
    const operator = await findOperatorByEmail(tx, email);
    if (!operator) return undefined;
    refuseClosed(operator);
    if (await hasSignInMethod(tx, operator.id)) throw new SingleSignOnError('not-connected');
    await connect(tx, operator.id, identity, email);
    return operator;
  };

  return {
    provider,
    verifiedEmail,
    findConnected,
    connectByEmail,

    /**
     * For a signed-in person. The e-mail must still be the account's: otherwise someone with access to an account
     * for a moment could connect an identity of their own.
     */
    connect: async (tx: Handle, operatorId: string, identity: Identity): Promise<void> => {
      const email = verifiedEmail(identity);
      const operator = await findOperatorById(tx, operatorId);
      if (operator?.email !== email) throw new SingleSignOnError('other-account');
      await connect(tx, operatorId, identity, email);
    },

    list: (handle: Handle, operatorId: string) => listIdentities(handle, operatorId),
    disconnect: (tx: Handle, operatorId: string) => deleteIdentitiesOf(tx, operatorId),
  };
};

export type SingleSignOn = ReturnType<typeof createSingleSignOn>;
