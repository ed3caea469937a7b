import { newOperatorToken, sha256 } from '../auth/index.ts';
import type { Database, Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import type { TokenOperator } from './operator.ts';
import type { OperatorRole } from './operator-roles.ts';
import {
  countLiveTokens,
  deleteLivePresets,
  deleteToken,
  findTokenByHash,
  findTokenById,
  hasInstallationOwner,
  insertToken,
  listTokens,
  type OperatorToken,
  revokeToken,
  revokeTokensOfKind,
  touchToken,
} from './token-store.ts';

/** Name of the token from the settings. */
export const presetTokenName = 'preset';
const firstStartTokenName = 'first start';

/** The time of the last use need not be exact, and most requests should write nothing. */
const touchEveryMs = 60_000;
/** Limit of live tokens per workspace. More are a mistake in a script. */
const maxLiveTokens = 200;

export interface NewToken {
  name: string;
  role: OperatorRole;
  /** null: valid in every workspace. */
  workspaceId: string | null;
  expiresAtMs: number | null;
  /** Name of the creator in the audit log. */
  createdBy: string;
}

const isLive = ({ revokedAtMs, expiresAtMs }: OperatorToken, nowMs: number): boolean =>
  revokedAtMs === null && (expiresAtMs === null || expiresAtMs > nowMs);

/** Tokens for automation and for the first sign-in. */
export const createOperatorTokens = ({ db, clock }: { db: Database; clock: Clock }) => {
  const identifyToken = async (
    handle: Handle,
    token: OperatorToken | undefined,
  ): Promise<TokenOperator | undefined> => {
    const nowMs = clock.nowMs();
    if (!token || !isLive(token, nowMs)) return undefined;
    const { id, name, role, workspaceId, lastUsedAtMs } = token;
    if (lastUsedAtMs === null || Math.abs(nowMs - lastUsedAtMs) >= touchEveryMs)
      await touchToken(handle, id, nowMs);
    return { kind: 'token', id, name, role, workspaceId };
  };

  const insert = async (
    tx: Handle,
    { token: secret, kind, ...input }: NewToken & { token: string; kind: OperatorToken['kind'] },
  ): Promise<OperatorToken> => {
    const nowMs = clock.nowMs();
    const token: OperatorToken = {
      id: newId(nowMs),
      name: input.name,
      kind,
      role: input.role,
      workspaceId: input.workspaceId,
      createdBy: input.createdBy,
      createdAtMs: nowMs,
      expiresAtMs: input.expiresAtMs,
      revokedAtMs: null,
      lastUsedAtMs: null,
    };
    await insertToken(tx, { ...token, sha256: sha256(secret) });
    return token;
  };

  const ofInstallation = { role: 'owner', workspaceId: null, expiresAtMs: null } as const;

  return {
    identify: async (token: string) =>
      identifyToken(db.query, await findTokenByHash(db.query, sha256(token))),
    identifyIdIn: async (handle: Handle, id: string) =>
      identifyToken(handle, await findTokenById(handle, id)),

    /** The token itself is returned only here. */
    create: async (tx: Handle, input: NewToken): Promise<{ token: string; row: OperatorToken }> => {
      if ((await countLiveTokens(tx, input.workspaceId, clock.nowMs())) >= maxLiveTokens)
        throw new AppError('conflict', `There are ${maxLiveTokens} tokens already; revoke some first`);
      const token = newOperatorToken();
      return { token, row: await insert(tx, { ...input, token, kind: 'created' }) };
    },

    list: (workspaceId: string | null, page: { offset: number; limit: number }) =>
      listTokens(db.query, workspaceId, page),
    find: findTokenById,

    /** Ends its sessions too. Returns the token's name, or undefined if there is no such live token. */
    revoke: (tx: Handle, input: { id: string; workspaceId: string | null }) =>
      revokeToken(tx, { ...input, nowMs: clock.nowMs() }),

    /** Whether a live token has all permissions. */
    hasInstallationOwner: (handle: Handle) => hasInstallationOwner(handle, clock.nowMs()),

    createFirstStart: async (tx: Handle): Promise<string> => {
      const token = newOperatorToken();
      const named = {
        name: firstStartTokenName,
        createdBy: firstStartTokenName,
        kind: 'first-start',
      } as const;
      await insert(tx, { ...ofInstallation, ...named, token });
      return token;
    },
    /** Returns the ids of the tokens that ended. */
    endFirstStart: (tx: Handle): Promise<string[]> => revokeTokensOfKind(tx, 'first-start', clock.nowMs()),

    /**
     * Synchronizes the preset token with the settings: the one they name is valid, every other ends. A preset
     * token that was revoked stays revoked. Otherwise a restart would undo it.
     */
    savePreset: async (
      tx: Handle,
      token: string | undefined,
    ): Promise<'unchanged' | 'created' | 'ended' | 'revoked'> => {
      const hash = token === undefined ? undefined : sha256(token);
      const ended = await deleteLivePresets(tx, hash);
      if (token === undefined || hash === undefined) return ended > 0 ? 'ended' : 'unchanged';
      const known = await findTokenByHash(tx, hash);
      if (known && known.revokedAtMs !== null) return 'revoked';
      if (known?.kind === 'preset') return 'unchanged';
      // The settings may name an existing token, such as the printed one. It becomes the preset.
      if (known) await deleteToken(tx, known.id);
      const named = { name: presetTokenName, createdBy: 'settings', kind: 'preset' } as const;
      await insert(tx, { ...ofInstallation, ...named, token });
      return 'created';
    },
  };
};

export type OperatorTokens = ReturnType<typeof createOperatorTokens>;
