import type { ParsedPage } from '@llamaindex/liteparse';
import { normalizeText } from '../../lib/language/normalize-text.ts';
import type { Glyph } from './glyph-reader.ts';

/**
 * Pages of Japanese and Chinese whose lines run from top to bottom and follow each other from right to left. The layout
 * reader reads across such lines. Its engine keeps the letters of a line together, so lines are taken from there and put
 * into order by their positions.
 */
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const leastLetters = 20;

/** A cheap check, before the letters are read: across vertical lines, words have one letter or two. */
export const mayBeVertical = ({ textItems }: ParsedPage): boolean => {
  const words = textItems.flatMap(({ text }) => text.split(/\s+/)).filter((word) => eastAsian.test(word));
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  return letters >= leastLetters && letters <= words.length * 3;
};

interface Line {
  text: string;
  middle: number;
  top: number;
  bottom: number;
  size: number;
}

/** As shares of the letters' height. */
const sideways = 0.7;
const farthestDown = 2.2;
const otherSize = 0.15;
const headingSize = 1.25;
const indent = 0.7;

const middleOf = ({ left, right }: Glyph): number => (left + right) / 2;

const isDown = (before: Glyph, glyph: Glyph): boolean => {
  const size = Math.max(before.size, glyph.size);
  const step = glyph.baseline - before.baseline;
  return (
    Math.abs(middleOf(glyph) - middleOf(before)) < size * sideways && step > 0 && step < size * farthestDown
  );
};

const isAcross = (before: Glyph, glyph: Glyph): boolean =>
  Math.abs(glyph.baseline - before.baseline) < glyph.size * 0.3 && glyph.left > before.left;

/** Most letters follow each other downwards. */
const isVertical = (glyphs: Glyph[]): boolean => {
  let down = 0;
  let across = 0;
  for (const [index, glyph] of glyphs.entries()) {
    const before = glyphs[index - 1];
    if (!before || !eastAsian.test(glyph.text)) continue;
    if (isDown(before, glyph)) down += 1;
    else if (isAcross(before, glyph)) across += 1;
  }
  return down >= leastLetters && down > 3 * across;
};

/** Brackets and marks have forms of their own in vertical lines. */
const plainForm = (text: string): string =>
  /[\ufe10-\ufe1f\ufe30-\ufe48]/.test(text) ? normalizeText(text, 'NFKC') : text;

const isSameSize = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(a, b) * otherSize;

const linesOf = (glyphs: Glyph[]): Line[] => {
  const lines: Line[] = [];
  let before: Glyph | undefined;
  for (const glyph of glyphs) {
    const open = lines.at(-1);
    if (open && before && isDown(before, glyph) && isSameSize(before.size, glyph.size)) {
      open.text += plainForm(glyph.text);
      open.bottom = glyph.baseline;
    } else
      lines.push({
        text: plainForm(glyph.text),
        middle: middleOf(glyph),
        top: glyph.baseline - glyph.size,
        bottom: glyph.baseline,
        size: glyph.size,
      });
    before = glyph;
  }
  return lines.filter(({ text }) => text.trim() !== '');
};

/** Rows of lines one below the other, as in newspapers: no line of the upper row reaches into the lower one. */
const tiersOf = (lines: Line[]): Line[][] => {
  const tiers: Line[][] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const line of lines.toSorted((a, b) => a.top - b.top)) {
    if (line.top > bottom - line.size * 0.5) tiers.push([line]);
    else tiers.at(-1)!.push(line);
    bottom = Math.max(bottom, line.bottom);
  }
  return tiers.map((tier) => tier.toSorted((a, b) => b.middle - a.middle || a.top - b.top));
};

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const endsSentence = (text: string): boolean => /[。．！？」』）]$/.test(text);

/** A line continues the one on its right, unless it is indented, has another size, or that one ended early. */
const paragraphsOf = (tier: Line[], usualSize: number): string[] => {
  const usualTop = Math.min(...tier.map(({ top }) => top));
  const end = Math.max(...tier.map(({ bottom }) => bottom));
  const paragraphs: string[] = [];
  let before: Line | undefined;
  for (const line of tier) {
    const isHeading = line.size > usualSize * headingSize;
    const isNew =
      !before ||
      /^\u3000/.test(line.text) ||
      line.top - usualTop > line.size * indent ||
      !isSameSize(before.size, line.size) ||
      (endsSentence(before.text) && end - before.bottom > 2 * before.size);
    const text = line.text.trim();
    if (!isNew) paragraphs[paragraphs.length - 1] += text;
    else paragraphs.push(isHeading ? `## ${text}` : text);
    before = line;
  }
  return paragraphs;
};

/** A vertical page in reading order. Undefined if its lines are not vertical. */
export const readVertical = (page: ParsedPage, glyphs: Glyph[]): ParsedPage | undefined => {
  if (!isVertical(glyphs)) return undefined;
  const lines = linesOf(glyphs);
  const usualSize = median(lines.flatMap(({ text, size }) => Array.from(text, () => size)));
  const paragraphs = tiersOf(lines).flatMap((tier) => paragraphsOf(tier, usualSize));
  const markdown = paragraphs.join('\n\n');
  return { ...page, markdown, text: markdown, textItems: [] };
};
