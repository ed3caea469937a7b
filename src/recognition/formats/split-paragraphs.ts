import type { ParsedPage } from '@llamaindex/liteparse';

/** A part of a line, joined from the pieces of the page. */
interface Row {
  text: string;
  left: number;
  right: number;
  top: number;
  height: number;
  fontSize: number;
}

/** As shares of a line's height: vertical distance within one line, and the largest gap between two of its words. */
const sameLine = 0.4;
const widestSpace = 2;
/** Lines this much further apart than the lines of a paragraph start a new one. */
const paragraphShare = 1.35;
/** A page with more pieces is a drawing. Every piece is compared with the others. */
const mostPieces = 2_000;
/** Number of words searched on both sides of the position. */
const telling = 4;

const rowsOf = ({ textItems }: ParsedPage): Row[] => {
  const rows: Row[] = [];
  const upright = textItems.filter(({ text, rotation = 0 }) => text.trim() !== '' && rotation === 0);
  for (const { text, x, y, width, height, fontSize = 0 } of upright.toSorted(
    (a, b) => a.y - b.y || a.x - b.x,
  )) {
    const piece = { text: text.trim(), left: x, right: x + width, top: y, height, fontSize };
    const row = rows.findLast(
      (other) =>
        Math.abs(other.top - y) < sameLine * height &&
        x >= other.right - height &&
        x - other.right < widestSpace * height,
    );
    if (!row) rows.push(piece);
    else {
      row.text += ` ${piece.text}`;
      row.right = Math.max(row.right, piece.right);
    }
  }
  return rows;
};

const isBelow = (above: Row, row: Row): boolean =>
  row.top > above.top + sameLine * above.height && row.left < above.right && row.right > above.left;

interface Pair {
  above: Row;
  below: Row;
  distance: number;
}

/** Each line with the next line of its size below it in its column. */
const pairsOf = (rows: Row[]): Pair[] =>
  rows.flatMap((above, index) => {
    const below = rows.slice(index + 1).find((row) => isBelow(above, row));
    if (!below || below.fontSize !== above.fontSize) return [];
    return [{ above, below, distance: below.top - above.top }];
  });

/** Lines of a paragraph are closest. The closest tenth of pairs is enough, because many paragraphs have one line. */
const usualDistance = (pairs: Pair[]): number => {
  const distances = pairs
    // Lines closer than their own height are superscript or subscript.
    .filter(({ above, distance }) => distance > 0.85 * above.height)
    .map(({ distance }) => distance)
    .sort((a, b) => a - b);
  return distances[Math.floor(distances.length / 10)] ?? Number.POSITIVE_INFINITY;
};

/** A sentence that continues in lower case was only interrupted by an image or a formula. */
const goesOn = ({ above, below }: Pair): boolean =>
  /^\p{Ll}/u.test(below.text) && !/[.!?:;…]["'”’)]*$/u.test(above.text);

const wordsOf = (text: string): string[] => text.split(/\s+/);
const literal = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const seamOf = ({ above, below }: Pair): RegExp => {
  const before = wordsOf(above.text).slice(-telling).map(literal).join('\\s+');
  const after = wordsOf(below.text).slice(0, telling).map(literal).join('\\s+');
  return new RegExp(`(?<=${before}) (?=${after})`, 'g');
};

/**
 * Restores paragraph ends. The layout reader joins lines up to two and a half times their height apart, so
 * paragraphs with a smaller gap would become one. Only a position that occurs once is changed.
 */
export const splitParagraphs = (markdown: string, page: ParsedPage): string => {
  if (page.textItems.length > mostPieces) return markdown;
  const pairs = pairsOf(rowsOf(page));
  const usual = usualDistance(pairs);
  let split = markdown;
  for (const pair of pairs) {
    if (pair.distance < usual * paragraphShare || goesOn(pair)) continue;
    const places = [...split.matchAll(seamOf(pair))];
    const at = places[0]?.index;
    if (places.length !== 1 || at === undefined) continue;
    const line = split.slice(split.lastIndexOf('\n', at) + 1, at);
    if (/^(?:\||#|```)/.test(line)) continue;
    split = `${split.slice(0, at)}\n\n${split.slice(at + 1)}`;
  }
  return split;
};
