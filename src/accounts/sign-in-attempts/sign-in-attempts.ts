import { newSecretToken, sha256 } from '../../auth/index.ts';
import type { Database } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { networkOf } from '../../lib/ip-address.ts';
import { createAttemptLimit } from '../attempt-limit.ts';
import {
  type AttemptKind,
  countFailure,
  deleteAttempt,
  deleteExpiredAttempts,
  findAttempt,
  insertAttempt,
  setAttemptData,
  takeAttempt,
} from './attempt-store.ts';

/** Time limit for the next step. */
export const attemptMs: Record<AttemptKind, number> = {
  'second-factor': 5 * 60_000,
  passkey: 5 * 60_000,
  'passkey-registration': 5 * 60_000,
  sso: 10 * 60_000,
};

/** Number of wrong answers after which the first step must be repeated. */
const maxFailures = 5;

/** Sign-ins started from one network without credentials. Each is a row in the database until it expires. */
const startLimit = { burst: 60, refillMs: 2_000 };

export interface SignInAttempt<Data> {
  operatorId: string | null;
  data: Data;
}

/**
 * The steps between the start of a sign-in and its session. Each belongs to one browser, which has its secret in a
 * cookie, and none gives access to anything. Stored in the database, because another process may get the next step.
 */
export const createSignInAttempts = ({ db, clock }: { db: Database; clock: Clock }) => {
  const starts = createAttemptLimit({ clock, ...startLimit });
  const isLive = (row: { expires_at: number }): boolean => row.expires_at > clock.nowMs();

  return {
    /** Throws if too many sign-ins are started without credentials. */
    limitStarts: (address: string): void => {
      const waitSeconds = starts.take(networkOf(address));
      if (waitSeconds > 0)
        throw new AppError('rateLimited', `Too many sign-ins were begun; try again in ${waitSeconds} s`, {
          retryAfterSeconds: waitSeconds,
        });
    },

    /** The secret for the browser's cookie. */
    begin: async (kind: AttemptKind, operatorId: string | null, data: object = {}): Promise<string> => {
      const nowMs = clock.nowMs();
      const secret = newSecretToken();
      await deleteExpiredAttempts(db.query, nowMs);
      await insertAttempt(db.query, {
        sha256: sha256(secret),
        kind,
        operator_id: operatorId,
        data: JSON.stringify(data),
        failures: 0,
        expires_at: nowMs + attemptMs[kind],
      });
      return secret;
    },

    find: async <Data>(
      secret: string | undefined,
      kind: AttemptKind,
    ): Promise<SignInAttempt<Data> | undefined> => {
      if (secret === undefined) return undefined;
      const row = await findAttempt(db.query, sha256(secret));
      return row && row.kind === kind && isLive(row)
        ? { operatorId: row.operator_id, data: JSON.parse(row.data) as Data }
        : undefined;
    },

    /** An attempt can be taken once. */
    take: async <Data>(
      secret: string | undefined,
      kind: AttemptKind,
    ): Promise<SignInAttempt<Data> | undefined> => {
      if (secret === undefined) return undefined;
      const row = await takeAttempt(db.query, sha256(secret), kind);
      return row && isLive(row)
        ? { operatorId: row.operator_id, data: JSON.parse(row.data) as Data }
        : undefined;
    },

    setData: (secret: string, data: object) => setAttemptData(db.query, sha256(secret), JSON.stringify(data)),

    /** Records a wrong answer. After a few of them the attempt ends. */
    fail: async (secret: string): Promise<void> => {
      if ((await countFailure(db.query, sha256(secret))) >= maxFailures)
        await deleteAttempt(db.query, sha256(secret));
    },

    sweep: (nowMs: number) => deleteExpiredAttempts(db.query, nowMs),
  };
};

export type SignInAttempts = ReturnType<typeof createSignInAttempts>;
