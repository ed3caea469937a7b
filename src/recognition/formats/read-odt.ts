import { openPackage } from '../open-document/open-package.ts';
import { writeStory } from '../open-document/write-story.ts';
import type { Reading } from '../recognised.ts';
import { cleanText } from '../text/clean-text.ts';

export const readOdt = async (bytes: Uint8Array): Promise<Reading> => {
  const { body, styles } = await openPackage(bytes);
  return { kind: 'markdown', markdown: cleanText(writeStory(body, styles).join('\n\n')) };
};
