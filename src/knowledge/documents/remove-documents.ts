import type { Agent } from '../../agents/index.ts';
import type { Database, Handle } from '../../db/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import { enqueueClearing } from '../queues.ts';
import { deleteDocuments } from './document-store.ts';
import { recordChanges } from './record-changes.ts';

export const removedAtOnce = 100;

export const createRemoveDocuments = ({ db, jobs }: { db: Database; jobs: Jobs }) => {
  /** At most `removedAtOnce`. After the commit they are not found. Returns the documents that existed. */
  const removeIn = async (tx: Handle, agentId: string, ids: readonly string[]): Promise<string[]> => {
    if (ids.length === 0) return [];
    const gone = await deleteDocuments(tx, agentId, ids);
    if (gone.length === 0) return [];
    const goneIds = gone.map((row) => row.id);
    await enqueueClearing(tx, jobs, { documentIds: goneIds });
    const served = gone.filter((row) => row.served_upload_id !== null);
    await recordChanges(
      tx,
      agentId,
      served.map((row) => row.id),
      -served.reduce((sum, row) => sum + row.chunk_count, 0),
    );
    return goneIds;
  };

  return {
    removeIn,
    /** Once this resolves, none of them is found. Unknown ids are ignored. */
    remove: async (agent: Agent, ids: readonly string[]): Promise<void> => {
      const distinct = [...new Set(ids)];
      for (let at = 0; at < distinct.length; at += removedAtOnce)
        await db.transaction((tx) => removeIn(tx, agent.id, distinct.slice(at, at + removedAtOnce)));
      await db.durable();
    },
  };
};
