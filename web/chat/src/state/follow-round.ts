import type { Posted } from '../service/post-message.ts';
import { readEvents, type ServerEvent } from '../service/read-events.ts';
import { ServiceError } from '../service/service-error.ts';
import type { HandoffStatus, Recording, ReplyEvent } from '../service/wire.ts';
import type { EntryError } from './entries.ts';

export type RoundEnd =
  | { type: 'ended' }
  | { type: 'failed'; error: EntryError }
  | { type: 'handed'; messageId: string; conversationId: string; status: HandoffStatus };

interface RoundOptions {
  /** Sends the message. Called again if the connection broke before the service returned the round's id. */
  begin?: () => Promise<Posted>;
  /** The events after the given one. */
  resume(messageId: string, lastEventId: string): Promise<AsyncIterable<ServerEvent>>;
  /** The round's id, if already known. */
  messageId?: string;
  signal: AbortSignal;
  /** Delay before the next attempt. `attempt` counts from 1. */
  wait(attempt: number): Promise<void>;
  onConversation?(conversationId: string): void;
  onAccepted(ids: { messageId: string; answerId: string | null }): void;
  onText(text: string): void;
  onAudio(audio: Recording[]): void;
  onConnection(isThere: boolean): void;
}

/** Streams in a row that may end without the round's end. More would be an endless loop. */
const emptyStreams = 5;

const code = { end: 0, text: 3, usage: 4, outputs: 10, start: 11, audio: 39 };

interface Output {
  audioDatas?: Recording[];
}

/** Handles one event. Returns the end of the round, if the event was that. */
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
      options.onAudio(recordings.map(({ url, transcript, seconds }) => ({ url, transcript, seconds })));
      return undefined;
    }
    case code.end:
      return { type: 'ended' };
    // The text of a recording has arrived before, and its sound is played from its URL.
    case code.audio:
    case code.usage:
      return undefined;
    default:
      return { type: 'failed', error: { code: event.code, message: event.message } };
  }
};

/**
 * Reads a round to its end, over as many connections as needed. Events are numbered, so each is handled once:
 * a new connection continues after the last number, and duplicates are skipped. If the round's id is not known yet,
 * the message is sent again with the same idempotency key, which returns the same round.
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
        // Events that arrive after the page has left the conversation are ignored.
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
        const { code, message, status, retryAfterSeconds } = error;
        return { type: 'failed', error: { code, message, status, retryAfterSeconds } };
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
