import { DatabaseSync } from 'node:sqlite';
import type { IndexedChunk } from './agent-index.ts';
import { bytesToVector } from './vectors/vector-bytes.ts';

export interface ReadChunk extends IndexedChunk {
  uploadId: string;
  position: number;
}

export interface StoredVector {
  chunkNumber: number;
  model: string;
  vector: Float32Array;
}

type ChunkRow = [
  number: number,
  documentId: string,
  uploadId: string,
  position: number,
  termCount: number,
  terms: Uint8Array,
];

const columns = 'number, document_id, upload_id, position, term_count, terms';

/**
 * The search thread's own connection to a SQLite database: its reads neither block the event loop nor copy data
 * between threads. Every statement sees what was committed before it began. All are short, so that checkpoints of
 * the write-ahead log can proceed.
 */
export const openChunkReader = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true });
  // Memory-mapped pages need no system call each: a third of the time for 200 vectors from all over the file.
  database.exec('pragma busy_timeout = 5000; pragma cache_size = -4096; pragma mmap_size = 2147418112');
  const prepare = (sql: string) => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  const ofAgent = prepare(
    `select ${columns} from chunks
     where agent_id = ? and is_enabled = 1 and number > ? order by number limit ?`,
  );
  const ofUpload = prepare(
    `select ${columns} from chunks
     where upload_id = ? and is_enabled = 1 and position > ? order by position limit ?`,
  );
  // One parameter for any count, so that the statement is prepared once.
  const amongChunks = prepare(
    `select chunk_number, model, vector from chunk_vectors
     where chunk_number in (select value from json_each(?))`,
  );

  const vectorsOf = (numbers: readonly number[]): StoredVector[] =>
    (amongChunks.all(JSON.stringify(numbers)) as unknown as [number, string, Uint8Array][]).map(
      ([chunkNumber, model, vector]) => ({ chunkNumber, model, vector: bytesToVector(vector) }),
    );

  const toChunks = (found: unknown): ReadChunk[] => {
    const chunks = (found as ChunkRow[]).map(
      ([number, documentId, uploadId, position, termCount, terms]): ReadChunk => ({
        number,
        documentId,
        uploadId,
        position,
        termCount,
        terms,
        vectors: [],
      }),
    );
    const byNumber = new Map(chunks.map((chunk) => [chunk.number, chunk]));
    for (const stored of vectorsOf([...byNumber.keys()]))
      byNumber.get(stored.chunkNumber)!.vectors.push(stored);
    return chunks;
  };

  return {
    vectorsOf,
    /** In the order of storing, including enabled chunks that are not served. */
    ofAgent: (agentId: string, after: number, limit: number): ReadChunk[] =>
      toChunks(ofAgent.all(agentId, after, limit)),
    ofUpload: (uploadId: string, after: number, limit: number): ReadChunk[] =>
      toChunks(ofUpload.all(uploadId, after, limit)),
  };
};

export type ChunkReader = ReturnType<typeof openChunkReader>;
