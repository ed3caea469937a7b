import { type Handle, prepared, type Schema, type Statement } from '../db/index.ts';

/** A part of the reply, from `start` to before `end`, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

/** A passage that the reply used. */
export interface NewCitation {
  dataId: string;
  /** Its best chunk. */
  chunkId: string;
  /** All chunks of the passage in their order, if there is more than one. */
  chunkIds?: readonly string[];
  documentName: string;
  sourceUrl: string;
  content: string;
  score: number;
  /** The parts of the reply that used it. */
  spans: readonly Span[];
}

const insert = prepared<Schema['citations'], never>((db, value) =>
  db.insertInto('citations').values({
    round_id: value('round_id'),
    position: value('position'),
    data_id: value('data_id'),
    chunk_id: value('chunk_id'),
    chunk_ids: value('chunk_ids'),
    data_name: value('data_name'),
    source_url: value('source_url'),
    content: value('content'),
    score: value('score'),
    spans: value('spans'),
  }),
);

export const insertingCitations = (roundId: string, citations: readonly NewCitation[]): Statement<never>[] =>
  citations.map((chunk, position) =>
    insert.statement({
      round_id: roundId,
      position,
      data_id: chunk.dataId,
      chunk_id: chunk.chunkId,
      chunk_ids: chunk.chunkIds === undefined ? null : JSON.stringify(chunk.chunkIds),
      data_name: chunk.documentName,
      source_url: chunk.sourceUrl,
      content: chunk.content,
      score: chunk.score,
      spans: JSON.stringify(chunk.spans),
    }),
  );

const columns = [
  'round_id as roundId',
  'data_id as documentId',
  'data_name as documentName',
  'chunk_id as chunkId',
  'chunk_ids as chunkIds',
  'source_url as sourceUrl',
  'score',
  'spans',
] as const;

const decoded = <Row extends { chunkId: string; chunkIds: string | null; spans: string }>(
  rows: readonly Row[],
) =>
  rows.map(({ chunkIds, spans, ...row }) => ({
    ...row,
    chunkIds: chunkIds === null ? [row.chunkId] : (JSON.parse(chunkIds) as string[]),
    spans: JSON.parse(spans) as Span[],
  }));

/** The citations of these rounds without the chunks' text, by round and in order. */
export const findCitations = async (db: Handle, roundIds: readonly string[]) => {
  const rows = roundIds.length
    ? await db
        .selectFrom('citations')
        .select(columns)
        .where('round_id', 'in', roundIds)
        .orderBy('round_id')
        .orderBy('position')
        .execute()
    : [];
  return Map.groupBy(decoded(rows), (citation) => citation.roundId);
};

export type FoundCitations = Awaited<ReturnType<typeof findCitations>>;

/** The same with the chunks as they were at the time of the reply, as one list over all rounds. */
export const findPassages = async (db: Handle, roundIds: readonly string[]) => {
  if (roundIds.length === 0) return [];
  const rows = await db
    .selectFrom('citations')
    .select([...columns, 'content'])
    .where('round_id', 'in', roundIds)
    .orderBy('round_id')
    .orderBy('position')
    .execute();
  return decoded(rows);
};

export type Passage = Awaited<ReturnType<typeof findPassages>>[number];
