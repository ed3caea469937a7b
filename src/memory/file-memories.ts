import { setImmediate as nextTick } from 'node:timers/promises';
import type { MadeMemory } from './distil/make-memories.ts';
import { splitPassages } from './distil/split-passages.ts';
import { type FileText, joinFiles, splitFiles } from './file-texts.ts';
import { termSet } from './term-set.ts';

/** Marks passages of files among the topics of memories. Topics of facts are plain words. */
export const fileTopic = '@file';
/** Of one round. 100,000 characters, the most that is read of a file, are about 90 passages. */
const mostPassages = 250;

/** Facts and dialogue come first where a round has both. */
const firstPosition = 1000;

/**
 * The files of a round as passages that can be recalled. Made when the round ends and not when it leaves the window:
 * a file that is too large for the window is asked about right away.
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
      // Finding the words of a long file takes a while: others go on in between.
      await nextTick();
    }
  return memories;
};
