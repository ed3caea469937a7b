import type { Agent } from '../../agents/index.ts';
import { AppError } from '../../lib/errors.ts';

/** Refuses a message whose reply could not be delivered. */
export const requireWebhook = ({ settings }: Agent): void => {
  if (settings.webhook.url === null)
    throw new AppError(
      'invalidParameter',
      'response_mode webhook needs a webhook address in the agent settings',
    );
  if (settings.webhook.disabled)
    throw new AppError(
      'invalidParameter',
      'response_mode webhook is not available: the webhook address answered 410 and is disabled until it is saved or enabled again',
    );
};
