import { markdownTable } from '../markdown/markdown-table.ts';
import { type SpanCell, spanGrid } from '../markdown/span-grid.ts';

export type BlockKind = 'text' | 'item' | 'quote';

export interface Block {
  text: string;
  kind: BlockKind;
}

/** Blocks of a story: the body, a cell or a note. */
export interface Story {
  blocks: Block[];
  /** Notes and URLs that the current block refers to. They follow it. */
  references: string[];
}

interface OpenCell {
  story: Story;
  columns: number;
  /** Continues the cell above it. */
  isContinued: boolean;
}

interface OpenTable {
  rows: OpenCell[][];
}

export interface StoryWriter {
  add(block: Block): void;
  refer(reference: string): void;
  openTable(): void;
  openRow(): void;
  openCell(): void;
  spanColumns(columns: number): void;
  continueCell(): void;
  closeCell(): void;
  closeTable(): void;
  toMarkdown(): string;
}

const newStory = (): Story => ({ blocks: [], references: [] });

const quoted = (text: string): string => text.replace(/^/gm, '> ').replace(/ +$/gm, '');

/** List items are on consecutive lines, paragraphs of a quotation stay one quotation. */
const between = (before: BlockKind, after: BlockKind): string =>
  before !== after || after === 'text' ? '\n\n' : after === 'item' ? '\n' : '\n>\n';

const joinBlocks = ({ blocks }: Story): string =>
  blocks.reduce((joined, { text, kind }, index) => {
    const shown = kind === 'quote' ? quoted(text) : text;
    return index === 0 ? shown : `${joined}${between(blocks[index - 1]!.kind, kind)}${shown}`;
  }, '');

/** Vertical merges as spans: a cell covers the rows of the cells that continue it. */
const toSpans = (rows: OpenCell[][]): SpanCell[][] => {
  const open = new Map<number, SpanCell>();
  return rows.map((cells) => {
    const spans: SpanCell[] = [];
    let column = 0;
    for (const { story, columns, isContinued } of cells) {
      const above = open.get(column);
      if (isContinued && above) above.rows += 1;
      else {
        const text = story.blocks.map((block) => block.text).join(' ');
        const span = { text, columns, rows: 1 };
        spans.push(span);
        open.set(column, span);
      }
      column += columns;
    }
    return spans;
  });
};

/** Collects paragraphs and tables in order and writes them as Markdown. */
export const createStoryWriter = (): StoryWriter => {
  const stories = [newStory()];
  const tables: OpenTable[] = [];
  const current = () => stories.at(-1)!;
  const cell = () => tables.at(-1)?.rows.at(-1)?.at(-1);

  const addTable = ({ rows }: OpenTable): void => {
    const grid = spanGrid(toSpans(rows)).filter((cells) => cells.some(Boolean));
    if (grid.length === 0) return;
    const isNested = tables.length > 0;
    const isSingle = grid.every((cells) => cells.length === 1);
    if (isNested)
      current().blocks.push({
        text: grid.map((cells) => cells.filter(Boolean).join(', ')).join('; '),
        kind: 'text',
      });
    // A text frame is a table with one column.
    else if (isSingle) for (const [text = ''] of grid) current().blocks.push({ text, kind: 'text' });
    else current().blocks.push({ text: markdownTable(grid), kind: 'text' });
  };

  const addReferences = (): void => {
    // Inside a cell they wait until the whole table is written.
    if (tables.length > 0) return;
    const references = current().references.splice(0);
    if (references.length > 0) current().blocks.push({ text: references.join('\n'), kind: 'text' });
  };

  return {
    add: (block) => {
      if (block.text !== '') current().blocks.push(block);
      if (block.kind !== 'item') addReferences();
    },
    refer: (reference) => {
      stories[0]!.references.push(reference);
    },
    openTable: () => {
      tables.push({ rows: [] });
    },
    openRow: () => {
      tables.at(-1)?.rows.push([]);
    },
    openCell: () => {
      const story = newStory();
      tables.at(-1)?.rows.at(-1)?.push({ story, columns: 1, isContinued: false });
      stories.push(story);
    },
    spanColumns: (columns) => {
      const open = cell();
      if (open && columns > 1) open.columns = Math.min(columns, 1_000);
    },
    continueCell: () => {
      const open = cell();
      if (open) open.isContinued = true;
    },
    closeCell: () => {
      if (stories.length > 1) stories.pop();
    },
    closeTable: () => {
      const table = tables.pop();
      if (table) addTable(table);
      addReferences();
    },
    toMarkdown: () => {
      addReferences();
      return joinBlocks(stories[0]!);
    },
  };
};
