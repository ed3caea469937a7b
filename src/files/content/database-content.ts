import type { Database } from '../../db/index.ts';
import { createConcurrencyLimit } from '../../lib/concurrency-limit.ts';
import { insertPiece, readPieces, readPiecesOf } from '../file-store.ts';
import { readRangeOfRows } from '../read-range.ts';
import type { ContentStore } from './content-store.ts';
import { piecesOf } from './file-source.ts';

/** Concurrent queries of all downloads together. */
const readsAtOnce = 3;

/** In pieces. With PostgreSQL, whose processes share no folder. */
export const createDatabaseContent = (db: Database): ContentStore => {
  const withLimit = createConcurrencyLimit(readsAtOnce);

  return {
    isInDatabase: true,
    write: async (tx, fileId, source, seen) => {
      let position = 0;
      for await (const bytes of piecesOf(source)) {
        seen(bytes);
        await insertPiece(tx, { fileId, position: position++, bytes });
      }
    },
    read: async (id) => Buffer.concat(await readPieces(db.query, id)),
    sources: async (files) => {
      const rows = await readPiecesOf(
        db.query,
        files.map(({ id }) => id),
      );
      const pieces = Map.groupBy(rows, ({ fileId }) => fileId);
      return new Map(
        [...pieces].map(([id, parts]) => [id, { bytes: Buffer.concat(parts.map(({ bytes }) => bytes)) }]),
      );
    },
    pieces: (id, first, last) => readRangeOfRows(db.query, withLimit, id, first, last),
    // The database deletes them with the row.
    remove: async () => {},
    // They are on the disk of its server, whose free space is unknown here.
    requireRoom: async () => {},
  };
};
