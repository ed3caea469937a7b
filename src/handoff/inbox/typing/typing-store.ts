import { type Handle, repeatWhenLost } from '../../../db/index.ts';

/** Somebody types in a session. */
export interface TypingSignal {
  workspaceId: string;
  sessionId: string;
  conversationId: string;
  /** null: the user. */
  operatorId: string | null;
}

/** At most this many are read at once. More people than this do not type at the same time. */
const mostRead = 2000;

/** The newest signal of each person in a session, for other processes. */
export const storeTypingSignal = async (db: Handle, signal: TypingSignal, nowMs: number): Promise<void> => {
  const row = {
    session_id: signal.sessionId,
    writer_id: signal.operatorId ?? '',
    workspace_id: signal.workspaceId,
    conversation_id: signal.conversationId,
    signalled_at: nowMs,
  };
  await repeatWhenLost(() =>
    db
      .insertInto('typing_signals')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['session_id', 'writer_id']).doUpdateSet({ signalled_at: nowMs }),
      )
      .execute(),
  );
};

export const listTypingSignals = async (
  db: Handle,
  sinceMs: number,
): Promise<{ signal: TypingSignal; atMs: number }[]> => {
  const rows = await db
    .selectFrom('typing_signals')
    .selectAll()
    .where('signalled_at', '>', sinceMs)
    .limit(mostRead)
    .execute();
  return rows.map((row) => ({
    signal: {
      workspaceId: row.workspace_id,
      sessionId: row.session_id,
      conversationId: row.conversation_id,
      operatorId: row.writer_id || null,
    },
    atMs: row.signalled_at,
  }));
};

export const deleteTypingSignals = async (db: Handle, beforeMs: number): Promise<void> => {
  await db.deleteFrom('typing_signals').where('signalled_at', '<', beforeMs).execute();
};
