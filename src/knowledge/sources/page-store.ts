import type { Insertable } from 'kysely';
import type { Handle, Schema } from '../../db/index.ts';

/** A page whose content is a document. */
export interface KnownPage {
  url: string;
  documentId: string;
  etag: string;
  lastModified: string;
  contentHash: string;
  missingSinceMs: number | null;
}

const columns = [
  'source_pages.url',
  'source_pages.document_id as documentId',
  'source_pages.etag',
  'source_pages.last_modified as lastModified',
  'source_pages.content_hash as contentHash',
  'source_pages.missing_since as missingSinceMs',
] as const;

/** Without pages whose document was deleted: they are read like new ones. */
const withDocument = (db: Handle, sourceId: string) =>
  db
    .selectFrom('source_pages')
    .innerJoin('documents', 'documents.id', 'source_pages.document_id')
    .where('source_pages.source_id', '=', sourceId);

export const knownPages = async (
  db: Handle,
  sourceId: string,
  urls: readonly string[],
): Promise<Map<string, KnownPage>> => {
  if (urls.length === 0) return new Map();
  const rows = await withDocument(db, sourceId)
    .select(columns)
    .where('source_pages.url', 'in', urls)
    .execute();
  return new Map(rows.map((row) => [row.url, row]));
};

/** All pages of a source, those near the start first. */
export const listKnownUrls = (db: Handle, sourceId: string): Promise<{ url: string; depth: number }[]> =>
  withDocument(db, sourceId)
    .select(['source_pages.url', 'source_pages.depth'])
    .orderBy('source_pages.depth')
    .orderBy('source_pages.url')
    .execute();

/** Pages that the run did not find. */
export const uncheckedPages = (
  db: Handle,
  { sourceId, runId }: { sourceId: string; runId: string },
  limit: number,
): Promise<KnownPage[]> =>
  db
    .selectFrom('source_pages')
    .select(columns)
    .where('source_id', '=', sourceId)
    .where('checked_run_id', '<>', runId)
    .orderBy('url')
    .limit(limit)
    .execute();

export const savePages = async (
  tx: Handle,
  rows: readonly Insertable<Schema['source_pages']>[],
): Promise<void> => {
  if (rows.length === 0) return;
  await tx
    .insertInto('source_pages')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['source_id', 'url']).doUpdateSet(({ ref }) => ({
        document_id: ref('excluded.document_id'),
        etag: ref('excluded.etag'),
        last_modified: ref('excluded.last_modified'),
        content_hash: ref('excluded.content_hash'),
        missing_since: null,
        checked_run_id: ref('excluded.checked_run_id'),
      })),
    )
    .execute();
};

export const markChecked = async (
  tx: Handle,
  { sourceId, runId }: { sourceId: string; runId: string },
  urls: readonly string[],
): Promise<void> => {
  if (urls.length === 0) return;
  await tx
    .updateTable('source_pages')
    .set({ checked_run_id: runId, missing_since: null })
    .where('source_id', '=', sourceId)
    .where('url', 'in', urls)
    .execute();
};

/** The server sent the same content with new validators. */
export const setValidators = (
  tx: Handle,
  sourceId: string,
  { url, etag, lastModified }: Pick<KnownPage, 'url' | 'etag' | 'lastModified'>,
): Promise<unknown> =>
  tx
    .updateTable('source_pages')
    .set({ etag, last_modified: lastModified })
    .where('source_id', '=', sourceId)
    .where('url', '=', url)
    .execute();

export const markMissing = (
  tx: Handle,
  sourceId: string,
  { url, sinceMs, runId }: { url: string; sinceMs: number; runId: string },
): Promise<unknown> =>
  tx
    .updateTable('source_pages')
    .set({ missing_since: sinceMs, checked_run_id: runId })
    .where('source_id', '=', sourceId)
    .where('url', '=', url)
    .execute();

export const deletePages = async (tx: Handle, sourceId: string, urls: readonly string[]): Promise<void> => {
  if (urls.length === 0) return;
  await tx.deleteFrom('source_pages').where('source_id', '=', sourceId).where('url', 'in', urls).execute();
};

/** URLs by content, of pages with one of these contents. */
export const urlsByContent = async (
  db: Handle,
  sourceId: string,
  hashes: readonly string[],
): Promise<Map<string, string>> => {
  if (hashes.length === 0) return new Map();
  const rows = await withDocument(db, sourceId)
    .select(['source_pages.content_hash', 'source_pages.url'])
    .where('source_pages.content_hash', 'in', hashes)
    .execute();
  return new Map(rows.map((row) => [row.content_hash, row.url]));
};
