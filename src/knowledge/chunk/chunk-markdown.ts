import { countTokens, isWithinTokenLimit } from '../../lib/tokens.ts';
import { createAtoms } from './atoms.ts';
import { type Chunk, numberPassages, type Passage } from './chunk.ts';
import { type Block, markdownBlocks } from './markdown-blocks.ts';
import { packAtoms } from './pack-atoms.ts';

export interface ChunkOptions {
  /** Maximum tokens (o200k_base) of a chunk's text. */
  chunkTokens: number;
  /** If set and not empty, the text is cut exactly at each occurrence and `chunkTokens` does not apply. */
  separator?: string;
  /** Source code: a line that begins with a hash is a comment, not a heading. */
  isCode?: boolean;
}

/**
 * A custom separator decides the size of its chunks. They are cut further only above this: embedding servers
 * commonly reject inputs above 8,191 tokens, and one such chunk would fail the whole document.
 */
const splitterSafetyTokens = 8000;

/** Tokens of the line ends between a heading and its text. */
const gapTokens = 2;

type Heading = Extract<Block, { kind: 'heading' }>;

interface Section {
  headingPath: string[];
  blocks: Block[];
}

/** Tracks the current headings: a heading ends all of its own level and deeper. */
const createHeadingPath = () => {
  let open: Heading[] = [];
  return {
    enter(heading: Heading): void {
      open = [...open.filter(({ level }) => level < heading.level), heading];
    },
    titles: (): string[] => open.map(({ title }) => title).filter((title) => title !== ''),
  };
};

/** Every heading begins a section. Headings without text below them are part of the next section. */
const sectionsOf = (blocks: Block[]): Section[] => {
  const path = createHeadingPath();
  const sections: Section[] = [];
  let current: Section = { headingPath: [], blocks: [] };
  let hasBody = false;
  for (const block of blocks) {
    if (block.kind === 'heading') {
      if (hasBody) {
        sections.push(current);
        current = { headingPath: [], blocks: [] };
        hasBody = false;
      }
      path.enter(block);
      current.headingPath = path.titles();
    } else hasBody = true;
    current.blocks.push(block);
  }
  if (current.blocks.length > 0) sections.push(current);
  return sections;
};

const chunkSection = (source: string, { blocks, headingPath }: Section, limit: number): Passage[] => {
  const start = blocks[0]!.start;
  const end = blocks.at(-1)!.end;
  const whole = source.slice(start, end).trimEnd();
  if (isWithinTokenLimit(whole, limit)) return [{ text: whole, headingPath, tokens: countTokens(whole) }];
  const atomsOf = createAtoms(source, limit);
  let headingTokens = 0;
  let previousEnd = start;
  const atoms = blocks.flatMap((block) => {
    // The first text below a heading leaves room for it, because a chunk of only a heading is not useful.
    const room = headingTokens < limit / 2 ? limit - headingTokens : limit;
    // The gap between two blocks belongs to the later one, so that ranges are contiguous and nothing is lost.
    const found = atomsOf({ ...block, start: previousEnd }, room);
    previousEnd = block.end;
    const tokens = found.reduce((sum, atom) => sum + atom.tokens, 0);
    headingTokens = block.kind === 'heading' ? headingTokens + tokens + gapTokens : 0;
    return found;
  });
  return packAtoms(source, atoms, headingPath, limit);
};

const blocksOf = (source: string, isCode: boolean): Block[] =>
  isCode
    ? markdownBlocks(source).map((block) =>
        block.kind === 'heading' ? { kind: 'prose', start: block.start, end: block.end } : block,
      )
    : markdownBlocks(source);

const chunkPlain = (source: string, limit: number, isCode: boolean): Passage[] =>
  sectionsOf(blocksOf(source, isCode)).flatMap((section) => chunkSection(source, section, limit));

/** The headings of each piece are those of the whole text, wherever the separator cuts. */
const chunkAtSeparator = (source: string, separator: string, isCode: boolean): Passage[] => {
  const headings = blocksOf(source, isCode).filter((block) => block.kind === 'heading');
  const path = createHeadingPath();
  let nextHeading = 0;
  let offset = 0;
  return source.split(separator).flatMap((piece) => {
    const first = offset + (piece.length - piece.trimStart().length);
    offset += piece.length + separator.length;
    while (nextHeading < headings.length && headings[nextHeading]!.start <= first)
      path.enter(headings[nextHeading++]!);
    const text = piece.trim();
    if (text === '') return [];
    if (isWithinTokenLimit(text, splitterSafetyTokens)) {
      return [{ text, headingPath: path.titles(), tokens: countTokens(text) }];
    }
    return chunkPlain(text, splitterSafetyTokens, isCode);
  });
};

const withUnixLines = (text: string): string => text.replaceAll('\r\n', '\n');

export const chunkMarkdown = (
  markdown: string,
  { chunkTokens, separator = '', isCode = false }: ChunkOptions,
): Chunk[] => {
  const source = withUnixLines(markdown);
  return numberPassages(
    separator === ''
      ? chunkPlain(source, chunkTokens, isCode)
      : chunkAtSeparator(source, withUnixLines(separator), isCode),
  );
};
