import { randomBytes } from 'node:crypto';
import { hashPassword, verifyPassword } from '../auth/index.ts';
import type { Database, Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { createAttemptLimit } from './attempt-limit.ts';
import type { TokenOperator } from './operator.ts';
import {
  deleteMembership,
  findMember,
  findOperatorByEmail,
  insertOperator,
  listMembers,
  type Membership,
  membershipsOf,
  type OperatorRow,
  saveMembership,
  updateOperator,
} from './operator-store.ts';
import type { OperatorTokens } from './operator-tokens.ts';
import { createPasswordTurns } from './password-turns.ts';
import { deleteSessionsOf } from './sessions/session-store.ts';

const minute = 60_000;
/** Guesses at one account; and from one address, where a whole office may sit behind it. */
const emailLimit = { burst: 5, refillMs: minute };
const addressLimit = { burst: 30, refillMs: minute / 4 };

/** What nobody's password hashes to: an unknown e-mail must take as long to refuse as a known one. */
const nobodysHash = `scrypt$${2 ** 17}$8$1$${randomBytes(16).toString('base64url')}$${randomBytes(32).toString('base64url')}`;

export const normalizeEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

const tooMany = (seconds: number): AppError =>
  new AppError('rateLimited', `Too many attempts; try again in ${seconds} s`, { retryAfterSeconds: seconds });

interface OperatorsDependencies {
  db: Database;
  clock: Clock;
  tokens: OperatorTokens;
  /** Slow on purpose; tests bring a quick one. */
  passwords?: {
    hash(password: string): Promise<string>;
    verify(password: string, stored: string): Promise<boolean>;
  };
}

const slowPasswords = { hash: hashPassword, verify: verifyPassword };

export const createOperators = ({ db, clock, tokens, passwords = slowPasswords }: OperatorsDependencies) => {
  const byEmail = createAttemptLimit({ clock, ...emailLimit });
  const byAddress = createAttemptLimit({ clock, ...addressLimit });
  const inTurn = createPasswordTurns();

  const takeAttempt = (address: string, email?: string): void => {
    const waitSeconds = byAddress.take(address) || (email === undefined ? 0 : byEmail.take(email));
    if (waitSeconds > 0) throw tooMany(waitSeconds);
  };

  /** The operator whose password this is. Every other case is told alike. */
  const checkPassword = async (input: {
    email: string;
    password: string;
    address: string;
  }): Promise<OperatorRow> => {
    const email = normalizeEmail(input.email);
    takeAttempt(input.address, email);
    const operator = await findOperatorByEmail(db.query, email);
    const isRight = await inTurn(() =>
      passwords.verify(input.password, operator?.password_hash || nobodysHash),
    );
    if (!isRight || !operator || operator.disabled_at !== null)
      throw new AppError('unauthenticated', 'The e-mail or the password is wrong');
    byEmail.forgive(email);
    byAddress.giveBack(input.address);
    return operator;
  };

  const checkToken = async (input: { token: string; address: string }): Promise<TokenOperator> => {
    takeAttempt(input.address);
    const operator = await tokens.identify(input.token);
    if (!operator) throw new AppError('unauthenticated', 'The operator token is wrong');
    byAddress.giveBack(input.address);
    return operator;
  };

  return {
    checkPassword,
    checkToken,

    /** Takes a tenth of a second: before the transaction, never inside. */
    hashPassword: (password: string) => inTurn(() => passwords.hash(password)),

    create: async (
      tx: Handle,
      input: { email: string; name: string; passwordHash: string },
    ): Promise<OperatorRow> => {
      const nowMs = clock.nowMs();
      const row: OperatorRow = {
        id: newId(nowMs),
        email: normalizeEmail(input.email),
        name: input.name,
        password_hash: input.passwordHash,
        created_at: nowMs,
        disabled_at: null,
      };
      if (!(await insertOperator(tx, row)))
        throw new AppError('conflict', 'An operator with this e-mail exists already');
      return row;
    },

    /** Whoever is signed in with the old password is signed out. */
    setPassword: async (tx: Handle, operatorId: string, passwordHash: string): Promise<void> => {
      await updateOperator(tx, operatorId, { password_hash: passwordHash });
      await deleteSessionsOf(tx, operatorId);
    },

    setDisabled: async (tx: Handle, operatorId: string, disabled: boolean): Promise<void> => {
      await updateOperator(tx, operatorId, { disabled_at: disabled ? clock.nowMs() : null });
      if (disabled) await deleteSessionsOf(tx, operatorId);
    },

    rename: (tx: Handle, operatorId: string, name: string) => updateOperator(tx, operatorId, { name }),
    setRole: (tx: Handle, operatorId: string, membership: Membership) =>
      saveMembership(tx, operatorId, membership),
    removeFrom: (tx: Handle, operatorId: string, workspaceId: string) =>
      deleteMembership(tx, operatorId, workspaceId),

    findByEmail: (handle: Handle, email: string) => findOperatorByEmail(handle, normalizeEmail(email)),
    memberships: (handle: Handle, operatorId: string) => membershipsOf(handle, operatorId),
    findMember,
    listMembers: (workspaceId: string, page: { offset: number; limit: number }) =>
      listMembers(db.query, workspaceId, page),
  };
};

export type Operators = ReturnType<typeof createOperators>;
