import type { Handle } from '../db/index.ts';

interface Progress {
  conversationId: string;
  /** Of the rounds as they were read. */
  humanVersion: number;
  fromSequence: number;
  toSequence: number;
  summary: string;
}

/**
 * Moves the mark up to which a conversation is distilled. Undefined if another process was first, a round changed
 * meanwhile or the conversation is gone: then the result must not be stored.
 */
export const advanceSummary = (tx: Handle, progress: Progress) =>
  tx
    .updateTable('conversations')
    .set({ summary: progress.summary, summary_sequence: progress.toSequence })
    .where('id', '=', progress.conversationId)
    .where('summary_sequence', '=', progress.fromSequence)
    .where('human_version', '=', progress.humanVersion)
    .returning(['agent_id', 'user_id'])
    .executeTakeFirst();

export const setSummary = (tx: Handle, conversationId: string, summary: string) =>
  tx.updateTable('conversations').set({ summary }).where('id', '=', conversationId).execute();

/** Rounds from this one on were replaced. A summary that contains them is dropped. */
export const rewindSummary = async (tx: Handle, conversationId: string, sequence: number): Promise<void> => {
  await tx
    .updateTable('conversations')
    .set({ summary: '', summary_sequence: sequence - 1 })
    .where('id', '=', conversationId)
    .where('summary_sequence', '>=', sequence)
    .execute();
};

/** Moves the mark to the newest round, so that forgotten rounds are not distilled again. */
const forgetEverything = (tx: Handle) =>
  tx.updateTable('conversations').set((eb) => ({ summary: '', summary_sequence: eb.ref('message_count') }));

export const forgetSummary = async (tx: Handle, conversationId: string): Promise<void> => {
  await forgetEverything(tx).where('id', '=', conversationId).execute();
};

export const forgetSummariesOfUser = async (tx: Handle, agentId: string, userId: string): Promise<void> => {
  await forgetEverything(tx).where('agent_id', '=', agentId).where('user_id', '=', userId).execute();
};
