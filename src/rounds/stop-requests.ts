import type { Handle } from '../db/index.ts';

export const requestStop = (db: Handle, roundId: string) =>
  db
    .updateTable('rounds')
    .set({ stop_requested: 1 })
    .where('id', '=', roundId)
    .where('status', '=', 'running')
    .execute();

export const findStopRequests = async (db: Handle, owner: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('rounds')
    .select('id')
    .where('owner', '=', owner)
    .where('status', '=', 'running')
    .where('stop_requested', '=', 1)
    .execute();
  return rows.map((row) => row.id);
};

/** Asks the processes that run these rounds to end them. The result is decided when they are stored. */
export const requestStops = async (
  tx: Handle,
  {
    conversationId,
    onlyWebhook,
    exceptId,
  }: { conversationId: string; onlyWebhook: boolean; exceptId: string | undefined },
): Promise<void> => {
  const rounds = await tx
    .selectFrom('rounds')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('status', '=', 'running')
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId!))
    .$if(onlyWebhook, (query) => query.where('mode', '=', 'webhook'))
    .orderBy('id')
    .execute();
  // One by one, because the event log locks rounds in the same order: one statement for all may lock them in another.
  for (const { id } of rounds) await requestStop(tx, id);
};
