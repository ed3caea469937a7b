import { newSecretToken, sha256 } from '../../auth/index.ts';
import type { Database, Handle } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Operator, SignInFacts } from '../operator.ts';
import { findOperatorById, membershipsOf } from '../operator-store.ts';
import type { OperatorTokens } from '../operator-tokens.ts';
import {
  deleteExpiredOperatorSessions,
  deleteOperatorSession,
  findOperatorSession,
  insertOperatorSession,
  listOperatorSessions,
  type OperatorSession,
  type OperatorSessionHolder,
  operatorSessionIdOf,
  updateOperatorSession,
} from './operator-session-store.ts';

export const operatorSessionMs = 7 * 24 * 3600 * 1000;

/** Maximum age of the last proof of identity for changes to the account. */
export const recentSignInMs = 10 * 60_000;

/** `last_seen_at` is only displayed. Writing it at every request would turn each read into a write. */
const touchEveryMs = 60_000;

const maxUserAgentLength = 500;

/** How and from where a person or a token signs in. */
export interface OperatorSessionOrigin extends SignInFacts {
  address: string;
  userAgent: string;
}

interface OperatorSessionsDependencies {
  db: Database;
  clock: Clock;
  tokens: OperatorTokens;
}

/** Browser sessions. The secret is in the browser's cookie, and its hash is in the database. */
export const createOperatorSessions = ({ db, clock, tokens }: OperatorSessionsDependencies) => {
  const touch = async (handle: Handle, session: OperatorSession, nowMs: number): Promise<void> => {
    // A clock that was set back also counts as old.
    if (Math.abs(nowMs - session.lastSeenAtMs) >= touchEveryMs)
      await updateOperatorSession(handle, session.sha256, { last_seen_at: nowMs });
  };

  const list = (handle: Handle, holder: OperatorSessionHolder) =>
    listOperatorSessions(handle, holder, clock.nowMs());

  const identifyIn = async (handle: Handle, token: string): Promise<Operator | undefined> => {
    const nowMs = clock.nowMs();
    const session = await findOperatorSession(handle, sha256(token));
    if (!session || session.expiresAtMs <= nowMs) return undefined;
    if (session.tokenId !== null) {
      const operator = await tokens.identifyIdIn(handle, session.tokenId);
      if (operator) await touch(handle, session, nowMs);
      return operator;
    }
    const operator = await findOperatorById(handle, session.operatorId!);
    if (!operator || operator.disabledAtMs !== null) return undefined;
    await touch(handle, session, nowMs);
    return {
      kind: 'person',
      id: operator.id,
      email: operator.email,
      name: operator.name,
      language: operator.language,
      memberships: await membershipsOf(handle, operator.id),
      session: {
        id: operatorSessionIdOf(session),
        method: session.method,
        secondFactor: session.secondFactor,
        isRecent: nowMs - session.authenticatedAtMs < recentSignInMs,
      },
    };
  };

  return {
    /** The session's token is returned only here. */
    open: async (
      tx: Handle,
      holder: OperatorSessionHolder,
      { method, secondFactor, address, userAgent }: OperatorSessionOrigin,
    ): Promise<{ token: string; expiresAtMs: number }> => {
      const nowMs = clock.nowMs();
      const token = newSecretToken();
      await deleteExpiredOperatorSessions(tx, nowMs);
      await insertOperatorSession(tx, {
        sha256: sha256(token),
        operator_id: 'operatorId' in holder ? holder.operatorId : null,
        token_id: 'tokenId' in holder ? holder.tokenId : null,
        created_at: nowMs,
        expires_at: nowMs + operatorSessionMs,
        method,
        second_factor: secondFactor,
        authenticated_at: nowMs,
        last_seen_at: nowMs,
        address,
        user_agent: userAgent.slice(0, maxUserAgentLength),
      });
      return { token, expiresAtMs: nowMs + operatorSessionMs };
    },

    close: (tx: Handle, token: string) => deleteOperatorSession(tx, sha256(token)),
    sweep: (nowMs: number) => deleteExpiredOperatorSessions(db.query, nowMs),

    /** Read at each request, so that a change of role or a disabled account takes effect at once. */
    identify: (token: string): Promise<Operator | undefined> => identifyIn(db.query, token),
    identifyIn,

    list,
    /** Id of the session of this token in `list`. */
    idOf: (token: string): string => operatorSessionIdOf({ sha256: sha256(token) }),

    /** False if the holder has no such session. */
    end: async (tx: Handle, holder: OperatorSessionHolder, sessionId: string): Promise<boolean> => {
      const found = (await list(tx, holder)).find((session) => operatorSessionIdOf(session) === sessionId);
      if (found) await deleteOperatorSession(tx, found.sha256);
      return found !== undefined;
    },

    /** Ends all sessions of the holder except one. Returns their number. */
    endOthers: async (
      tx: Handle,
      holder: OperatorSessionHolder,
      keptId: string | undefined,
    ): Promise<number> => {
      const others = (await list(tx, holder)).filter((session) => operatorSessionIdOf(session) !== keptId);
      for (const { sha256: hash } of others) await deleteOperatorSession(tx, hash);
      return others.length;
    },

    /** The holder has proved the identity again. With a second factor the session counts as signed in with it. */
    confirm: async (
      tx: Handle,
      holder: OperatorSessionHolder,
      { sessionId, secondFactor }: { sessionId: string; secondFactor: OperatorSession['secondFactor'] },
    ): Promise<boolean> => {
      const found = (await list(tx, holder)).find((session) => operatorSessionIdOf(session) === sessionId);
      if (!found) return false;
      await updateOperatorSession(tx, found.sha256, {
        authenticated_at: clock.nowMs(),
        ...(secondFactor === null ? {} : { second_factor: secondFactor }),
      });
      return true;
    },
  };
};

export type OperatorSessions = ReturnType<typeof createOperatorSessions>;
