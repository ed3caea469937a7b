declare module 'word-extractor' {
  interface TextOptions {
    filterUnicode?: boolean;
    includeHeadersAndFooters?: boolean;
  }

  interface WordDocument {
    getBody(options?: TextOptions): string;
    getFootnotes(options?: TextOptions): string;
    getEndnotes(options?: TextOptions): string;
    getTextboxes(options?: TextOptions): string;
  }

  export default class WordExtractor {
    extract(input: Buffer | string): Promise<WordDocument>;
  }
}
