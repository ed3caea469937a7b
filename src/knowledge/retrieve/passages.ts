import { findRepeated } from './near-duplicates.ts';

/** What passages are made of. */
export interface PassageChunk {
  chunkId: string;
  dataId: string;
  /** In its document, from 0. */
  position: number;
  content: string;
  headings: readonly string[];
  tokens: number;
  /** An answer of a pair, or a text that a person wrote. It is no part of a longer text. */
  standsAlone: boolean;
}

/** One chunk, or neighbouring chunks of a document as one text. Scores are those of its best chunk. */
export type Passage<Chunk extends PassageChunk> = Chunk & {
  /** In the order of the document. Absent if there is only one. */
  chunkIds?: string[];
};

/** Chunks that are read to fill `count` passages, as some repeat others. */
export const candidatesFor = (count: number): number => Math.min(50, 4 * count);
/** Chunks for each passage, as neighbours become one. More would make the prompt longer without adding much. */
const chunksPerPassage = 2;

/** Longer passages would hide the part that answers. Two chunks of the largest size of the API fit. */
const mostTokens = 2000;
const mostChunks = 4;
/** Chunks share text if they were made to overlap. Shorter repetitions are coincidence. In UTF-16 units. */
const shortestOverlap = 24;
const longestOverlap = 2000;

/** Lines with which both begin, such as the header of a table that every chunk of a sheet repeats. */
const commonOpening = (before: string, after: string): number => {
  let length = 0;
  for (;;) {
    const end = after.indexOf('\n', length) + 1;
    if (end === 0 || before.slice(length, end) !== after.slice(length, end)) return length;
    length = end;
  }
};

/** The end of the first text with which the second one begins. */
const overlapOf = (before: string, after: string): number => {
  const longest = Math.min(before.length, after.length, longestOverlap);
  const start = after.slice(0, shortestOverlap);
  if (start.length < shortestOverlap) return 0;
  const tail = before.slice(before.length - longest);
  for (let at = tail.indexOf(start); at >= 0; at = tail.indexOf(start, at + 1))
    if (after.startsWith(tail.slice(at))) return tail.length - at;
  return 0;
};

/** The text so far with what a chunk adds after the one before it. */
const extend = (text: string, before: PassageChunk, chunk: PassageChunk): string => {
  const overlap = overlapOf(before.content, chunk.content);
  if (overlap > 0) return text + chunk.content.slice(overlap);
  const opening = commonOpening(before.content, chunk.content);
  const rest = chunk.content.slice(opening).trimStart();
  // Rows of a table stay one table.
  if (opening > 0 && rest.split('\n', 1)[0]!.includes('|')) return `${text.trimEnd()}\n${rest}`;
  const added = chunk.headings.filter(
    (title) => !before.headings.includes(title) && !before.content.includes(title),
  );
  const titles = added.length === 0 ? '' : `${added.join(' › ')}\n\n`;
  return `${text.trimEnd()}\n\n${titles}${rest}`;
};

const joinChunks = ([first, ...others]: readonly PassageChunk[]): string => {
  let text = first!.content;
  let before = first!;
  for (const chunk of others) {
    text = extend(text, before, chunk);
    before = chunk;
  }
  return text;
};

/** Chunks of one document that follow each other, in their order. Starts with the best one and grows both ways. */
const growRun = <Chunk extends PassageChunk>(best: Chunk, left: ReadonlyMap<string, Chunk>): Chunk[] => {
  const run = [best];
  if (best.standsAlone) return run;
  let tokens = best.tokens;
  const placeOf = (position: number): string => `${best.dataId} ${position}`;
  const take = (position: number, add: (chunk: Chunk) => void): boolean => {
    const chunk = left.get(placeOf(position));
    if (!chunk || chunk.standsAlone || run.length >= mostChunks || tokens + chunk.tokens > mostTokens)
      return false;
    tokens += chunk.tokens;
    add(chunk);
    return true;
  };
  for (let grows = true; grows; ) {
    const after = take(run.at(-1)!.position + 1, (chunk) => run.push(chunk));
    const before = take(run[0]!.position - 1, (chunk) => run.unshift(chunk));
    grows = after || before;
  }
  return run;
};

/**
 * The best passages of chunks that are sorted by score: texts that repeat a better one are left out, and neighbours
 * become one passage at the place of the best of them.
 */
export const toPassages = <Chunk extends PassageChunk>(
  query: string,
  chunks: readonly Chunk[],
  count: number,
): Passage<Chunk>[] => {
  const repeated = findRepeated(
    query,
    chunks.map(({ content }) => content),
  );
  const kept = chunks.filter((_, index) => !repeated.has(index)).slice(0, chunksPerPassage * count);
  const left = new Map(kept.map((chunk) => [`${chunk.dataId} ${chunk.position}`, chunk]));
  const passages: Passage<Chunk>[] = [];
  for (const chunk of kept) {
    if (passages.length >= count) break;
    if (!left.has(`${chunk.dataId} ${chunk.position}`)) continue;
    const run = growRun(chunk, left);
    for (const { dataId, position } of run) left.delete(`${dataId} ${position}`);
    passages.push(
      run.length === 1
        ? chunk
        : {
            ...chunk,
            content: joinChunks(run),
            headings: run[0]!.headings,
            tokens: run.reduce((sum, { tokens }) => sum + tokens, 0),
            chunkIds: run.map(({ chunkId }) => chunkId),
          },
    );
  }
  return passages;
};
