import type { Agent } from '../../agents/index.ts';
import type { Handle } from '../../db/index.ts';
import type { Files } from '../../files/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import { fileSizesOf, insertDocuments, replacePending } from '../documents/document-store.ts';
import { newDocumentRows } from '../documents/new-document-rows.ts';
import type { createRemoveDocuments } from '../documents/remove-documents.ts';
import { enqueueClearing, enqueueIngest } from '../queues.ts';
import type { PageContent, PageOutcome } from './page-outcome.ts';
import {
  deletePages,
  type KnownPage,
  markChecked,
  markMissing,
  savePages,
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

type ContentPage = ReadPageResult & { outcome: Extract<PageOutcome, { state: 'content' }> };

const hasContent = (page: ReadPageResult): page is ContentPage => page.outcome.state === 'content';

interface Target {
  agent: Agent;
  source: Source;
  runId: string;
}

interface Content {
  agent: Agent;
  source: Source;
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

  const ingest = async (
    tx: Handle,
    agent: Agent,
    uploads: readonly { id: string; document_id: string; format: string }[],
  ): Promise<void> => {
    const sizes = await fileSizesOf(
      tx,
      uploads.map(({ id }) => id),
    );
    for (const { id, document_id, format } of uploads)
      await enqueueIngest(tx, jobs, {
        agentId: agent.id,
        workspaceId: agent.workspaceId,
        documentId: document_id,
        uploadId: id,
        format,
        sizeBytes: sizes.get(id) ?? 0,
      });
  };

  const newRows = ({ agent, source, content, fileId }: Content) =>
    newDocumentRows({
      agent,
      creator: source.creator,
      knowledgeBaseId: source.knowledgeBaseId,
      kind: content.kind,
      cutting: cuttingOf(source),
      file: { fileId, name: content.name, format: content.format, sourceUrl: content.sourceUrl },
      nowMs: clock.nowMs(),
    });

  /** False if the document was deleted meanwhile. */
  const replaceDocument = async (
    tx: Handle,
    documentId: string,
    { agent, source, content, fileId }: Content,
  ): Promise<boolean> => {
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
      keeps_edits: source.keepsEdits ? 1 : 0,
      created_at: nowMs,
    };
    const replaced = await replacePending(tx, agent.id, upload, content.sourceUrl, nowMs);
    if (!replaced) return false;
    await ingest(tx, agent, [upload]);
    if (replaced.supersededUploadId !== null)
      await enqueueClearing(tx, jobs, { uploadIds: [replaced.supersededUploadId] });
    return true;
  };

  /** The documents of pages, in few statements. Returns the pages whose document is new. */
  const storeContents = async (
    tx: Handle,
    { agent, source, runId }: Target,
    pages: readonly ContentPage[],
  ): Promise<Set<ReadPageResult>> => {
    const added = new Map<ContentPage, ReturnType<typeof newRows>>();
    for (const page of pages) {
      const { content } = page.outcome;
      const stored: Content = { agent, source, content, fileId: page.fileId! };
      if (!page.known || !(await replaceDocument(tx, page.known.documentId, stored)))
        added.set(page, newRows(stored));
    }
    const rows = [...added.values()];
    await insertDocuments(
      tx,
      rows.map(({ document }) => ({ ...document, source_id: source.id })),
      rows.map(({ upload }) => upload),
    );
    await ingest(
      tx,
      agent,
      rows.map(({ upload }) => upload),
    );
    await files.markReferenced(
      tx,
      pages.map(({ fileId }) => fileId!),
    );
    await savePages(
      tx,
      pages.map((page) => ({
        source_id: source.id,
        url: page.url,
        document_id: added.get(page)?.document.id ?? page.known!.documentId,
        etag: page.outcome.validators.etag,
        last_modified: page.outcome.validators.lastModified,
        content_hash: page.outcome.content.contentHash,
        depth: page.depth,
        missing_since: null,
        checked_run_id: runId,
      })),
    );
    return new Set(added.keys());
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
    added: ReadonlySet<ReadPageResult>,
  ): Promise<{ state: RunPageState; reason: string | null }> => {
    const { outcome, known } = page;
    if (outcome.state === 'content') return { state: added.has(page) ? 'added' : 'updated', reason: null };
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
      const added = await storeContents(tx, target, pages.filter(hasContent));
      for (const page of pages) {
        const { state, reason } = await stateOf(tx, target, page, added);
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
