import { t } from '../../messages/translate.ts';

export const sampleFileName = 'lantern-books.md';

/** A short document that is ready within seconds, to try the agent with. */
export const sampleDocument = (): File =>
  new File([t('knowledge.sample.text')], sampleFileName, { type: 'text/markdown' });
