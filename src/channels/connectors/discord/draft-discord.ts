import type { ConnectorDrafts, SendContext } from '../connector.ts';
import { draftOutcomeOf } from '../draft-outcome.ts';
import { withFailures } from '../failed-call.ts';
import { appOf } from './discord-account.ts';
import { callDiscord, outcomeOf } from './discord-api.ts';
import { interactionAgeMs, messageBody, tokenMs } from './discord-message.ts';
import type { DiscordCall } from './render-discord.ts';

const pathOf = (
  { connection, address }: Pick<SendContext, 'connection' | 'address'>,
  messageId: string,
): string => `/webhooks/${appOf(connection.account).applicationId}/${address.token}/messages/${messageId}`;

/** The deferred response of an interaction shows the draft. */
export const discordDrafts: ConnectorDrafts = {
  everyMs: 1500,
  perMinute: 600,
  isOnByDefault: true,
  isPossibleInGroups: true,
  // So the draft is known before it is sent.
  handleBefore: ({ address, nowMs }) =>
    interactionAgeMs(address, nowMs) < tokenMs ? '@original' : undefined,
  write: async (given, handle = '@original', context, signal) => {
    const { content } = given as DiscordCall;
    const { api, address } = context;
    const url = `${api.addressOf('api')}/webhooks/…`;
    let shown = handle;
    const outcome = await withFailures(url, signal, async () => {
      const response = await callDiscord(api, pathOf(context, handle), {
        ...messageBody({ content }),
        method: 'PATCH',
        signal,
      });
      // The id of the message is needed when the token of the interaction has expired.
      const { id } = (response.json ?? {}) as { id?: unknown };
      if (response.status === 200 && typeof id === 'string') shown = id;
      return outcomeOf(response, { url, secrets: [String(address.token)] });
    });
    return draftOutcomeOf(outcome, shown);
  },
  remove: async (handle, context, signal) => {
    await callDiscord(context.api, pathOf(context, handle), { method: 'DELETE', signal });
  },
};
