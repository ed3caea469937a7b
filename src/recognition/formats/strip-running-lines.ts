/** On fewer pages than this a line that repeats may well be meant. */
const fewestPages = 4;
const repeatedShare = 0.5;
const longestCharacters = 90;

const pageNumber =
  /^(?:page\s*|p\.\s*|seite\s*|第\s*|[-–—]\s*)?(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:\/|of|von|de|sur)\s*\d{1,4})?(?:\s*页|\s*[-–—])?$/i;

/** Page numbers count up; without their digits the lines of all pages are the same. */
const keyOf = (line: string): string =>
  line
    .replace(/^#+\s*/, '')
    .replace(/\d+/g, '0')
    .replace(/\s+/g, ' ')
    .trim();

const isShort = (line: string): boolean =>
  line.length > 0 && line.length <= longestCharacters && !line.startsWith('|');

const edgeLines = (lines: string[]): string[] => {
  const filled = lines.filter((line) => line.trim() !== '');
  return [...new Set([...filled.slice(0, 2), ...filled.slice(-2)])].filter(isShort);
};

/** Takes a line off the top or bottom of a page, with the blank lines around it, as long as `isRunning` says so. */
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

/**
 * Takes running titles and page numbers off the edges of pages. Careful on purpose: a title must stand on half
 * of all pages, since a line lost is worse than a title too many.
 */
export const stripRunningLines = (pages: string[]): string[] => {
  const split = pages.map((page) => page.split('\n'));
  const counts = new Map<string, number>();
  for (const lines of split) {
    for (const key of new Set(edgeLines(lines).map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isRepeated = (line: string): boolean =>
    pages.length >= fewestPages && (counts.get(keyOf(line)) ?? 0) > pages.length * repeatedShare;
  const isRunning = (line: string): boolean =>
    isShort(line) &&
    ((pages.length > 1 && pageNumber.test(line.replace(/^#+\s*/, '').trim())) || isRepeated(line));
  return split.map((lines) => trimEdges(lines, isRunning).join('\n').trim());
};
