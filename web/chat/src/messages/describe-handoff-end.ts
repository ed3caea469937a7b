import { t } from './translate.ts';

/** Why the human session ended and the agent answers again. */
export const describeHandoffEnd = (reason: string): string =>
  reason === 'UNREACHABLE' ? t('handoff.unreachable') : t('handoff.ended');
