import { endWithinTokenLimit, isWithinTokenLimit } from '../../lib/tokens.ts';
import { type FileText, splitFiles } from '../file-texts.ts';
import { createRoundTokens, tokensAroundRound } from './round-tokens.ts';
import type { WindowRow } from './window-store.ts';

interface ShownFiles {
  files: FileText[];
  tokens: number;
  /** Nothing was cut or left out. */
  isWhole: boolean;
}

/** A smaller part of a file is not useful. */
const fewestTokens = 50;
/** The name and the words that introduce a file, in addition to the tokens around every message. */
const tokensAroundFile = 32;

const beginningOf = (text: string, maxTokens: number): string =>
  `${text.slice(0, endWithinTokenLimit(text, 0, text.length, maxTokens))} …`;

/** The parts of its files that a turn of the window shows. */
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
