import type { Database } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { DocumentRow } from './document-states.ts';
import { findDocuments } from './document-store.ts';
import { countAtWork, documentsAtWork, documentsUpdatedSince } from './find-documents.ts';

export interface DocumentChanges {
  /** New, or other than they were told last. */
  documents: DocumentRow[];
  /** Told before and deleted since. */
  removedIds: string[];
  /** Waiting and under way, also those beyond what is told. */
  atWork: number;
}

/** More than a page shows; the rest is told when its turn comes. */
const toldAtOnce = 100;
/** Clocks of several processes may differ by this much before a change is told late. */
const overlapMs = 5_000;

const fingerprint = (row: DocumentRow): string =>
  [row.status, row.stage, row.stage_done, row.stage_total, row.updated_at, row.fail_reason, row.name].join(
    '\n',
  );

/**
 * What happens to an agent's documents, for one who looks on: each call tells what is new since the last.
 * Reads the database, so that work in other processes is seen as well.
 */
export const createFollowDocuments =
  ({ db, clock }: { db: Database; clock: Clock }) =>
  (agentId: string): (() => Promise<DocumentChanges | undefined>) => {
    const told = new Map<string, string>();
    let open = new Set<string>();
    let sinceMs = clock.nowMs() - overlapMs;
    let lastAtWork = -1;

    const look = async (): Promise<{ rows: DocumentRow[]; removedIds: string[] }> => {
      const nextSinceMs = clock.nowMs() - overlapMs;
      const working = await documentsAtWork(db.query, agentId, toldAtOnce);
      const updated = await documentsUpdatedSince(db.query, agentId, sinceMs, toldAtOnce);
      sinceMs = nextSinceMs;
      const rows = new Map([...updated, ...working].map((row) => [row.id, row]));
      const unseen = [...open].filter((id) => !rows.has(id));
      for (const row of await findDocuments(db.query, agentId, unseen)) rows.set(row.id, row);
      const removedIds = unseen.filter((id) => !rows.has(id));
      const isOpen = (row: DocumentRow): boolean => row.status === 'PENDING' || row.status === 'PROCESSING';
      open = new Set([...rows.values()].filter(isOpen).map((row) => row.id));
      return { rows: [...rows.values()], removedIds };
    };

    return async () => {
      const { rows, removedIds } = await look();
      const atWork = await countAtWork(db.query, agentId);
      const documents = rows.filter((row) => told.get(row.id) !== fingerprint(row));
      for (const row of documents) told.set(row.id, fingerprint(row));
      for (const id of removedIds) told.delete(id);
      if (documents.length === 0 && removedIds.length === 0 && atWork === lastAtWork) return undefined;
      lastAtWork = atWork;
      return { documents, removedIds, atWork };
    };
  };
