import {
  commandLineActor,
  firstStartActor,
  readActor,
  serviceActor,
  unknownActor,
} from '../../../../src/audit/actor.ts';
import { t } from '../messages/translate.ts';
import { labelOf } from './label-of.ts';

/** Actors of the service that are not operators or tokens. */
const actorLabels = {
  [commandLineActor]: 'common.actor.commandLine',
  [firstStartActor]: 'common.actor.firstStart',
  settings: 'common.actor.settings',
  [serviceActor]: 'common.actor.service',
  // From before the author was stored.
  '': 'common.actor.unknown',
  [unknownActor]: 'common.actor.notSignedIn',
} as const;

/** Who created or changed something. Operators are shown by their e-mail address. */
export const describeActor = (actor: string): string => {
  const { tokenName } = readActor(actor);
  return tokenName === undefined ? labelOf(actorLabels, actor) : t('common.actor.token', { name: tokenName });
};
