import { t } from './translate.ts';

/** Why the agent answers again after a person. */
export const describeHandoffEnd = (reason: string): string =>
  reason === 'UNREACHABLE' ? t('handoff.unreachable') : t('handoff.ended');
