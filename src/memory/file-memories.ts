import { setImmediate as nextTick } from 'node:timers/promises';
import type { MadeMemory } from './distil/make-memories.ts';
import { splitPassages } from './distil/split-passages.ts';
import { type FileText, joinFiles, splitFiles } from './file-texts.ts';
import { termSet } from './term-set.ts';

/** Topic of passages from files. Topics of facts are plain words. */
export const fileTopic = '@file';
/** Per round. 250,000 characters, the maximum that is remembered of a file, are about 230 passages. */
const mostPassages = 250;

/** Positions after those of facts and dialogue of the same round. */
const firstPosition = 1000;

/**
 * The files of a round as passages for recall. Made when the round ends, not when it leaves the window, because
 * users ask at once about a file that is too large for the window.
 */
export const makeFileMemories = async (
  files: readonly FileText[],
  analyse: (text: string) => string[],
): Promise<MadeMemory[]> => {
  const memories: MadeMemory[] = [];
  for (const { name, text } of splitFiles(joinFiles(files)))
    for (const passage of splitPassages(text, '', mostPassages - memories.length)) {
      const named = joinFiles([{ name, text: passage }]);
      const position = firstPosition + memories.length;
      memories.push({
        kind: 'passage',
        text: named,
        topics: [fileTopic],
        terms: termSet(analyse(named)),
        position,
      });
      // Analysing a long file takes a while, so other requests run in between.
      await nextTick();
    }
  return memories;
};
