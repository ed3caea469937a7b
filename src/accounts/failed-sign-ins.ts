import { type Audit, type Changes, unknownActor } from '../audit/index.ts';
import type { Database } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { createAttemptLimit } from './attempt-limit.ts';
import { membershipsOf } from './operator-store.ts';

const windowMs = 60_000;
/** An account may belong to many workspaces. A guess must not write hundreds of entries. */
const maxWorkspaces = 20;
/** Limit of new entries that an attacker with many addresses can cause: a burst, then 120 per hour. */
const entryLimit = { burst: 200, refillMs: 30_000 };

export interface FailedSignIn {
  /** undefined: the attempt was with an operator token. */
  email: string | undefined;
  address: string;
  /** The account with this e-mail, if there is one. */
  operatorId: string | undefined;
}

interface OpenWindow {
  entryIds: string[];
  attempts: number;
  endsAtMs: number;
}

/**
 * Failed sign-ins in the audit log: one entry per e-mail, address and minute, with the number of attempts. For an
 * account it is in the log of its workspaces, for an unknown e-mail or a token only in that of the installation.
 */
export const createFailedSignIns = ({ db, clock, audit }: { db: Database; clock: Clock; audit: Audit }) => {
  const windows = new Map<string, OpenWindow>();
  const entries = createAttemptLimit({ clock, ...entryLimit });

  const closeOld = (nowMs: number): void => {
    for (const [key, { endsAtMs }] of windows) if (endsAtMs <= nowMs) windows.delete(key);
  };

  const changesOf = ({ email, address }: FailedSignIn, attempts: number): Changes => ({
    ...(email === undefined ? {} : { email: [null, email] }),
    address: [null, address],
    attempts: [null, attempts],
  });

  const begin = async (attempt: FailedSignIn): Promise<string[]> => {
    const { operatorId } = attempt;
    const memberships = operatorId === undefined ? [] : await membershipsOf(db.query, operatorId);
    const workspaceIds = memberships.slice(0, maxWorkspaces).map(({ workspaceId }) => workspaceId);
    const ids: string[] = [];
    for (const workspaceId of workspaceIds.length > 0 ? workspaceIds : [null]) {
      const id = newId(clock.nowMs());
      ids.push(id);
      await audit.record(db.query, {
        id,
        workspaceId,
        actor: unknownActor,
        action: 'session.refuse',
        targetKind: 'operator',
        targetId: operatorId ?? '',
        changes: changesOf(attempt, 1),
      });
    }
    return ids;
  };

  /** Attempts beyond the limit of entries are counted together. */
  const placeOf = (attempt: FailedSignIn): [key: string, shown: FailedSignIn] => {
    const key = `${attempt.address} ${attempt.email ?? ''}`;
    if (windows.has(key) || entries.take('entries') === 0) return [key, attempt];
    return ['', { email: undefined, address: 'many addresses', operatorId: undefined }];
  };

  return {
    record: async (attempt: FailedSignIn): Promise<void> => {
      const nowMs = clock.nowMs();
      closeOld(nowMs);
      const [key, shown] = placeOf(attempt);
      const open = windows.get(key);
      if (!open) {
        const window: OpenWindow = { entryIds: [], attempts: 1, endsAtMs: nowMs + windowMs };
        windows.set(key, window);
        window.entryIds = await begin(shown);
        return;
      }
      open.attempts += 1;
      for (const id of open.entryIds) await audit.amend(db.query, id, changesOf(shown, open.attempts));
    },
  };
};
