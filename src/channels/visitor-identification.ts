import type { Agent } from '../agents/index.ts';
import { AppError } from '../lib/errors.ts';
import { isAnonymousId, requireUserId } from '../users/index.ts';
import { isNamedParent } from './allowed-origins.ts';
import type { Framing } from './frame-grants.ts';
import type { PageChannel } from './page-channels.ts';
import { checkUserHash } from './user-hash.ts';
import type { VisitorRow } from './visitor.ts';

/** What a page reports about itself and its user. */
export interface VisitorIdentification {
  channel: PageChannel;
  browserSecret?: string;
  /** Proves that the page was loaded into a frame. */
  frameGrant?: string;
  userId?: string;
  userHash?: string;
  email?: string;
  /** As reported by the page, most preferred first. Not validated. */
  languages?: readonly string[];
  /** The site requests that the named user gets what this browser wrote anonymously. */
  mergeGuest?: boolean;
  /** Called before a new browser gets its secret. May reject it. */
  admitNew?: () => Promise<void>;
}

/** The user, and how far the identity is known. */
export interface Named extends Pick<VisitorRow, 'user_id' | 'identity'> {
  /** The user_hash is valid only in the browser of this visitor. */
  onlyForGuest?: string | undefined;
  /** Why a given user_hash does not verify the user. */
  problem?: string;
}

const email = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,189}$/;

export const requireEmail = (text: string): string => {
  if (!email.test(text)) throw new AppError('invalidParameter', 'email: must be an e-mail address');
  return text;
};

/**
 * Only the site that shows the chat in a frame sets a user or an e-mail address: anyone can send
 * a link to a page, or open it in a window.
 */
export const requireFraming = (
  agent: Agent,
  identification: VisitorIdentification,
  framing: Framing | undefined,
): void => {
  const { channel, userId, email, mergeGuest } = identification;
  const field =
    userId !== undefined ? 'user_id' : email !== undefined ? 'email' : mergeGuest ? 'merge_guest' : '';
  if (field === '') return;
  if (channel === 'SHARE')
    throw new AppError('forbidden', `${field}: is not accepted on the share page, only from a site's frame`);
  if (!framing)
    throw new AppError('forbidden', `${field}: is accepted only from a page that shows the chat in a frame`);
  if (mergeGuest && !isNamedParent(agent, framing.parentOrigin))
    throw new AppError(
      'forbidden',
      "merge_guest: is accepted only from a site that the agent's allowed origins name; * is not enough",
    );
};

/** The secrets with which the site may sign: the current one, and the replaced one during its grace period. */
const identitySecretsOf = ({ settings }: Agent, nowMs: number): string[] => {
  const { identitySecret, previousIdentitySecret: previous } = settings.channels;
  if (identitySecret === null) return [];
  const isPreviousValid = previous !== null && Date.parse(previous.expiresAt) > nowMs;
  return isPreviousValid ? [identitySecret, previous.secret] : [identitySecret];
};

const unverified = (hasSecret: boolean): string =>
  hasSecret
    ? 'user_hash: does not fit the user_id and the identity secret of the agent; the user is not verified'
    : 'user_hash: is ignored, because the agent has no identity secret; the user is not verified';

/** The user that the page names, and whether the site verifies it. Undefined: no user. */
export const nameOf = (
  agent: Agent,
  { userId, userHash }: VisitorIdentification,
  nowMs: number,
): Named | undefined => {
  if (userId === undefined) return undefined;
  requireUserId(userId);
  // Anonymous ids distinguish visitors. A made-up one must not look like a user.
  if (isAnonymousId(userId))
    throw new AppError('invalidParameter', 'user_id: must not be the anonymous_id of a visitor');
  const { requireUserHash, acceptLegacyUserHash: acceptLegacy } = agent.settings.channels;
  const checks = identitySecretsOf(agent, nowMs).map((secret) =>
    checkUserHash(userHash ?? '', { userId, secret, nowMs, acceptLegacy }),
  );
  const check = checks.find(({ isValid }) => isValid) ?? checks.find((one) => !one.isValid && one.hasExpired);
  if (check?.isValid) return { user_id: userId, identity: 'proven', onlyForGuest: check.anonymousId };
  // Not treated as an unverified user: the page would show another history without an explanation.
  if (check?.hasExpired)
    throw new AppError('forbidden', 'user_hash: has expired; the site must create a new one');
  if (requireUserHash)
    throw new AppError(
      'forbidden',
      'user_hash: this agent requires identity verification; send a valid user_hash with user_id',
    );
  const claimed = { user_id: userId, identity: 'claimed' } as const;
  return userHash === undefined ? claimed : { ...claimed, problem: unverified(checks.length > 0) };
};
