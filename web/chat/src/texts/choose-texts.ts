import { en } from './en.ts';
import type { Texts } from './texts.ts';
import { zh } from './zh.ts';

/** The texts for the first language that we have; English for all others. */
export const chooseTexts = (languages: readonly string[]): Texts => {
  for (const language of languages) {
    const [primary] = language.toLowerCase().split(/[-_]/);
    if (primary === 'zh') return zh;
    if (primary === 'en') return en;
  }
  return en;
};
