import { pageBreak } from '../recognised.ts';

/** A page that stops in the middle of a sentence: no end mark, and the next page continues in lower case. */
const runsOn = (page: string, next: string): boolean => {
  const lastLine = page.slice(page.lastIndexOf('\n') + 1);
  if (/^(?:#|\||- |\d+\. |>|```)/.test(lastLine)) return false;
  return /[\p{Ll}\p{Script=Han},;]$/u.test(lastLine) && /^[\p{Ll}\p{Script=Han}]/u.test(next);
};

/** Joins pages with a page break. A sentence across two pages stays one paragraph. */
export const joinPages = (pages: string[]): string => {
  let joined = '';
  for (const page of pages.map((text) => text.trim()).filter(Boolean)) {
    if (joined === '') joined = page;
    else joined += runsOn(joined, page) ? `${pageBreak}${page}` : `\n\n${pageBreak}\n\n${page}`;
  }
  return joined;
};
