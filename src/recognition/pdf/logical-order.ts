/**
 * Converts letters from visual order (left to right) to reading order: the inverse
 * of the Unicode bidirectional algorithm. It has no exact inverse (two texts may look alike). In unclear
 * cases a number stays with the Latin word on its left, as it would be typed.
 */
export type Direction = 'rtl' | 'ltr';

/** The bidirectional classes used here. `ENL` is a number that belongs to Latin text. */
type Kind = 'L' | 'R' | 'AL' | 'EN' | 'ENL' | 'AN' | 'ES' | 'CS' | 'ET' | 'ON';

const kinds: [RegExp, Kind][] = [
  [/^[\u0660-\u0669\u066b\u066c]/, 'AN'],
  [/^[\d\u06f0-\u06f9]/, 'EN'],
  [/^[+\-\u2212]/, 'ES'],
  [/^[,./:\u060c]/, 'CS'],
  [/^[#%\u00b0\u2030\u066a\p{Sc}]/u, 'ET'],
  [/^[\u061b\u061f\u06d4]/, 'AL'],
  [/^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u, 'AL'],
  [/^[\p{Script=Hebrew}\p{Script=Nko}\p{Script=Adlam}]/u, 'R'],
  [/^\p{L}/u, 'L'],
];

const kindOf = (unit: string): Kind => kinds.find(([pattern]) => pattern.test(unit))?.[1] ?? 'ON';

const isRightToLeft = (kind: Kind | undefined): boolean => kind === 'R' || kind === 'AL';
const isNumber = (kind: Kind | undefined): boolean => kind === 'EN' || kind === 'AN' || kind === 'ENL';
const isNeutral = (kind: Kind): boolean => !isRightToLeft(kind) && !isNumber(kind) && kind !== 'L';

/** Numbers after Latin letters belong to them, others after Arabic letters are Arabic ones. Changes `all`. */
const resolveNumbers = (all: Kind[], direction: Direction): void => {
  let strong: Kind = direction === 'rtl' ? 'R' : 'L';
  for (let at = 0; at < all.length; at += 1) {
    if (all[at] === 'L' || isRightToLeft(all[at])) strong = all[at]!;
    else if (all[at] === 'EN' && strong === 'L') all[at] = 'ENL';
  }
  strong = 'R';
  for (let at = all.length - 1; at >= 0; at -= 1) {
    if (all[at] === 'L' || isRightToLeft(all[at])) strong = all[at]!;
    else if (all[at] === 'EN' && strong === 'AL') all[at] = 'AN';
  }
};

/** Signs inside and beside a number become part of it: `1,250.50`, `05-01` outside of Arabic, `50%`. */
const resolveSigns = (all: Kind[]): void => {
  const isEuropean = (kind: Kind | undefined) => kind === 'EN' || kind === 'ENL';
  for (let at = 1; at < all.length - 1; at += 1) {
    const [before, after] = [all[at - 1]!, all[at + 1]!];
    if (before !== after || !isNumber(before)) continue;
    if (all[at] === 'CS' || (all[at] === 'ES' && isEuropean(before))) all[at] = before;
  }
  const spread = (at: number, from: number) => {
    if (all[at] === 'ET' && isEuropean(all[from])) all[at] = all[from]!;
  };
  for (let at = 1; at < all.length; at += 1) spread(at, at - 1);
  for (let at = all.length - 2; at >= 0; at -= 1) spread(at, at + 1);
  for (let at = 0; at < all.length; at += 1) if (all[at] === 'ENL') all[at] = 'L';
};

/** Neutral characters get the direction of both their neighbours, or else of the line. Changes `all`. */
const resolveNeutrals = (all: Kind[], direction: Direction): void => {
  const own = direction === 'rtl' ? 'R' : 'L';
  const sideOf = (kind: Kind | undefined) => (kind === undefined ? own : kind === 'L' ? 'L' : 'R');
  for (let at = 0; at < all.length; at += 1) {
    if (!isNeutral(all[at]!)) continue;
    let end = at;
    while (end < all.length && isNeutral(all[end]!)) end += 1;
    const side = sideOf(all[at - 1]) === sideOf(all[end]) ? sideOf(all[end]) : own;
    all.fill(side, at, end);
    at = end;
  }
};

const mirrors = new Map(
  ['()', '[]', '{}', '<>', '«»', '‹›'].flatMap(([open = '', close = '']) => [
    [open, close],
    [close, open],
  ]),
);
const isOpening = (unit: string): boolean => /^[([{<«‹]/.test(unit);

/** Both brackets of a pair, in either direction. */
const isSamePair = (a: string, b: string): boolean => a === b || a === mirrors.get(b);

/** A closing bracket whose opening one is in the adjacent Latin text belongs to that text: `Act (1994)`. */
const keepLatinBrackets = (units: readonly string[], all: Kind[]): void => {
  let open: string[] = [];
  for (const [at, unit] of units.entries()) {
    const isBesideLatin = all[at] === 'L' || all[at - 1] === 'L';
    if (!isBesideLatin) open = [];
    else if (mirrors.has(unit)) {
      const isClosing = open.some((other) => isSamePair(other, unit));
      if (isClosing) {
        all[at] = 'L';
        open.pop();
      } else if (all[at] === 'L') open.push(unit);
    }
  }
};

interface Placed {
  text: string;
  isMirrored: boolean;
}

/**
 * The adjacent words decide whether a bracket opens or closes: files store either its shape or its
 * meaning, without saying which.
 */
const placeBracket = (all: Placed[], at: number): string => {
  const { text } = all[at]!;
  const mirrored = mirrors.get(text);
  if (mirrored === undefined) return text;
  const before = all[at - 1]?.text ?? ' ';
  const after = all[at + 1]?.text ?? ' ';
  const opens = /^[\s([{«‹"'-]/.test(before) && !/^[\s.,:;!?]/.test(after);
  const closes = !/^\s/.test(before) && /^[\s.,:;!?\u060c\u061b\u061f)\]}»›"'-]/.test(after);
  if (opens === closes) return all[at]!.isMirrored ? mirrored : text;
  return isOpening(text) === opens ? text : mirrored;
};

const fromRightToLeft = (units: readonly string[]): Placed[] => {
  const all = units.map(kindOf);
  resolveNumbers(all, 'rtl');
  resolveSigns(all);
  resolveNeutrals(all, 'rtl');
  keepLatinBrackets(units, all);
  const placed: Placed[] = [];
  for (let end = units.length; end > 0; ) {
    let start = end - 1;
    if (isRightToLeft(all[start])) placed.push({ text: units[start]!, isMirrored: true });
    else {
      while (start > 0 && !isRightToLeft(all[start - 1])) start -= 1;
      for (const text of units.slice(start, end)) placed.push({ text, isMirrored: false });
    }
    end = start;
  }
  return placed;
};

const fromLeftToRight = (units: readonly string[]): Placed[] => {
  const all = units.map(kindOf);
  resolveNumbers(all, 'ltr');
  resolveSigns(all);
  resolveNeutrals(all, 'ltr');
  const placed: Placed[] = [];
  for (let start = 0; start < units.length; ) {
    let end = start;
    while (end < units.length && all[end] !== 'L') end += 1;
    let last = end;
    // A number at the end of the run is read in place.
    while (last > start && !isRightToLeft(kindOf(units[last - 1]!))) last -= 1;
    placed.push(...fromRightToLeft(units.slice(start, last)));
    for (; last < end || (last < units.length && all[last] === 'L'); last += 1)
      placed.push({ text: units[last]!, isMirrored: false });
    start = last;
  }
  return placed;
};

/** Converts units (letters with their marks) from visual order to reading order. */
export const logicalOrder = (units: readonly string[], direction: Direction): string => {
  const placed = direction === 'rtl' ? fromRightToLeft(units) : fromLeftToRight(units);
  return placed.map((_, at) => placeBracket(placed, at)).join('');
};

const rightToLeftLetters =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

export const hasRightToLeft = (text: string): boolean => rightToLeftLetters.test(text);

const isEndMark = (unit: string | undefined): boolean => /^[.?!:,;\u060c\u061f]$/.test(unit ?? '');

/**
 * The direction of a line with words of both. A full stop shows it, because it is at the far end of the
 * sentence; then the previous line of the paragraph; then the words, with some weight for the page's direction.
 */
export const directionOf = (
  units: readonly string[],
  { above, page }: { above: Direction | undefined; page: Direction },
): Direction => {
  const words = units.join('').split(/\s+/);
  const toLeft = words.filter(hasRightToLeft).length;
  const toRight = words.filter((word) => !hasRightToLeft(word) && /\p{L}/u.test(word)).length;
  if (toLeft === 0 || toRight === 0) return toLeft > 0 ? 'rtl' : 'ltr';
  if (isEndMark(units[0]) && isRightToLeft(kindOf(units[1] ?? ''))) return 'rtl';
  if (isEndMark(units.at(-1)) && kindOf(units.at(-2) ?? '') === 'L') return 'ltr';
  const isLopsided = Math.max(toLeft, toRight) > 3 * Math.min(toLeft, toRight);
  if (above && !isLopsided) return above;
  return toLeft > toRight * (page === 'rtl' ? 0.7 : 1) ? 'rtl' : 'ltr';
};
