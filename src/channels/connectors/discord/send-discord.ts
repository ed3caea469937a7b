import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connector, SendContext } from '../connector.ts';
import { fileDeletedError, UnsendableError, withFailures } from '../failed-call.ts';
import { multipartBody } from '../multipart-body.ts';
import type { ApiAnswer } from '../platform-api.ts';
import { appOf } from './discord-account.ts';
import { callDiscord, errorOf, outcomeOf } from './discord-api.ts';
import { createdAtMs } from './discord-interaction.ts';
import type { DiscordCall } from './render-discord.ts';

/** The token of an interaction is valid for 15 minutes. A call that has begun needs some time. */
const tokenMs = 14.5 * 60 * 1000;
const newMs = 10_000;
const retryMs = 300;
const mostAttempts = 5;
const uploadTimeoutMs = 60_000;

/** Flags of messages. */
const suppressEmbeds = 4;
const isLoading = 128;

/** The deferred response was deleted. */
const unknownMessage = 10_008;
/** The interaction cannot be used any more: unknown webhook, unknown interaction, too many follow-ups, invalid token. */
const endedInteraction: readonly (number | undefined)[] = [10_015, 10_062, 40_094, 50_027];

const isEnded = (response: ApiAnswer): boolean =>
  response.status >= 400 && endedInteraction.includes(errorOf(response).code);

interface Content {
  content: string;
  components?: object[] | undefined;
  /** Only for messages in a channel. */
  nonce?: string;
}

/** JSON, or with a file a form that contains the JSON. */
const bodyOf = (
  { content, components, nonce }: Content,
  file: { name: string; mediaType: string; bytes: Uint8Array } | undefined,
): { contentType: string; body: string | Uint8Array; timeoutMs?: number } => {
  const message = {
    ...(content === '' ? {} : { content }),
    flags: suppressEmbeds,
    // Nobody is notified, whatever the model writes.
    allowed_mentions: { parse: [] },
    ...(components ? { components } : {}),
    ...(nonce === undefined ? {} : { nonce, enforce_nonce: true }),
    ...(file ? { attachments: [{ id: 0, filename: file.name }] } : {}),
  };
  if (!file) return { contentType: 'application/json', body: JSON.stringify(message) };
  return {
    ...multipartBody({ payload_json: JSON.stringify(message) }, { field: 'files[0]', ...file }),
    timeoutMs: uploadTimeoutMs,
  };
};

const fileOf = async ({ file }: DiscordCall, { files }: SendContext) => {
  if (!file) return undefined;
  const bytes = await files.read(file.fileId);
  if (!bytes) throw new UnsendableError(fileDeletedError);
  return { ...file, bytes };
};

/** Discord returns the first message with this nonce instead of creating another one, for some minutes. */
const nonceOf = (deliveryId: string): string =>
  createHash('sha256').update(deliveryId).digest('base64url').slice(0, 25);

export const sendDiscord: Connector['send'] = async (given, context, signal) => {
  const call = given as DiscordCall;
  const { connection, api, deliveryId, nowMs } = context;
  const { channelId, userId, interactionId, token } = call.to;
  const { botToken = '' } = connection.secrets;
  const base = api.addressOf('api');
  const secrets = [botToken, ...(typeof token === 'string' ? [token] : [])];

  const answerInteraction = async (file: Awaited<ReturnType<typeof fileOf>>): Promise<ApiAnswer> => {
    const path = `/webhooks/${appOf(connection.account).applicationId}/${token}`;
    const original = `${path}/messages/@original`;
    const request = { ...bodyOf(call, file), signal };
    if (call.isFirst) {
      const deferred = await callDiscord(api, original, { signal });
      const { flags } = (deferred.json ?? {}) as { flags?: unknown };
      if (deferred.status === 200 && (Number(flags) & isLoading) !== 0)
        return callDiscord(api, original, { ...request, method: 'PATCH' });
      if (deferred.status !== 200 && errorOf(deferred).code !== unknownMessage) return deferred;
    }
    return callDiscord(api, path, { ...request, method: 'POST' });
  };

  const postToChannel = (file: Awaited<ReturnType<typeof fileOf>>): Promise<ApiAnswer> => {
    const content = userId == null ? call.content : `<@${userId}> ${call.content}`.trim();
    const body = bodyOf({ content, components: call.components, nonce: nonceOf(deliveryId) }, file);
    return callDiscord(api, `/channels/${channelId}/messages`, { ...body, method: 'POST', botToken, signal });
  };

  const ageMs = typeof interactionId === 'string' ? nowMs - createdAtMs(interactionId) : tokenMs;
  const isOpen = ageMs < tokenMs;
  // A quick reply can overtake the response that opens the interaction.
  const isNew = ageMs < newMs;
  return withFailures(`${base}/channels/${channelId}/messages`, signal, async () => {
    const file = await fileOf(call, context);
    if (isOpen) {
      let response = await answerInteraction(file);
      for (let attempt = 1; isEnded(response) && isNew && attempt < mostAttempts; attempt += 1) {
        await delay(retryMs, undefined, { signal });
        response = await answerInteraction(file);
      }
      if (!isEnded(response)) return outcomeOf(response, { url: `${base}/webhooks/…`, secrets });
    }
    const response = await postToChannel(file);
    return outcomeOf(response, { url: `${base}/channels/${channelId}/messages`, secrets });
  });
};
