import type { Database } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { KnowledgeDocument } from './document-states.ts';
import { findDocuments } from './document-store.ts';
import { countAtWork, documentsAtWork, documentsUpdatedSince } from './find-documents.ts';

export interface DocumentChanges {
  /** New, or changed since they were last reported. */
  documents: KnowledgeDocument[];
  /** Reported before and deleted since. */
  removedIds: string[];
  /** Number of waiting and running documents, including those that are not reported. */
  atWork: number;
}

/** More than a page shows. The rest is reported later. */
const documentsPerUpdate = 100;
/** Difference of the clocks of several processes up to which no change is reported late. */
const overlapMs = 5_000;

const fingerprint = (document: KnowledgeDocument): string =>
  [
    document.status,
    document.stage,
    document.stageDone,
    document.stageTotal,
    document.updatedAtMs,
    document.failReason,
    document.name,
  ].join('\n');

/**
 * Changes of an agent's documents for one observer: each call returns what changed since the last.
 * Reads the database, so that it includes work in other processes.
 */
export const createWatchDocuments =
  ({ db, clock }: { db: Database; clock: Clock }) =>
  (agentId: string): (() => Promise<DocumentChanges | undefined>) => {
    const sentVersions = new Map<string, string>();
    let open = new Set<string>();
    let sinceMs = clock.nowMs() - overlapMs;
    let lastAtWork = -1;

    const look = async (): Promise<{ found: KnowledgeDocument[]; removedIds: string[] }> => {
      const nextSinceMs = clock.nowMs() - overlapMs;
      const working = await documentsAtWork(db.query, agentId, documentsPerUpdate);
      const updated = await documentsUpdatedSince(db.query, agentId, sinceMs, documentsPerUpdate);
      sinceMs = nextSinceMs;
      const found = new Map([...updated, ...working].map((document) => [document.id, document]));
      const unseen = [...open].filter((id) => !found.has(id));
      for (const document of await findDocuments(db.query, agentId, unseen)) found.set(document.id, document);
      const removedIds = unseen.filter((id) => !found.has(id));
      const isOpen = (document: KnowledgeDocument): boolean =>
        document.status === 'PENDING' || document.status === 'PROCESSING';
      open = new Set([...found.values()].filter(isOpen).map((document) => document.id));
      return { found: [...found.values()], removedIds };
    };

    return async () => {
      const { found, removedIds } = await look();
      const atWork = await countAtWork(db.query, agentId);
      const documents = found.filter((document) => sentVersions.get(document.id) !== fingerprint(document));
      for (const document of documents) sentVersions.set(document.id, fingerprint(document));
      for (const id of removedIds) sentVersions.delete(id);
      if (documents.length === 0 && removedIds.length === 0 && atWork === lastAtWork) return undefined;
      lastAtWork = atWork;
      return { documents, removedIds, atWork };
    };
  };
