export { type Chunk, indexedText, type Searchable, searchableText, titlesNotInText } from './chunk.ts';
export { chunkMarkdown } from './chunk-markdown.ts';
export { chunkPairs } from './chunk-pairs.ts';
export { chunkSheets, type Sheet } from './chunk-sheets.ts';
export { qaCsvHeader, qaCsvRow } from './qa-csv.ts';
export { cleanQuestions, pairLimits, pairsOfSheets, problemOfPair, type QaPair } from './qa-pairs.ts';
