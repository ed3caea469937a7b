/** The parts of the Events API's objects that are used. */
export interface SlackFile {
  name?: string;
  mimetype?: string;
  size?: number;
  url_private_download?: string;
}

export interface SlackMessage {
  type: 'message' | 'app_mention';
  subtype?: string;
  channel: string;
  channel_type?: string;
  user?: string;
  bot_id?: string;
  text?: string;
  ts: string;
  thread_ts?: string;
  files?: SlackFile[];
}

export interface SlackEnvelope {
  type?: string;
  challenge?: string;
  event?: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

export const parseEnvelope = (body: Buffer): SlackEnvelope | undefined => {
  try {
    const envelope: unknown = JSON.parse(body.toString('utf8'));
    return isObject(envelope) ? envelope : undefined;
  } catch {
    return undefined;
  }
};

/** Undefined for events of other kinds. */
export const messageOf = (event: unknown): SlackMessage | undefined => {
  if (!isObject(event) || (event.type !== 'message' && event.type !== 'app_mention')) return undefined;
  const { channel, ts } = event;
  return typeof channel === 'string' && typeof ts === 'string' && /^\d{10}\.\d{6}$/.test(ts)
    ? (event as unknown as SlackMessage)
    : undefined;
};
