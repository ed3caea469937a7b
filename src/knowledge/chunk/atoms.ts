import { sentenceEnds } from '../../lib/language/index.ts';
import { countTokens, isWithinTokenLimit } from '../../lib/tokens.ts';
import { cutWithin } from './cut-within.ts';
import { type Block, startsListItem } from './markdown-blocks.ts';

/**
 * A range of the source that is never split between chunks. It includes the white space before it, because the
 * vocabulary joins a space to the next word: so token counts of neighbours nearly add up.
 */
export interface Atom {
  start: number;
  end: number;
  tokens: number;
  /** Repeated before this atom if it begins a chunk: the header of its table. */
  prefix: string;
  /** A heading: it is not the last atom of a chunk if the next atom also fits. */
  isHeading: boolean;
}

const skipBlank = (source: string, start: number, end: number): number => {
  let at = start;
  while (at < end && /\s/.test(source.charAt(at))) at++;
  return at;
};

const lineStarts = (source: string, start: number, end: number): number[] => {
  const starts: number[] = [];
  for (let at = source.indexOf('\n', start); at !== -1 && at + 1 < end; at = source.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  return starts;
};

const between = (start: number, cuts: number[], end: number): { start: number; end: number }[] => {
  const edges = [start, ...cuts, end];
  return edges.slice(1).map((edge, index) => ({ start: edges[index]!, end: edge }));
};

/** Divides `tokens` into as few pieces as the limit allows, of about the same size. */
export const evenShare = (tokens: number, limit: number): number =>
  Math.min(limit, Math.ceil((1.15 * tokens) / Math.max(1, Math.ceil(tokens / limit))));

/**
 * Cuts blocks into atoms that fit the limit. `room` is the limit of the first atom: smaller below
 * a heading, which should share its chunk.
 */
export const createAtoms = (source: string, limit: number) => {
  const atom = (start: number, end: number, prefix = ''): Atom => ({
    start,
    end,
    tokens: countTokens(source.slice(start, end)),
    prefix,
    isHeading: false,
  });
  type Cut = (start: number, end: number, room: number) => Atom[];

  const wholeOr =
    (cut: Cut): Cut =>
    (start, end, room) =>
      isWithinTokenLimit(source.slice(start, end).trim(), room) ? [atom(start, end)] : cut(start, end, room);

  const parts = (ranges: { start: number; end: number }[], room: number, cut: Cut): Atom[] =>
    ranges.flatMap(({ start, end }, index) => cut(start, end, index === 0 ? room : limit));

  const pieces =
    (sign: string): Cut =>
    (start, end, room) => {
      const found: Atom[] = [];
      const share = evenShare(countTokens(source.slice(start, end)), limit);
      for (let from = start; from < end; ) {
        const first = skipBlank(source, from, end);
        if (first === end) break;
        const cut = cutWithin(source, first, end, from === start ? Math.min(room, share) : share, sign);
        found.push(atom(from, cut));
        from = cut;
      }
      return found;
    };
  const wholeOrPieces = wholeOr(pieces(''));
  const wholeOrCells = wholeOr(pieces('|'));

  const sentences: Cut = (start, end, room) => {
    const cuts = sentenceEnds(source.slice(start, end), 'document').map((offset) => start + offset);
    return parts(between(start, cuts, end), room, wholeOrPieces);
  };

  const items: Cut = (start, end, room) => {
    const cuts = lineStarts(source, start, end).filter((at) => startsListItem(source.slice(at, at + 100)));
    return parts(between(start, cuts, end), room, wholeOr(sentences));
  };

  const rows =
    (bodyStart: number): Cut =>
    (start, end, room) => {
      const header = source.slice(start, bodyStart).trim();
      // A header that takes more than half of every chunk is not repeated: it would outweigh the rows.
      const repeated = isWithinTokenLimit(header, Math.floor(limit / 2)) ? header : '';
      const cuts = lineStarts(source, start, end).filter((at) => at >= bodyStart);
      return parts(between(start, cuts, end), room, (rowStart, rowEnd, rowRoom) => {
        const row = source.slice(rowStart, rowEnd).trim();
        const isBelowHeader = rowStart > start && repeated !== '';
        return isBelowHeader && isWithinTokenLimit(`${repeated}\n${row}`, limit)
          ? [atom(rowStart, rowEnd, repeated)]
          : wholeOrCells(rowStart, rowEnd, rowRoom);
      });
    };

  const cutOf = (block: Block): Cut => {
    if (block.kind === 'table') return rows(block.bodyStart);
    if (block.kind === 'list') return items;
    if (block.kind === 'prose') return sentences;
    return pieces('');
  };
  return (block: Block, room: number): Atom[] =>
    wholeOr(cutOf(block))(block.start, block.end, room).map((each) => ({
      ...each,
      isHeading: block.kind === 'heading',
    }));
};
