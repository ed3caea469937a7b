import { AppError } from '../lib/errors.ts';
import { longestFileBytes, mostFileValues } from './agent-file.ts';

/** Counts what an export collects, and stops it when no import could read the file. */
export interface FileBudget {
  /** Part of the file, about as large as its JSON. */
  take(value: unknown): void;
}

/** Room for field names, indentation and escapes of long texts. */
const usableShare = 0.9;

export const createFileBudget = (): FileBudget => {
  let bytesLeft = longestFileBytes * usableShare;
  let valuesLeft = mostFileValues * usableShare;

  const count = (value: unknown): void => {
    valuesLeft -= 1;
    if (typeof value === 'string') bytesLeft -= Buffer.byteLength(value) + 2;
    else if (value === null || typeof value !== 'object') bytesLeft -= 8;
    else if (Array.isArray(value)) for (const one of value) count(one);
    else
      for (const [name, one] of Object.entries(value)) {
        bytesLeft -= name.length + 4;
        count(one);
      }
  };

  return {
    take: (value) => {
      count(value);
      if (bytesLeft < 0 || valuesLeft < 0)
        throw new AppError(
          'invalidParameter',
          `The agent is larger than an agent file may be (${longestFileBytes / 2 ** 20} MB, ${mostFileValues} values): export it without its knowledge, or export large test sets as CSV or JSONL`,
        );
    },
  };
};
