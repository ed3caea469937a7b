import { newLinkToken, sha256 } from '../auth/index.ts';
import type { Database, Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { findOperatorById, type OperatorAccount } from './operator-store.ts';
import type { Operators } from './operators.ts';
import {
  deleteExpiredResetLinks,
  deleteResetLink,
  deleteResetLinksBy,
  findResetLink,
  saveResetLink,
} from './reset-link-store.ts';

const validMs = 24 * 3600 * 1000;

const ended = (): AppError =>
  new AppError(
    'notFound',
    'This link is no longer valid: it was used, replaced or has expired. Ask for a new one',
  );

interface ResetLinksDependencies {
  db: Database;
  clock: Clock;
  operators: Operators;
}

/** A link with which a person sets a new password. It works once. */
export const createResetLinks = ({ db, clock, operators }: ResetLinksDependencies) => {
  const open = async (handle: Handle, token: string): Promise<OperatorAccount> => {
    const link = await findResetLink(handle, sha256(token));
    const operator = link && (await findOperatorById(handle, link.operatorId));
    if (!link || link.expiresAtMs <= clock.nowMs() || !operator || operator.disabledAtMs !== null)
      throw ended();
    return operator;
  };

  return {
    open,

    /** The token is returned only here. An earlier link becomes invalid. */
    create: async (
      tx: Handle,
      operatorId: string,
      createdById = '',
    ): Promise<{ token: string; expiresAtMs: number }> => {
      const nowMs = clock.nowMs();
      const token = newLinkToken();
      const expiresAtMs = nowMs + validMs;
      const link = { operatorId, createdById, createdAtMs: nowMs, expiresAtMs };
      await saveResetLink(tx, { ...link, sha256: sha256(token) });
      return { token, expiresAtMs };
    },

    /** Sets the password and ends the person's sessions. If two requests use one link, the second is rejected. */
    use: async (tx: Handle, token: string, passwordHash: string): Promise<OperatorAccount> => {
      const operator = await open(tx, token);
      if (!(await deleteResetLink(tx, sha256(token)))) throw ended();
      // The creator of the link could have used it, so joining another workspace requires a new password.
      await operators.setPassword(tx, operator.id, { passwordHash, passwordChosen: false });
      await operators.forgetBrowsers(tx, operator.id);
      return operator;
    },

    /** Ends the open links of a person who loses the permission to create them. */
    endAllBy: deleteResetLinksBy,

    sweep: (nowMs: number) => deleteExpiredResetLinks(db.query, nowMs),
  };
};

export type ResetLinks = ReturnType<typeof createResetLinks>;
