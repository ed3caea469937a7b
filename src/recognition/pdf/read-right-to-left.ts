import { LiteParse, type LiteParseConfig, type PageInput, type ParsedPage } from '@llamaindex/liteparse';
import { type GlyphLine, glyphLines, type Segment } from './glyph-lines.ts';
import type { GlyphReader } from './glyph-reader.ts';
import { type Direction, directionOf, hasRightToLeft, logicalOrder } from './logical-order.ts';
import { createPlaceholders } from './placeholders.ts';

type Items = PageInput['textItems'];
type Item = Items[number];
type Graphics = NonNullable<PageInput['graphics']>;

const directionOfPage = (lines: GlyphLine[]): Direction => {
  const units = lines.flatMap(({ segments }) => segments.flatMap((segment) => segment.units));
  const toLeft = units.filter(hasRightToLeft).length;
  const letters = units.filter((unit) => /\p{L}/u.test(unit)).length;
  return toLeft * 2 > letters ? 'rtl' : 'ltr';
};

/** Final forms never start a word, so they reveal words in reverse order. */
const endOfWord = '[ךםןףץةى]';
const endsRight = new RegExp(`\\p{L}${endOfWord}(?!\\p{L})`, 'gu');
const endsLeft = new RegExp(`(?<!\\p{L})${endOfWord}\\p{L}`, 'gu');

const isBackToFront = (text: string): boolean =>
  (text.match(endsLeft)?.length ?? 0) > (text.match(endsRight)?.length ?? 0);

const reverseLetters = (text: string): string =>
  text.replace(/[\p{L}\p{M}]+/gu, (word) =>
    hasRightToLeft(word)
      ? (word
          .match(/\p{L}\p{M}*/gu)
          ?.toReversed()
          .join('') ?? word)
      : word,
  );

const overlap = (a: { left: number; right: number }, item: Item): number =>
  Math.min(a.right, item.x + item.width) - Math.max(a.left, item.x);

const isOnLine = ({ baseline, size }: GlyphLine, { y, height }: Item): boolean => {
  const centre = y + height / 2;
  return centre < baseline + size * 0.3 && centre > baseline - size;
};

/** A part of a line in the format of the layout reader, with its font. */
const itemOf = (segment: Segment, text: string, replaced: Items): Item => {
  const font = replaced.toSorted((a, b) => overlap(segment, b) - overlap(segment, a))[0];
  const height = font?.height ?? segment.size;
  return {
    ...font,
    text,
    x: segment.left,
    y: font?.y ?? segment.baseline - height * 0.8,
    width: segment.right - segment.left,
    height,
    words: [],
  };
};

/** Text and direction of each part of the lines. */
const readSegments = (lines: GlyphLine[], page: Direction): Map<Segment, string> => {
  const readings = new Map<Segment, string>();
  let above: { segment: Segment; direction: Direction }[] = [];
  for (const { segments } of lines) {
    above = segments.map((segment) => {
      const over = above.find(
        ({ segment: { left, right, baseline } }) =>
          left < segment.right && right > segment.left && segment.baseline - baseline < 2 * segment.size,
      );
      const direction = directionOf(segment.units, { above: over?.direction, page });
      readings.set(segment, logicalOrder(segment.units, direction));
      return { segment, direction };
    });
  }
  return readings;
};

const reorderItems = (items: Items, lines: GlyphLine[], page: Direction): Items => {
  const readings = readSegments(lines, page);
  const correct = isBackToFront([...readings.values()].join('\n')) ? reverseLetters : (text: string) => text;
  const gone = new Set<Item>();
  const concerned = lines.filter(({ segments }) => segments.some(({ units }) => units.some(hasRightToLeft)));
  const added = concerned.flatMap((line) => {
    const onLine = items.filter(
      (item) => isOnLine(line, item) && line.segments.some((segment) => overlap(segment, item) > 0),
    );
    for (const item of onLine) gone.add(item);
    return line.segments.map((segment) => itemOf(segment, correct(readings.get(segment) ?? ''), onLine));
  });
  return [...items.filter((item) => !gone.has(item)), ...added];
};

const graphicsOf = ({ vectorGraphics }: ParsedPage): Graphics => [
  ...(vectorGraphics?.lines ?? []).map(({ x1, y1, x2, y2 }) => ({
    kind: 'stroke' as const,
    x1,
    y1,
    x2,
    y2,
    hasStroke: true,
  })),
  ...(vectorGraphics?.shapes ?? []).map(({ bbox, fill, stroke }) => ({
    kind: 'rect' as const,
    ...bbox,
    hasFill: fill,
    hasStroke: stroke,
  })),
];

/** The mirrored page: columns, cells and bullets are where they would be in a left-to-right page. */
const mirror = (width: number, items: Items, graphics: Graphics): { items: Items; graphics: Graphics } => ({
  items: items.map((item) => ({ ...item, x: width - item.x - item.width, words: [] })),
  graphics: graphics.map((each) =>
    each.kind === 'rect'
      ? { ...each, x: width - (each.x ?? 0) - (each.width ?? 0) }
      : { ...each, x1: width - (each.x1 ?? 0), x2: width - (each.x2 ?? 0) },
  ),
});

/** Lines of its tables, which need a second parse of the file. Most pages have none. */
const rulesOf = async (
  pdf: Uint8Array,
  page: ParsedPage,
  options: Partial<LiteParseConfig>,
): Promise<Graphics> => {
  if (!page.complexity?.layout?.ruledTableCount) return [];
  const parser = new LiteParse({
    ...options,
    targetPages: String(page.pageNum),
    extractVectorGraphics: true,
  });
  const drawn = (await parser.parse(Buffer.from(pdf))).pages[0];
  return drawn ? graphicsOf(drawn) : [];
};

/**
 * A page with Arabic or Hebrew, in reading order. The layout reader uses visual order,
 * so lines come out last word first. Here lines are read from the positions of their letters and laid out again.
 */
export const readRightToLeft = async (
  pdf: Uint8Array,
  page: ParsedPage,
  { options, glyphs }: { options: Partial<LiteParseConfig>; glyphs: GlyphReader },
): Promise<ParsedPage | undefined> => {
  const found = glyphs.read(page.pageNum)?.filter(({ isRotated }) => !isRotated);
  if (!found) return undefined;
  const lines = glyphLines(found);
  const direction = directionOfPage(lines);
  const items = reorderItems(page.textItems, lines, direction);
  const graphics = await rulesOf(pdf, page, options);
  const laid = direction === 'rtl' ? mirror(page.width, items, graphics) : { items, graphics };
  const { hide, show } = createPlaceholders(laid.items.map(({ text }) => text));
  const [result] = new LiteParse(options).parsePages([
    {
      pageNumber: page.pageNum,
      pageWidth: page.width,
      pageHeight: page.height,
      textItems: laid.items.map((item) => ({ ...item, text: hide(item.text) })),
      graphics: laid.graphics,
    },
  ]).pages;
  if (!result) return undefined;
  return { ...page, markdown: show(result.markdown), text: show(result.text), textItems: items };
};
