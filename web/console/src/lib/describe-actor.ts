import { t } from '../messages/translate.ts';
import { labelOf } from './label-of.ts';

/** Actors of the service that are not operators or tokens. */
const actorLabels = {
  'command line': 'common.actor.commandLine',
  'first start': 'common.actor.firstStart',
  settings: 'common.actor.settings',
  nobody: 'common.actor.notSignedIn',
} as const;

const tokenPrefix = 'token ';

/** Who created or changed something. Operators are shown by their e-mail address. */
export const describeActor = (actor: string): string =>
  actor.startsWith(tokenPrefix)
    ? t('common.actor.token', { name: actor.slice(tokenPrefix.length) })
    : labelOf(actorLabels, actor);
