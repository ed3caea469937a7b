import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';
import { decodeFiles, encodeFiles, isStored, markRemoved } from '../rounds/index.ts';

interface OlderMessages {
  agentId: string;
  /** Position of the last message before. */
  after: number;
  beforeMs: number;
  limit: number;
}

export const messagesWithFilesQuery = (db: Handle, { agentId, after, beforeMs, limit }: OlderMessages) =>
  db
    .selectFrom('human_messages')
    .select(['position', 'files'])
    .where('agent_id', '=', agentId)
    // As in the partial index.
    .where(sql<boolean>`files <> '[]'`)
    .where('position', '>', after)
    .where('created_at', '<', beforeMs)
    .orderBy('position')
    .limit(limit);

/**
 * Marks the files of older messages of people as removed. Returns the files that were stored until now, and the position of
 * the last message; undefined if there are no more.
 */
export const markFilesOfPeopleRemoved = async (
  tx: Handle,
  afterDays: number,
  older: OlderMessages,
): Promise<{ fileIds: string[]; next: number | undefined }> => {
  const rows = await messagesWithFilesQuery(tx, older).execute();
  const fileIds: string[] = [];
  for (const { position, files } of rows) {
    const parts = decodeFiles(files);
    fileIds.push(...parts.filter(isStored).map(({ fileId }) => fileId));
    await tx
      .updateTable('human_messages')
      .set({ files: encodeFiles(parts.map((part) => markRemoved(part, afterDays))) })
      .where('position', '=', position)
      .execute();
  }
  const last = rows.at(-1);
  return { fileIds, next: last && Number(last.position) };
};
