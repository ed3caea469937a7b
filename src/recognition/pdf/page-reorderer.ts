import type { LiteParseConfig, ParsedPage } from '@llamaindex/liteparse';
import { type GlyphReader, openGlyphReader } from './glyph-reader.ts';
import { hasRightToLeft } from './logical-order.ts';
import { readRightToLeft } from './read-right-to-left.ts';

export interface PageReorderer {
  /** The page in reading order; as it was where it has nothing that is read to the left. */
  reorder(page: ParsedPage): Promise<ParsedPage>;
  /** Pages that were left as they were because their letters could not be looked at. */
  failures(): number;
  close(): Promise<void>;
}

/** The letters of a file are looked at with the first page that needs it: most files have none. */
export const createPageReorderer = (pdf: Uint8Array, options: Partial<LiteParseConfig>): PageReorderer => {
  let opening: Promise<GlyphReader | undefined> | undefined;
  let failed = 0;
  return {
    reorder: async (page) => {
      if (!page.textItems.some(({ text }) => hasRightToLeft(text))) return page;
      try {
        opening ??= openGlyphReader(pdf);
        const glyphs = await opening;
        const reordered = glyphs && (await readRightToLeft(pdf, page, { options, glyphs }));
        if (reordered) return reordered;
      } catch {
        // A page that one reader could read and the other cannot: its words are worth more than their order.
      }
      failed += 1;
      return page;
    },
    failures: () => failed,
    close: async () => {
      try {
        (await opening)?.close();
      } catch {
        // It broke on this file and is loaded anew with the next.
      }
    },
  };
};
