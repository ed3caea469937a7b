import type { InboundMessage } from '../connector.ts';
import { multipartBody } from '../multipart-body.ts';
import { createdAtMs } from './discord-interaction.ts';

/** The token of an interaction is valid for 15 minutes. A call that has begun needs some time. */
export const tokenMs = 14.5 * 60 * 1000;
const uploadTimeoutMs = 60_000;
const suppressEmbeds = 4;

/** How long ago the user sent the command. */
export const interactionAgeMs = ({ interactionId }: InboundMessage['address'], nowMs: number): number =>
  typeof interactionId === 'string' ? nowMs - createdAtMs(interactionId) : Number.POSITIVE_INFINITY;

interface Content {
  content: string;
  components?: object[] | undefined;
  /** Only for new messages in a channel. */
  nonce?: string;
}

export interface DiscordFile {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
}

/** JSON, or with a file a form that contains the JSON. */
export const messageBody = (
  { content, components, nonce }: Content,
  file?: DiscordFile,
): { contentType: string; body: string | Uint8Array; timeoutMs?: number } => {
  const message = {
    // A file replaces the text of a draft.
    content,
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
