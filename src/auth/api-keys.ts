import { afterCommit, type Database, type Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { createShortLivedCache } from '../lib/short-lived-cache.ts';
import {
  type ApiKey,
  expireKey,
  findKeyByHash,
  insertKey,
  listKeys,
  revokeKey,
  touchKeys,
} from './key-store.ts';
import { keyPrefix, newApiKey, sha256 } from './secrets.ts';

/** Maximum delay until a key revoked by another process is rejected. In this process it is rejected at once. */
const keepMs = 1000;
/** last_used_at is only displayed. Writing it at every call would double the writes of a round. */
const touchEveryMs = 10_000;
/** Cache of hashed keys. Its size is limited, because strangers can send guesses. */
const maxCachedKeys = 10_000;

/** Without a key: the presented text is not a key. That is cached too. */
interface CachedKey {
  found: ApiKey | undefined;
}

const isLive = ({ revokedAtMs, expiresAtMs }: ApiKey, nowMs: number): boolean =>
  revokedAtMs === null && (expiresAtMs === null || expiresAtMs > nowMs);

interface ApiKeysDependencies {
  db: Database;
  clock: Clock;
  /** Called when a known key of this agent is read again. What its calls need can be read at the same time. */
  onReading?: (agentId: string) => void;
}

export const createApiKeys = ({ db, clock, onReading }: ApiKeysDependencies) => {
  const cache = createShortLivedCache<CachedKey>({ clock, keepMs, maxEntries: maxCachedKeys });
  const used = new Set<string>();
  let touchedAtMs = 0;

  const flushUsed = async (): Promise<void> => {
    if (used.size === 0) return;
    const ids = [...used];
    used.clear();
    touchedAtMs = clock.nowMs();
    await touchKeys(db.query, ids, touchedAtMs);
  };

  const lookUp = async (key: string): Promise<ApiKey | undefined> => {
    const cached = await cache.get(key, async (last) => {
      const reading = findKeyByHash(db.query, sha256(key));
      if (last?.found) onReading?.(last.found.agentId);
      return { found: await reading };
    });
    return cached?.found;
  };

  const forgetAfterCommit = (tx: Handle): void => afterCommit(tx, () => cache.clear());

  return {
    /** The agent and key of a presented key, or undefined if it is not valid. */
    authenticate: async (key: string): Promise<{ agentId: string; keyId: string } | undefined> => {
      const nowMs = clock.nowMs();
      const found = await lookUp(key);
      if (!found || !isLive(found, nowMs)) return undefined;
      used.add(found.id);
      if (nowMs - touchedAtMs > touchEveryMs) await flushUsed();
      return { agentId: found.agentId, keyId: found.id };
    },

    /** The key itself is returned only here. */
    create: async (
      tx: Handle,
      input: { agentId: string; name: string; expiresAtMs?: number | null; key?: string },
    ): Promise<{ id: string; key: string }> => {
      const key = input.key ?? newApiKey();
      const nowMs = clock.nowMs();
      const id = newId(nowMs);
      await insertKey(tx, {
        id,
        agent_id: input.agentId,
        name: input.name,
        prefix: keyPrefix(key),
        sha256: sha256(key),
        created_at: nowMs,
        expires_at: input.expiresAtMs ?? null,
        revoked_at: null,
        last_used_at: null,
      });
      forgetAfterCommit(tx);
      return { id, key };
    },

    list: async (agentId: string) => {
      await flushUsed();
      return listKeys(db.query, agentId);
    },

    revoke: async (tx: Handle, input: { agentId: string; keyId: string }): Promise<boolean> => {
      const hash = await revokeKey(tx, { ...input, nowMs: clock.nowMs() });
      forgetAfterCommit(tx);
      return hash !== undefined;
    },

    /** Sets the expiry of a key. */
    expire: async (tx: Handle, input: { agentId: string; keyId: string; atMs: number }): Promise<boolean> => {
      const found = await expireKey(tx, { ...input, nowMs: clock.nowMs() });
      forgetAfterCommit(tx);
      return found;
    },

    flushUsed,
  };
};

export type ApiKeys = ReturnType<typeof createApiKeys>;
