export { type Chunk, searchableText, unsaidTitles } from './chunk.ts';
export { type ChunkOptions, chunkMarkdown } from './chunk-markdown.ts';
export { type ChunkSheetsOptions, chunkSheets, type Sheet } from './chunk-sheets.ts';
