import type { Handle } from '../db/index.ts';
import type { FilePlace } from './content/content-store.ts';

const rowsAtOnce = 500;

interface FileRecord {
  id: string;
  workspaceId: string;
  name: string;
  mediaType: string;
  sizeBytes: number;
  sha256: string;
  createdAtMs: number;
  agentId: string | null;
  visitorId: string | null;
  storedIn: FilePlace;
}

export const insertFile = async (tx: Handle, file: FileRecord): Promise<void> => {
  await tx
    .insertInto('files')
    .values({
      id: file.id,
      workspace_id: file.workspaceId,
      name: file.name,
      media_type: file.mediaType,
      size_bytes: file.sizeBytes,
      sha256: file.sha256,
      created_at: file.createdAtMs,
      agent_id: file.agentId,
      visitor_id: file.visitorId,
      stored_in: file.storedIn,
    })
    .execute();
};

export const findFile = (db: Handle, id: string) =>
  db
    .selectFrom('files')
    .select([
      'id',
      'name',
      'media_type as mediaType',
      'size_bytes as sizeBytes',
      'sha256',
      'stored_in as storedIn',
    ])
    .where('id', '=', id)
    .executeTakeFirst();

/** Called when all pieces of a file are stored. */
export const setContent = async (
  tx: Handle,
  { id, sizeBytes, sha256 }: { id: string; sizeBytes: number; sha256: string },
): Promise<void> => {
  await tx.updateTable('files').set({ size_bytes: sizeBytes, sha256 }).where('id', '=', id).execute();
};

export const insertPiece = async (
  tx: Handle,
  piece: { fileId: string; position: number; bytes: Uint8Array },
): Promise<void> => {
  await tx
    .insertInto('file_pieces')
    .values({ file_id: piece.fileId, position: piece.position, bytes: piece.bytes })
    .execute();
};

export const readPieces = async (db: Handle, fileId: string): Promise<Uint8Array[]> => {
  const rows = await db
    .selectFrom('file_pieces')
    .select('bytes')
    .where('file_id', '=', fileId)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.bytes);
};

/** The pieces of several files, in order of each file. */
export const readPiecesOf = (
  db: Handle,
  fileIds: readonly string[],
): Promise<{ fileId: string; bytes: Uint8Array }[]> =>
  db
    .selectFrom('file_pieces')
    .select(['file_id as fileId', 'bytes'])
    .where('file_id', 'in', fileIds)
    .orderBy('file_id')
    .orderBy('position')
    .execute();

/** The database deletes their pieces too. Returns those that existed, with the place of their content. */
export const deleteFiles = async (
  tx: Handle,
  ids: readonly string[],
): Promise<{ id: string; storedIn: FilePlace }[]> => {
  const deleted: { id: string; storedIn: FilePlace }[] = [];
  for (let start = 0; start < ids.length; start += rowsAtOnce)
    deleted.push(
      ...(await tx
        .deleteFrom('files')
        .where('id', 'in', ids.slice(start, start + rowsAtOnce))
        .returning(['id', 'stored_in as storedIn'])
        .execute()),
    );
  return deleted;
};

/** Those of the files that exist. */
export const findFiles = (db: Handle, ids: readonly string[]) =>
  db
    .selectFrom('files')
    .select(['id', 'size_bytes as sizeBytes', 'stored_in as storedIn'])
    .where('id', 'in', ids)
    .execute();

/** Those of the IDs that exist. */
export const filterExisting = async (db: Handle, ids: readonly string[]): Promise<Set<string>> => {
  const existing = new Set<string>();
  for (let start = 0; start < ids.length; start += rowsAtOnce) {
    const batch = ids.slice(start, start + rowsAtOnce);
    for (const { id } of await db.selectFrom('files').select('id').where('id', 'in', batch).execute())
      existing.add(id);
  }
  return existing;
};

/** Files of a place, the newest first. */
export const listNewestIn = (db: Handle, place: FilePlace, limit: number) =>
  db
    .selectFrom('files')
    .select('id')
    .where('stored_in', '=', place)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Files of a place after an ID, in order. */
export const listFilesIn = (
  db: Handle,
  place: FilePlace,
  { after, limit }: { after: string; limit: number },
) =>
  db
    .selectFrom('files')
    .select(['id', 'name', 'size_bytes as sizeBytes', 'sha256'])
    .where('stored_in', '=', place)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** False if the file does not exist any more, or is not in the place `from`. */
export const setPlace = async (
  tx: Handle,
  { id, from, to }: { id: string; from: FilePlace; to: FilePlace },
): Promise<boolean> => {
  const changed = await tx
    .updateTable('files')
    .set({ stored_in: to })
    .where('id', '=', id)
    .where('stored_in', '=', from)
    .returning('id')
    .execute();
  return changed.length > 0;
};

export const deletePieces = async (tx: Handle, fileId: string): Promise<void> => {
  await tx.deleteFrom('file_pieces').where('file_id', '=', fileId).execute();
};

export const insertUnreferenced = async (tx: Handle, fileId: string, nowMs: number): Promise<void> => {
  await tx.insertInto('loose_files').values({ file_id: fileId, created_at: nowMs }).execute();
};

/** For files that were referenced before. Those that were removed meanwhile are left out. */
export const insertUnreferencedAgain = async (
  tx: Handle,
  fileIds: readonly string[],
  nowMs: number,
): Promise<void> => {
  for (let start = 0; start < fileIds.length; start += rowsAtOnce)
    await tx
      .insertInto('loose_files')
      .columns(['file_id', 'created_at'])
      .expression((from) =>
        from
          .selectFrom('files')
          .select((select) => ['id', select.lit(nowMs).as('created_at')])
          .where('id', 'in', fileIds.slice(start, start + rowsAtOnce)),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
};

/** Returns the unreferenced files among them. */
export const deleteUnreferenced = async (tx: Handle, fileIds: readonly string[]): Promise<string[]> => {
  if (fileIds.length === 0) return [];
  const rows = await tx
    .deleteFrom('loose_files')
    .where('file_id', 'in', fileIds)
    .returning('file_id')
    .execute();
  return rows.map((row) => row.file_id);
};

/** Unreferenced files older than the given time, with whether a document refers to them. */
export const listUnreferenced = async (
  db: Handle,
  { beforeMs, limit }: { beforeMs: number; limit: number },
): Promise<{ fileId: string; isNamed: boolean }[]> => {
  const rows = await db
    .selectFrom('loose_files')
    .leftJoin('document_uploads', 'document_uploads.file_id', 'loose_files.file_id')
    .select(['loose_files.file_id', 'document_uploads.id as upload_id'])
    .where('loose_files.created_at', '<', beforeMs)
    .limit(limit)
    .execute();
  return rows.map((row) => ({ fileId: row.file_id, isNamed: row.upload_id !== null }));
};

export const insertShared = async (
  db: Handle,
  { fileId, expiresAtMs }: { fileId: string; expiresAtMs: number },
): Promise<void> => {
  await db.insertInto('shared_files').values({ file_id: fileId, expires_at: expiresAtMs }).execute();
};

export const listExpired = async (
  db: Handle,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('shared_files')
    .select('file_id')
    .where('expires_at', '<=', nowMs)
    .limit(limit)
    .execute();
  return rows.map((row) => row.file_id);
};
