import type { ParsedPage } from '@llamaindex/liteparse';
import { splitParagraphs } from './split-paragraphs.ts';

const solid = (text: string): string => text.replace(/[\s|*_#`-]+/g, '');

/** Layout output of an almost empty page: a fence around nothing or around one line. */
const unfence = (markdown: string): string => {
  const fenced = /^```\w*\n([\s\S]*?)\n?```$/.exec(markdown.trim());
  return fenced && !fenced[1]?.includes('```') ? (fenced[1] ?? '') : markdown;
};

/** Bold and italic marks inside sentences harm search. */
const withoutEmphasis = (markdown: string): string =>
  markdown.replace(/(\*{1,3})(?=\S)([^*\n]+?)(?<=\S)\1/g, '$2');

/** Escapes inside words (`file\_name`) harm search. Only a bar in a cell and a mark at a line start need one. */
const withoutEscapes = (markdown: string): string => markdown.replace(/(?<=.)\\([!-/:-@[-`{}~])/g, '$1');

/**
 * The text of a page with its headings, lists and tables. If the layout lost a large part of the page (it
 * drops what it cannot place), the plain lines are used instead: words matter more than structure.
 */
export const pageMarkdown = (page: ParsedPage): string => {
  const markdown = withoutEscapes(withoutEmphasis(unfence(page.markdown).replace(/^-{3,}$/gm, '')));
  const written = solid(page.textItems.map(({ text }) => text).join('')).length;
  const isWhole = solid(markdown).length >= written * 0.9;
  return isWhole ? splitParagraphs(markdown, page).trim() : page.text.replace(/ {2,}/g, '  ').trim();
};
