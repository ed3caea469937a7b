import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connector, SendContext } from '../connector.ts';
import { fileDeletedError, UnsendableError, withFailures } from '../failed-call.ts';
import type { ApiAnswer } from '../platform-api.ts';
import { appOf } from './discord-account.ts';
import { callDiscord, errorOf, outcomeOf } from './discord-api.ts';
import { isSnowflake } from './discord-interaction.ts';
import { type DiscordFile, interactionAgeMs, messageBody, tokenMs } from './discord-message.ts';
import type { DiscordCall } from './render-discord.ts';

const newMs = 10_000;
const retryMs = 300;
const mostAttempts = 5;

/** Flag of a deferred response that waits for its content. */
const isLoading = 128;

/** The deferred response or the draft was deleted. */
const unknownMessage = 10_008;
/** The interaction cannot be used any more: unknown webhook, unknown interaction, too many follow-ups, invalid token. */
const endedInteraction: readonly (number | undefined)[] = [10_015, 10_062, 40_094, 50_027];

const isEnded = (response: ApiAnswer): boolean =>
  response.status >= 400 && endedInteraction.includes(errorOf(response).code);

const fileOf = async ({ file }: DiscordCall, { files }: SendContext): Promise<DiscordFile | undefined> => {
  if (!file) return undefined;
  const bytes = await files.read(file.fileId);
  if (!bytes) throw new UnsendableError(fileDeletedError);
  return { ...file, bytes };
};

/** Discord returns the first message with this nonce instead of creating another one, for some minutes. */
const nonceOf = (deliveryId: string): string =>
  createHash('sha256').update(deliveryId).digest('base64url').slice(0, 25);

/** The message that the call replaces: the draft, or the deferred response if it still waits. Otherwise the failed call. */
const findReplaced = async (
  { isFirst }: DiscordCall,
  path: string,
  { api, draft }: SendContext,
  signal: AbortSignal,
): Promise<string | ApiAnswer | undefined> => {
  if (draft !== undefined) return draft;
  if (!isFirst) return undefined;
  const deferred = await callDiscord(api, `${path}/messages/@original`, { signal });
  if (deferred.status !== 200) return errorOf(deferred).code === unknownMessage ? undefined : deferred;
  const { flags } = (deferred.json ?? {}) as { flags?: unknown };
  return (Number(flags) & isLoading) === 0 ? undefined : '@original';
};

const answerInteraction = async (
  call: DiscordCall,
  file: DiscordFile | undefined,
  context: SendContext,
  signal: AbortSignal,
): Promise<ApiAnswer> => {
  const { connection, api } = context;
  const path = `/webhooks/${appOf(connection.account).applicationId}/${call.to.token}`;
  const replaced = await findReplaced(call, path, context, signal);
  if (typeof replaced === 'object') return replaced;
  const request = { ...messageBody(call, file), signal };
  if (replaced !== undefined) {
    const edited = await callDiscord(api, `${path}/messages/${replaced}`, { ...request, method: 'PATCH' });
    if (errorOf(edited).code !== unknownMessage) return edited;
  }
  return callDiscord(api, path, { ...request, method: 'POST' });
};

const postToChannel = async (
  { content, components, to: { channelId, userId } }: DiscordCall,
  file: DiscordFile | undefined,
  { connection, api, deliveryId, draft }: SendContext,
  signal: AbortSignal,
): Promise<ApiAnswer> => {
  const path = `/channels/${channelId}/messages`;
  const request = { botToken: connection.secrets.botToken, signal };
  if (isSnowflake(draft)) {
    const body = messageBody({ content, components }, file);
    const edited = await callDiscord(api, `${path}/${draft}`, { ...body, ...request, method: 'PATCH' });
    // Deleted, or not allowed: then it is a new message.
    if (edited.status !== 404 && edited.status !== 403) return edited;
  }
  const addressed = userId == null ? content : `<@${userId}> ${content}`.trim();
  const body = messageBody({ content: addressed, components, nonce: nonceOf(deliveryId) }, file);
  return callDiscord(api, path, { ...body, ...request, method: 'POST' });
};

export const sendDiscord: Connector['send'] = async (given, context, signal) => {
  const call = given as DiscordCall;
  const { connection, api, nowMs } = context;
  const { channelId, token } = call.to;
  const base = api.addressOf('api');
  const channelUrl = `${base}/channels/${channelId}/messages`;
  const secrets = [connection.secrets.botToken ?? '', ...(typeof token === 'string' ? [token] : [])];
  const ageMs = interactionAgeMs(call.to, nowMs);
  return withFailures(channelUrl, signal, async () => {
    const file = await fileOf(call, context);
    if (ageMs < tokenMs) {
      let response = await answerInteraction(call, file, context, signal);
      // A quick reply can overtake the response that opens the interaction.
      for (let attempt = 1; isEnded(response) && ageMs < newMs && attempt < mostAttempts; attempt += 1) {
        await delay(retryMs, undefined, { signal });
        response = await answerInteraction(call, file, context, signal);
      }
      if (!isEnded(response)) return outcomeOf(response, { url: `${base}/webhooks/…`, secrets });
    }
    return outcomeOf(await postToChannel(call, file, context, signal), { url: channelUrl, secrets });
  });
};
