import type { Handle } from '../db/index.ts';

interface Progress {
  conversationId: string;
  fromSequence: number;
  toSequence: number;
  summary: string;
}

/**
 * Moves the mark up to which a conversation is distilled. Undefined if another process was first or the
 * conversation is gone: then the result must not be stored.
 */
export const advanceSummary = (tx: Handle, progress: Progress) =>
  tx
    .updateTable('conversations')
    .set({ summary: progress.summary, summary_sequence: progress.toSequence })
    .where('id', '=', progress.conversationId)
    .where('summary_sequence', '=', progress.fromSequence)
    .returning(['agent_id', 'user_id'])
    .executeTakeFirst();

export const setSummary = (tx: Handle, conversationId: string, summary: string) =>
  tx.updateTable('conversations').set({ summary }).where('id', '=', conversationId).execute();

/** Moves the mark to the newest round, so that forgotten rounds are not distilled again. */
const forgetEverything = (tx: Handle) =>
  tx.updateTable('conversations').set((eb) => ({ summary: '', summary_sequence: eb.ref('message_count') }));

export const forgetSummary = async (tx: Handle, conversationId: string): Promise<void> => {
  await forgetEverything(tx).where('id', '=', conversationId).execute();
};

export const forgetSummariesOfUser = async (tx: Handle, agentId: string, userId: string): Promise<void> => {
  await forgetEverything(tx).where('agent_id', '=', agentId).where('user_id', '=', userId).execute();
};
