import type { LiteParseConfig, ParsedPage } from '@llamaindex/liteparse';
import { type GlyphReader, openGlyphReader } from './glyph-reader.ts';
import { hasRightToLeft } from './logical-order.ts';
import { readRightToLeft } from './read-right-to-left.ts';
import { mayBeVertical, readVertical } from './read-vertical.ts';

export interface PageReorderer {
  /** The page in reading order. Unchanged without right-to-left or vertical text. */
  reorder(page: ParsedPage): Promise<ParsedPage>;
  /** Pages that were not changed because their letters could not be read. */
  failures(): number;
  close(): Promise<void>;
}

/** Letters are read with the first page that needs it, because most files have none. */
export const createPageReorderer = (pdf: Uint8Array, options: Partial<LiteParseConfig>): PageReorderer => {
  let opening: Promise<GlyphReader | undefined> | undefined;
  let failed = 0;
  return {
    reorder: async (page) => {
      const isVertical = mayBeVertical(page);
      if (!isVertical && !page.textItems.some(({ text }) => hasRightToLeft(text))) return page;
      try {
        opening ??= openGlyphReader(pdf);
        const glyphs = await opening;
        if (isVertical) return readVertical(page, glyphs?.read(page.pageNum) ?? []) ?? page;
        const reordered = glyphs && (await readRightToLeft(pdf, page, { options, glyphs }));
        if (reordered) return reordered;
      } catch {
        // One engine can read this page and the other cannot: words matter more than their order.
      }
      failed += 1;
      return page;
    },
    failures: () => failed,
    close: async () => {
      try {
        (await opening)?.close();
      } catch {
        // It crashed on this file and is loaded again with the next.
      }
    },
  };
};
