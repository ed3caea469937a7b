import { normalizeText } from '../../lib/language/normalize-text.ts';
import type { Glyph } from './glyph-reader.ts';

/** A part of a line without a wide gap: a line of a column, or a cell. */
export interface Segment {
  /** Letters with their marks, and spaces, from left to right. */
  units: string[];
  left: number;
  right: number;
  baseline: number;
  size: number;
}

export interface GlyphLine {
  segments: Segment[];
  baseline: number;
  size: number;
}

/** Gaps, as shares of the letters' height. */
const columnGap = 1.3;
const wordGap = 0.18;
/** If the line contains spaces, a gap is rarely one. */
const wordGapBesideSpaces = 0.35;
/** Assumed width of a letter without one. */
const letterWidth = 0.3;
/** Vertical tolerance for marks and small letters. */
const baselineShare = 0.3;

interface Unit {
  text: string;
  left: number;
  right: number;
}

const isSpace = (text: string): boolean => /^\s*$/.test(text);
const isMark = (text: string): boolean => /^\p{M}/u.test(text);

/** Base letters instead of their initial, medial and final forms. */
const plainForm = (text: string): string =>
  /[\ufb1d-\ufdff\ufe70-\ufefc]/.test(text) ? normalizeText(text, 'NFKC') : text;

/** The ligatures of Arabic that Unicode lists, as letters: لخ and لا are among them, خل is not. */
const ligatures = new Set(
  Array.from({ length: 0xfefd - 0xfb50 }, (_, index) =>
    normalizeText(String.fromCharCode(0xfb50 + index), 'NFKC'),
  ).filter((text) => /^\p{L}{2,}$/u.test(text)),
);

const isLigature = (letters: readonly string[]): boolean =>
  ligatures.has(letters.filter((letter) => !isMark(letter)).join(''));

/**
 * Letters of one glyph in reading order. They arrive in this order or last letter first, depending on how the line was
 * drawn. A known ligature decides; otherwise a mark never precedes its letter.
 */
const inReadingOrder = (letters: readonly string[]): readonly string[] => {
  const reversed = letters.toReversed();
  if (isLigature(letters) !== isLigature(reversed)) return isLigature(letters) ? letters : reversed;
  return isMark(letters[0]!) || !isMark(letters.at(-1)!) ? reversed : letters;
};

/**
 * The letters of one glyph. If a text replaces the glyphs, the box is that of the mark alone, so it is widened to the
 * letters.
 */
const joinGlyph = (glyphs: Glyph[]): Unit => {
  const letters = glyphs.map(({ text }) => plainForm(text));
  const text = inReadingOrder(letters).join('');
  const left = Math.min(...glyphs.map((glyph) => glyph.left));
  const right = Math.max(...glyphs.map((glyph) => glyph.right));
  const least = letters.filter((letter) => !isMark(letter)).length * letterWidth * glyphs[0]!.size;
  const missing = Math.max(0, least - (right - left)) / 2;
  return {
    // Alef before lam in one glyph is the lam-alef ligature in reverse.
    text: normalizeText(text.replace(/^([اأإآ])(ل)/, '$2$1'), 'NFC'),
    left: left - missing,
    right: right + missing,
  };
};

const unitsOf = (glyphs: Glyph[]): Unit[] => {
  // Spaces without a width were added by the library.
  const drawn = glyphs.filter(({ text, left, right }) => !isSpace(text) || right - left > 0.1);
  return [...Map.groupBy(drawn, ({ origin }) => origin).values()].flatMap((same) => {
    const isOneGlyph = same.length > 1 && same.every(({ text }) => /[\p{L}\p{M}]/u.test(text));
    return isOneGlyph
      ? [joinGlyph(same)]
      : same.map(({ text, left, right }) => ({ text: plainForm(text), left, right }));
  });
};

const middle = ({ left, right }: Unit): number => (left + right) / 2;

/** Marks belong to the letter above or below them. */
const attachMarks = (units: Unit[]): Unit[] => {
  const marks = units.filter(({ text }) => isMark(text));
  if (marks.length === 0) return units;
  const letters = units.filter(({ text }) => !isMark(text)).map((unit) => ({ ...unit }));
  for (const mark of marks) {
    const distance = (unit: Unit) =>
      isSpace(unit.text) ? Number.POSITIVE_INFINITY : Math.abs(middle(unit) - middle(mark));
    const nearest = letters.reduce<Unit | undefined>(
      (best, unit) => (!best || distance(unit) < distance(best) ? unit : best),
      undefined,
    );
    // In Unicode order, whichever mark was drawn first.
    if (nearest) nearest.text = normalizeText(nearest.text + mark.text, 'NFC');
  }
  return letters;
};

const segmentsOf = (glyphs: Glyph[], size: number, baseline: number): Segment[] => {
  const units = attachMarks(unitsOf(glyphs)).sort((a, b) => middle(a) - middle(b));
  const hasSpaces = units.filter(({ text }) => isSpace(text)).length * 25 >= units.length;
  const spaceFrom = size * (hasSpaces ? wordGapBesideSpaces : wordGap);
  const segments: Segment[] = [];
  let isSpaced = false;
  for (const { text, left, right } of units) {
    if (isSpace(text)) {
      isSpaced = true;
      continue;
    }
    const open = segments.at(-1);
    const gap = open ? left - open.right : 0;
    if (open && gap <= size * columnGap) {
      open.units.push(...(isSpaced || gap > spaceFrom ? [' ', text] : [text]));
      open.right = Math.max(open.right, right);
    } else segments.push({ units: [text], left, right, baseline, size });
    isSpaced = false;
  }
  return segments;
};

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The lines of a page from top to bottom, whatever the drawing order. */
export const glyphLines = (glyphs: Glyph[]): GlyphLine[] => {
  const rows: Glyph[][] = [];
  for (const glyph of glyphs.toSorted((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1);
    // Compared with the last letter of the line, because small marks above letters lead down to them.
    const reach = Math.max(glyph.size, row?.at(-1)?.size ?? 0) * baselineShare;
    if (row && glyph.baseline - row.at(-1)!.baseline <= reach) row.push(glyph);
    else rows.push([glyph]);
  }
  return rows.map((row) => {
    const size = median(row.map((glyph) => glyph.size));
    const baseline = median(row.map((glyph) => glyph.baseline));
    return { segments: segmentsOf(row, size, baseline), baseline, size };
  });
};
