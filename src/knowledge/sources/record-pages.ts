import type { Agent } from '../../agents/index.ts';
import type { Handle } from '../../db/index.ts';
import type { Files } from '../../files/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import { insertDocuments, replacePending } from '../documents/document-store.ts';
import { newDocumentRows } from '../documents/new-document-rows.ts';
import type { createRemoveDocuments } from '../documents/remove-documents.ts';
import { enqueueClearing, enqueueIngest } from '../queues.ts';
import type { PageContent, PageOutcome } from './crawl/read-page.ts';
import {
  deletePages,
  type KnownPage,
  markChecked,
  markMissing,
  savePage,
  setValidators,
} from './page-store.ts';
import { setPageStates } from './run-store.ts';
import { type RunCounts, type RunPageState, reasonText, type Source } from './source.ts';

export interface ReadPageResult {
  url: string;
  depth: number;
  known: KnownPage | undefined;
  outcome: PageOutcome;
  /** Of its content. */
  fileId?: string;
}

interface Target {
  agent: Agent;
  source: Source;
  runId: string;
}

interface Content {
  agent: Agent;
  source: Source;
  url: string;
  content: PageContent;
  fileId: string;
}

interface RecordDependencies {
  clock: Clock;
  jobs: Jobs;
  files: Pick<Files, 'markReferenced'>;
  removeIn: ReturnType<typeof createRemoveDocuments>['removeIn'];
}

const dayMs = 24 * 60 * 60 * 1000;
const headerRows = 1;

/** Stores what became of pages: documents, the pages of the source, and the report of the run. */
export const createRecordPages = ({ clock, jobs, files, removeIn }: RecordDependencies) => {
  const cuttingOf = ({ chunkTokens }: Source) => ({ chunkTokens, splitter: '', headerRows });

  const ingest = (tx: Handle, agent: Agent, upload: { id: string; document_id: string; format: string }) =>
    enqueueIngest(tx, jobs, {
      agentId: agent.id,
      workspaceId: agent.workspaceId,
      documentId: upload.document_id,
      uploadId: upload.id,
      format: upload.format,
    });

  const addDocument = async (
    tx: Handle,
    { agent, source, url, content, fileId }: Content,
  ): Promise<string> => {
    const { document, upload } = newDocumentRows({
      agent,
      creator: source.creator,
      knowledgeBaseId: source.knowledgeBaseId,
      kind: content.kind,
      cutting: cuttingOf(source),
      file: { fileId, name: content.name, format: content.format, sourceUrl: url },
      nowMs: clock.nowMs(),
    });
    await insertDocuments(tx, [{ ...document, source_id: source.id }], [upload]);
    await ingest(tx, agent, upload);
    return document.id;
  };

  /** Undefined if the document was deleted meanwhile. */
  const replaceDocument = async (
    tx: Handle,
    documentId: string,
    { agent, source, url, content, fileId }: Content,
  ): Promise<string | undefined> => {
    const nowMs = clock.nowMs();
    const { chunkTokens, splitter } = cuttingOf(source);
    const upload = {
      id: newId(nowMs),
      document_id: documentId,
      file_id: fileId,
      format: content.format,
      chunk_tokens: chunkTokens,
      splitter,
      header_rows: headerRows,
      created_at: nowMs,
    };
    const replaced = await replacePending(tx, agent.id, upload, url, nowMs);
    if (!replaced) return undefined;
    await ingest(tx, agent, upload);
    if (replaced.supersededUploadId !== null)
      await enqueueClearing(tx, jobs, { uploadIds: [replaced.supersededUploadId] });
    return documentId;
  };

  const storeContent = async (
    tx: Handle,
    target: Target,
    page: ReadPageResult & { outcome: Extract<PageOutcome, { state: 'content' }> },
  ): Promise<'added' | 'updated'> => {
    const { agent, source, runId } = target;
    const { content, validators } = page.outcome;
    const stored: Content = { agent, source, url: page.url, content, fileId: page.fileId! };
    const replacedId = page.known && (await replaceDocument(tx, page.known.documentId, stored));
    const documentId = replacedId ?? (await addDocument(tx, stored));
    await files.markReferenced(tx, [stored.fileId]);
    await savePage(tx, {
      source_id: source.id,
      url: page.url,
      document_id: documentId,
      etag: validators.etag,
      last_modified: validators.lastModified,
      content_hash: content.contentHash,
      depth: page.depth,
      missing_since: null,
      checked_run_id: runId,
    });
    return replacedId ? 'updated' : 'added';
  };

  /** A page that no longer exists: its document is deleted by the rules of the source. */
  const removePage = async (
    tx: Handle,
    { agent, source, runId }: Target,
    known: KnownPage,
  ): Promise<'removed' | 'missing'> => {
    const nowMs = clock.nowMs();
    const sinceMs = known.missingSinceMs ?? nowMs;
    const isOver = source.removal === 'after-grace' && nowMs - sinceMs >= source.graceDays * dayMs;
    if (source.removal === 'at-once' || isOver) {
      await removeIn(tx, agent.id, [known.documentId]);
      await deletePages(tx, source.id, [known.url]);
      return 'removed';
    }
    await markMissing(tx, source.id, { url: known.url, sinceMs, runId });
    return 'missing';
  };

  const stateOf = async (
    tx: Handle,
    target: Target,
    page: ReadPageResult,
  ): Promise<{ state: RunPageState; reason: string | null }> => {
    const { outcome, known } = page;
    if (outcome.state === 'content')
      return { state: await storeContent(tx, target, { ...page, outcome }), reason: null };
    if (outcome.state === 'unchanged') {
      if (outcome.validators)
        await setValidators(tx, target.source.id, { url: page.url, ...outcome.validators });
      return { state: 'unchanged', reason: null };
    }
    const reason = reasonText(outcome.reason);
    if (outcome.state === 'gone' && known) return { state: await removePage(tx, target, known), reason };
    return { state: 'skipped', reason };
  };

  return {
    removePage,
    /** Returns the number of pages by state. */
    record: async (
      tx: Handle,
      target: Target,
      pages: readonly ReadPageResult[],
    ): Promise<Partial<RunCounts>> => {
      const counts: Partial<RunCounts> = {};
      const byState = new Map<string, string[]>();
      const checked: string[] = [];
      for (const page of pages) {
        const { state, reason } = await stateOf(tx, target, page);
        if (state !== 'waiting') counts[state] = (counts[state] ?? 0) + 1;
        if (state === 'unchanged' || state === 'skipped') checked.push(page.url);
        const key = `${state}\n${reason ?? ''}`;
        byState.set(key, [...(byState.get(key) ?? []), page.url]);
      }
      await markChecked(tx, { sourceId: target.source.id, runId: target.runId }, checked);
      for (const [key, urls] of byState) {
        const [state, reason] = key.split('\n') as [RunPageState, string];
        await setPageStates(tx, target.runId, urls, state, reason === '' ? null : reason);
      }
      return counts;
    },
  };
};

export type RecordPages = ReturnType<typeof createRecordPages>;
