export { type Chunk, searchableText, titlesNotInText } from './chunk.ts';
export { chunkMarkdown } from './chunk-markdown.ts';
export { chunkSheets, type Sheet } from './chunk-sheets.ts';
