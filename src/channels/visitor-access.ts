import type { Agent } from '../agents/index.ts';
import { newSecretToken, sha256 } from '../auth/index.ts';
import { claimConversations, transferConversations } from '../conversations/index.ts';
import type { Database, Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { setMemoriesUser } from '../memory/index.ts';
import type { Users } from '../users/index.ts';
import type { FrameGrants } from './frame-grants.ts';
import { isSwitchedOn } from './is-switched-on.ts';
import { knownLanguages } from './known-languages.ts';
import { toVisitor, type Visitor, type VisitorRow } from './visitor.ts';
import {
  type Named,
  nameOf,
  requireEmail,
  requireFraming,
  type VisitorIdentification,
} from './visitor-identification.ts';
import {
  type Browser,
  deleteTokensOf,
  deleteVisitors,
  findByToken,
  findVisitorsOf,
  insertToken,
  insertVisitor,
  lockBrowser,
  updateVisitor,
} from './visitor-store.ts';

/** A page requests a new one when it is opened, and when its own is rejected. */
const tokenMs = 24 * 60 * 60 * 1000;
const longestSecret = 200;

export interface VisitorAccess {
  browserSecret: string;
  token: string;
  /** A new grant for a page in a frame, because the old one expires. */
  frameGrant: string | undefined;
  visitor: Visitor;
  /** Why the given user_hash does not verify the user. */
  identityProblem: string | undefined;
}

interface VisitorAccessDependencies {
  db: Database;
  clock: Clock;
  users: Pick<Users, 'newAnonymousId' | 'bindIn' | 'removeProperties' | 'resolveGuest'>;
  frameGrants: FrameGrants;
}

/** Whether the current settings of the agent still allow the visitor. */
export const isAdmitted = (agent: Agent, visitor: Pick<Visitor, 'channel' | 'identity'>): boolean =>
  !agent.deleted &&
  isSwitchedOn(agent, visitor.channel) &&
  !(agent.settings.channels.requireUserHash && visitor.identity === 'claimed');

/** A hash for one browser proves nothing in another, for example if somebody else puts it there. */
const requireSameBrowser = ({ user_id, onlyForGuest }: Named, known: readonly VisitorRow[]): void => {
  if (onlyForGuest === undefined) return;
  const isTheirs = known.some(
    (one) =>
      (one.identity === 'anonymous' && one.user_id === onlyForGuest) ||
      // The visitor's history was merged, or the visitor was linked to another user.
      (one.identity === 'proven' && one.user_id === user_id),
  );
  if (!isTheirs)
    throw new AppError('forbidden', 'user_hash: was created for the anonymous_id of another browser');
};

/**
 * Identifies the visitor of a page. A browser is identified by a secret. It may read what
 * it wrote itself under the name it gives, unless the site verifies the name.
 */
export const createVisitorAccess = ({ db, clock, users, frameGrants }: VisitorAccessDependencies) => {
  /** A secret that is not ours is never accepted, because another party may know it. */
  const recognise = async (agent: Agent, { channel, browserSecret, admitNew }: VisitorIdentification) => {
    const of = { agentId: agent.id, channel };
    if (browserSecret !== undefined && browserSecret.length <= longestSecret) {
      const browser = { ...of, sha256: sha256(browserSecret) };
      if ((await findVisitorsOf(db.query, browser)).length > 0) return { secret: browserSecret, browser };
    }
    await admitNew?.();
    const secret = newSecretToken();
    return { secret, browser: { ...of, sha256: sha256(secret) } };
  };

  const newVisitor = (tx: Handle, browser: Browser, { user_id, identity }: Named): Promise<VisitorRow> => {
    const nowMs = clock.nowMs();
    return insertVisitor(tx, {
      id: newId(nowMs),
      agent_id: browser.agentId,
      channel: browser.channel,
      browser_sha256: browser.sha256,
      user_id,
      identity,
      email: '',
      locale: '',
      created_at: nowMs,
      seen_at: nowMs,
    });
  };

  /** Moves the data of an anonymous visitor to the named user, as far as the name can be trusted. */
  const bind = async (tx: Handle, guest: VisitorRow, visitor: VisitorRow): Promise<void> => {
    const { agent_id: agentId, user_id: fromUserId } = guest;
    if (visitor.identity === 'proven') {
      await users.bindIn(tx, { agentId, fromUserId, toUserId: visitor.user_id });
      await transferConversations(tx, { guest, visitor });
    } else {
      // The name is only claimed: memories of the real user are not changed.
      for (const conversationId of await claimConversations(tx, { guest, visitor }))
        await setMemoriesUser(tx, conversationId, visitor.user_id);
      // For a visitor whom the developer has linked to that user.
      await transferConversations(tx, { guest, visitor });
      await users.removeProperties(tx, agentId, fromUserId);
    }
  };

  const settle = async (
    tx: Handle,
    browser: Browser,
    { named, mergeGuest }: { named: Named | undefined; mergeGuest: boolean },
  ): Promise<VisitorRow> => {
    await lockBrowser(tx, browser.sha256);
    const known = await findVisitorsOf(tx, browser);
    if (named) requireSameBrowser(named, known);
    const guests = known.filter(({ identity }) => identity === 'anonymous');
    const guestName = { user_id: users.newAnonymousId(browser.channel), identity: 'anonymous' } as const;
    const found = named
      ? known.find((one) => one.user_id === named.user_id && one.identity === named.identity)
      : guests[0];
    const visitor = found ?? (await newVisitor(tx, browser, named ?? guestName));
    if (named && mergeGuest && guests.length > 0) {
      for (const guest of guests) await bind(tx, guest, visitor);
      await deleteVisitors(
        tx,
        guests.map(({ id }) => id),
      );
    }
    const others = known.filter(({ id }) => id !== visitor.id).map(({ id }) => id);
    if (others.length > 0) await deleteTokensOf(tx, others);
    return visitor;
  };

  return {
    /** Another user in the same browser ends the tokens of the previous one. */
    open: async (agent: Agent, identification: VisitorIdentification): Promise<VisitorAccess> => {
      const framing = await frameGrants.read(agent.id, identification.frameGrant);
      requireFraming(agent, identification, framing);
      const named = nameOf(agent, identification, clock.nowMs());
      const given = identification.email ? { email: requireEmail(identification.email) } : {};
      const { secret, browser } = await recognise(agent, identification);
      const token = newSecretToken();
      const visitor = await db.transaction(async (tx) => {
        const nowMs = clock.nowMs();
        const row = await settle(tx, browser, { named, mergeGuest: identification.mergeGuest === true });
        const languages = knownLanguages(identification.languages ?? []);
        const locale = languages.length > 0 ? languages.join(',') : row.locale;
        const change = { ...given, locale, seen_at: nowMs };
        await updateVisitor(tx, row.id, change);
        await insertToken(tx, {
          sha256: sha256(token),
          visitor_id: row.id,
          created_at: nowMs,
          expires_at: nowMs + tokenMs,
        });
        const bound = row.identity === 'anonymous' && (await users.resolveGuest(tx, agent.id, row.user_id));
        return toVisitor({ ...row, ...change }, bound || null);
      });
      await db.durable();
      const frameGrant = framing && (await frameGrants.issue(agent.id, framing));
      return { browserSecret: secret, token, frameGrant, visitor, identityProblem: named?.problem };
    },

    /** Undefined: the token is not valid here, or has expired. */
    find: async (agent: Agent, token: string): Promise<Visitor | undefined> => {
      const row = await findByToken(db.query, sha256(token), clock.nowMs());
      return row?.agent_id === agent.id ? toVisitor(row, row.bound_user_id) : undefined;
    },

    setEmail: async (visitor: Visitor, text: string): Promise<Visitor> => {
      await updateVisitor(db.query, visitor.id, { email: requireEmail(text) });
      return { ...visitor, email: text };
    },
  };
};
