/** On fewer pages a repeated line may be intended. */
const fewestPages = 4;
const repeatedShare = 0.5;
const longestCharacters = 90;
/** A line with more numbers is not a running title. */
const mostNumbers = 4;

const digits = /\d{1,6}/g;
const pageNumber =
  /^(?:page\s*|p\.\s*|seite\s*|第\s*|[-–—]\s*)?(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:\/|of|von|de|sur)\s*\d{1,4})?(?:\s*页|\s*[-–—])?$/i;

const plain = (line: string): string =>
  line
    .replace(/^#+\s*/, '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Forms by which a line is recognised on every page: the line itself, and the line with one of its numbers relative to
 * the page. This distinguishes a page number, which increases with the pages, from a figure that differs on each page.
 */
const keysOf = (line: string, page: number): string[] => {
  const text = plain(line);
  const numbers = [...text.matchAll(digits)].slice(0, mostNumbers);
  return [
    text,
    ...numbers.map(
      ({ 0: number, index }) =>
        `${text.slice(0, index)}{${Number(number) - page}}${text.slice(index + number.length)}`,
    ),
  ];
};

const isShort = (line: string): boolean =>
  line.length > 0 && line.length <= longestCharacters && !line.startsWith('|');

const edgeLines = (lines: string[]): string[] => {
  const filled = lines.filter((line) => line.trim() !== '');
  return [...new Set([...filled.slice(0, 2), ...filled.slice(-2)])].filter(isShort);
};

/** Removes lines from the top or bottom of a page, with blank lines around them, while `isRunning` is true. */
const trimEdges = (lines: string[], isRunning: (line: string) => boolean): string[] => {
  let start = 0;
  let end = lines.length;
  for (let taken = 0; start < end && taken < 2; start += 1) {
    if (lines[start]!.trim() === '') continue;
    if (!isRunning(lines[start]!)) break;
    taken += 1;
  }
  for (let taken = 0; end > start && taken < 2; end -= 1) {
    if (lines[end - 1]!.trim() === '') continue;
    if (!isRunning(lines[end - 1]!)) break;
    taken += 1;
  }
  return lines.slice(start, end);
};

interface Standing {
  pages: number;
  firstPage: number;
}

const findKeys = (pages: string[][]): Map<string, Standing> => {
  const found = new Map<string, Standing>();
  for (const [page, lines] of pages.entries()) {
    const keys = new Set(edgeLines(lines).flatMap((line) => keysOf(line, page)));
    for (const key of keys) {
      const before = found.get(key) ?? { pages: 0, firstPage: page };
      found.set(key, { ...before, pages: before.pages + 1 });
    }
  }
  return found;
};

/**
 * Removes running titles and page numbers from the edges of pages. Conservative, because a lost line is worse than
 * a title too many: a title must be on half of all pages with only the page number changing in it, its first
 * occurrence is kept, and a page that would become empty is not changed.
 */
export const stripRunningLines = (pages: string[]): string[] => {
  if (pages.length < 2) return pages.map((page) => page.trim());
  const split = pages.map((page) => page.split('\n'));
  const found = findKeys(split);
  const repeated = (line: string, page: number): Standing | undefined =>
    keysOf(line, page)
      .map((key) => found.get(key))
      .find((standing) => standing && standing.pages > pages.length * repeatedShare);
  const isNumber = (line: string, page: number): boolean =>
    pageNumber.test(plain(line)) && (!/\d/.test(line) || repeated(line, page) !== undefined);
  const isTitle = (line: string, page: number): boolean =>
    pages.length >= fewestPages && (repeated(line, page)?.firstPage ?? page) < page;
  return split.map((lines, page) => {
    const kept = trimEdges(lines, (line) => isShort(line) && (isNumber(line, page) || isTitle(line, page)));
    const isOnlyNumbers = lines.every((line) => line.trim() === '' || isNumber(line, page));
    return (kept.length > 0 || isOnlyNumbers ? kept : lines).join('\n').trim();
  });
};
