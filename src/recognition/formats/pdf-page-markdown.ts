import type { ParsedPage } from '@llamaindex/liteparse';
import { splitParagraphs } from './split-paragraphs.ts';

const solid = (text: string): string => text.replace(/[\s|*_#`-]+/g, '');

/** What the layout makes of a page with hardly anything on it: a fence around nothing or around one line. */
const unfence = (markdown: string): string => {
  const fenced = /^```\w*\n([\s\S]*?)\n?```$/.exec(markdown.trim());
  return fenced && !fenced[1]?.includes('```') ? (fenced[1] ?? '') : markdown;
};

/** Marks of weight and slant inside sentences help nobody who searches for the sentence. */
const withoutEmphasis = (markdown: string): string =>
  markdown.replace(/(\*{1,3})(?=\S)([^*\n]+?)(?<=\S)\1/g, '$2');

/** Escapes inside words (`file\_name`) would hide them from search; only a bar in a cell and a sign at a line's start need one. */
const withoutEscapes = (markdown: string): string => markdown.replace(/(?<=.)\\([!-/:-@[-`{}~])/g, '$1');

/**
 * A page's text with its headings, lists and tables. Where the layout has lost a good part of the page (it
 * drops what it cannot place), the plain lines are taken instead: structure is worth less than words.
 */
export const pageMarkdown = (page: ParsedPage): string => {
  const markdown = withoutEscapes(withoutEmphasis(unfence(page.markdown).replace(/^-{3,}$/gm, '')));
  const written = solid(page.textItems.map(({ text }) => text).join('')).length;
  const isWhole = solid(markdown).length >= written * 0.9;
  return isWhole ? splitParagraphs(markdown, page).trim() : page.text.replace(/ {2,}/g, '  ').trim();
};
