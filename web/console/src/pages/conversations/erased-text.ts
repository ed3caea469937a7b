import type { Erased } from '../../api/generated.ts';
import { t } from '../../messages/translate.ts';

/** Says how much was erased. */
export const erasedText = ({ conversations, rounds, files }: Erased): string =>
  t('conversations.erase.done', { conversations, rounds, files });
