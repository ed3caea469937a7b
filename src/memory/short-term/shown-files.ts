import { endWithinTokenLimit, isWithinTokenLimit } from '../../lib/tokens.ts';
import { type FileText, splitFiles } from '../file-texts.ts';
import { createRoundTokens, tokensAroundRound } from './round-tokens.ts';
import type { WindowRow } from './window-store.ts';

interface ShownFiles {
  files: FileText[];
  tokens: number;
  /** Nothing is left out. */
  isWhole: boolean;
}

/** Less of a file helps nobody. */
const fewestTokens = 50;
/** The name and the words that introduce a file, besides what is counted for every message. */
const tokensAroundFile = 32;

const beginningOf = (text: string, maxTokens: number): string =>
  `${text.slice(0, endWithinTokenLimit(text, 0, text.length, maxTokens))} …`;

/** What a turn of the window shows of its files. */
export const createShownFiles = () => {
  const tokensOf = createRoundTokens();

  return (row: WindowRow, { maxTokens, isCut }: { maxTokens: number; isCut: boolean }): ShownFiles => {
    const shown: ShownFiles = { files: [], tokens: 0, isWhole: !isCut };
    for (const [index, file] of splitFiles(row.files).entries()) {
      const room = maxTokens - shown.tokens - tokensAroundFile - tokensAroundRound;
      const isWhole = isWithinTokenLimit(file.text, room);
      shown.isWhole &&= isWhole;
      if (!isWhole && room < fewestTokens) continue;
      const text = isWhole ? file.text : beginningOf(file.text, room);
      shown.files.push({ name: file.name, text });
      const id = `${row.id} ${index} ${text.length}`;
      shown.tokens += tokensOf({ id, question: text, answer: '' }) + tokensAroundFile;
    }
    return shown;
  };
};
