import type { Posted } from '../service/post-message.ts';
import { readEvents, type ServerEvent } from '../service/read-events.ts';
import { ServiceError } from '../service/service-error.ts';
import type { HandoffStatus, Recording, ReplyEvent } from '../service/wire.ts';

export type RoundEnd =
  | { type: 'ended' }
  | { type: 'failed'; error: { code: number; message: string; retryAfterSeconds?: number | undefined } }
  | { type: 'handed'; messageId: string; conversationId: string; status: HandoffStatus };

interface RoundOptions {
  /** Sends the message. Called again when the connection broke before the service had named the round. */
  begin?: () => Promise<Posted>;
  /** The events after the one that is named. */
  resume(messageId: string, lastEventId: string): Promise<AsyncIterable<ServerEvent>>;
  /** The round, if it is known from elsewhere. */
  messageId?: string;
  signal: AbortSignal;
  /** Until it is worth trying again; `attempt` counts from 1. */
  wait(attempt: number): Promise<void>;
  onConversation?(conversationId: string): void;
  onAccepted(ids: { messageId: string; answerId: string | null }): void;
  onText(text: string): void;
  onAudio(audio: Recording[]): void;
  onConnection(isThere: boolean): void;
}

/** Streams that end at once without the round's end; more would be a loop. */
const emptyStreams = 5;

const code = { end: 0, text: 3, usage: 4, outputs: 10, start: 11, audio: 39 };

interface Output {
  audioDatas?: { url: string; transcript: string }[];
}

/** Tells what one event says. The end, if it was that. */
const take = (event: ReplyEvent, options: RoundOptions): RoundEnd | undefined => {
  switch (event.code) {
    case code.start: {
      const { message_id, answer_id } = event.data as { message_id: string; answer_id?: string };
      options.onAccepted({ messageId: message_id, answerId: answer_id ?? null });
      return undefined;
    }
    case code.text:
      options.onText(String(event.data));
      return undefined;
    case code.outputs: {
      const recordings = (event.data as Output[]).flatMap(({ audioDatas = [] }) => audioDatas);
      options.onAudio(recordings.map(({ url, transcript }) => ({ url, transcript })));
      return undefined;
    }
    case code.end:
      return { type: 'ended' };
    // The words of a recording have come as text before, and its sound is played from its address.
    case code.audio:
    case code.usage:
      return undefined;
    default:
      return { type: 'failed', error: { code: event.code, message: event.message } };
  }
};

/**
 * Reads a round to its end, over as many connections as it takes. Events are numbered, so that each is told once:
 * a connection goes on after the last number seen, and what comes twice is passed over. Where the round has no name
 * yet the message is sent again under the same idempotency key, which gives the same round.
 */
export const followRound = async (options: RoundOptions): Promise<RoundEnd> => {
  const { begin, resume, signal, wait, onConnection } = options;
  let { messageId } = options;
  let last = 0;
  let attempt = 0;
  let empty = 0;

  const connect = async (): Promise<AsyncIterable<ServerEvent> | RoundEnd> => {
    if (messageId !== undefined) return resume(messageId, String(last));
    const posted = await begin!();
    signal.throwIfAborted();
    if (posted.conversationId) options.onConversation?.(posted.conversationId);
    if (posted.handedOver === undefined) return readEvents(posted.pieces);
    const { message_id, conversation_id, status } = posted.handedOver as Record<string, string>;
    const to = { messageId: message_id!, conversationId: conversation_id!, status: status as HandoffStatus };
    return { type: 'handed', ...to };
  };

  for (;;) {
    try {
      const source = await connect();
      if ('type' in source) return source;
      onConnection(true);
      empty++;
      for await (const { id, data } of source) {
        // What is still on its way when the page has turned elsewhere is nobody's any more.
        signal.throwIfAborted();
        if (Number(id) <= last) continue;
        last = Number(id);
        attempt = 0;
        empty = 0;
        const event = data as ReplyEvent;
        if (event.code === code.start) messageId = (event.data as { message_id: string }).message_id;
        const end = take(event, options);
        if (end) return end;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ServiceError && !error.isPassing) {
        const { code, message, retryAfterSeconds } = error;
        return { type: 'failed', error: { code, message, retryAfterSeconds } };
      }
    }
    signal.throwIfAborted();
    if (empty >= emptyStreams)
      return { type: 'failed', error: { code: 50000, message: 'The answer broke off' } };
    attempt++;
    if (attempt > 1) onConnection(false);
    await wait(attempt);
    signal.throwIfAborted();
  }
};
