import type { Updateable } from 'kysely';
import { afterCommit, type Handle, type Schema } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { HumanSessionRow } from './human-session.ts';
import { updateHumanSession } from './human-session-store.ts';

type Change = Omit<Updateable<Schema['human_sessions']>, 'version' | 'changed_at'>;

/** Changes a session and informs the listeners after the commit. The caller holds the lock of the conversation. */
export const createUpdateSession =
  ({ clock, onChanged }: { clock: Clock; onChanged: ((session: HumanSessionRow) => void)[] }) =>
  async (tx: Handle, session: Pick<HumanSessionRow, 'id'>, change: Change): Promise<HumanSessionRow> => {
    const changed = await updateHumanSession(tx, session.id, { ...change, changed_at: clock.nowMs() });
    afterCommit(tx, () => {
      for (const listener of onChanged) listener(changed);
    });
    return changed;
  };

export type UpdateSession = ReturnType<typeof createUpdateSession>;
