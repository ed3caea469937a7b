import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';
import type { ConcurrencyLimit } from '../lib/concurrency-limit.ts';

/**
 * Bytes read at once. A client that does not read holds one piece in memory, so downloads cost the number of slow
 * clients times this. Smaller pieces would need more queries on PostgreSQL.
 */
export const readPieceBytes = 32 * 1024;

/** A range of a file in the data folder. Each piece is valid until the next one is requested: the buffer is reused. */
export async function* readRangeOfPath(
  path: string,
  first: number,
  last: number,
): AsyncGenerator<Uint8Array, void, void> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafeSlow(Math.min(readPieceBytes, last - first + 1));
    for (let position = first; position <= last; ) {
      const wanted = Math.min(buffer.length, last - position + 1);
      const { bytesRead } = await file.read(buffer, 0, wanted, position);
      if (bytesRead === 0) throw new Error(`${path} ends at byte ${position}, before byte ${last}`);
      yield buffer.subarray(0, bytesRead);
      position += bytesRead;
    }
  } finally {
    await file.close();
  }
}

/**
 * A range of a file whose content is rows of `file_pieces`. No connection is held between two pieces, and pieces
 * are read with a limit: hundreds of downloads must not take all database connections.
 */
export async function* readRangeOfRows(
  handle: Handle,
  withLimit: ConcurrencyLimit,
  fileId: string,
  first: number,
  last: number,
): AsyncGenerator<Uint8Array, void, void> {
  const rows = await withLimit(() =>
    handle
      .selectFrom('file_pieces')
      .select(['position', sql<number>`octet_length(bytes)`.as('size')])
      .where('file_id', '=', fileId)
      .orderBy('position')
      .execute(),
  );
  let rowStart = 0;
  let next = first;
  for (const { position, size } of rows) {
    const rowEnd = rowStart + size;
    while (next >= rowStart && next < rowEnd && next <= last) {
      const length = Math.min(readPieceBytes, rowEnd - next, last - next + 1);
      // substring counts from one.
      const from = next - rowStart + 1;
      const piece = await withLimit(() =>
        handle
          .selectFrom('file_pieces')
          .select(sql<Uint8Array>`substring(bytes from ${from} for ${length})`.as('bytes'))
          .where('file_id', '=', fileId)
          .where('position', '=', position)
          .executeTakeFirst(),
      );
      if (piece?.bytes.length !== length) throw new Error(`File ${fileId} was removed while it was read`);
      yield piece.bytes;
      next += length;
    }
    rowStart = rowEnd;
  }
  if (next <= last) throw new Error(`File ${fileId} ends at byte ${next}, before byte ${last}`);
}
