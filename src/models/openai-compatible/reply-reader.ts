import type { SafeResponse } from '../../lib/safe-fetch/index.ts';
import { ModelError, type ModelEvent } from '../port.ts';
import { releaseConnection } from '../release-connection.ts';
import type { ChatReply } from './chat-reply.ts';
import { createEventStream, type EventStream } from './event-stream.ts';

/** Reads an answer batch by batch. Not a generator: one inside another doubles the price of each token. */
export interface ReplyReader {
  /** The next events, maybe none; undefined after the last. */
  next(): Promise<ModelEvent[] | undefined>;
  close(): void;
}

/** What stands at the end of a stream that the server did not end itself. */
const checkEnd = (events: EventStream, reply: ChatReply): void => {
  try {
    events.end();
  } catch (error) {
    // Half a line at the end of the connection is a cut, not another protocol.
    const isHalfLine = error instanceof ModelError && error.failure === 'garbage';
    throw isHalfLine ? new ModelError('cut', 'The stream ended inside a line', { cause: error }) : error;
  }
  if (reply.isWhole) return;
  if (events.sawBytes && !events.sawEvent) throw new ModelError('garbage', 'The answer is no event stream');
  throw new ModelError('cut', events.sawEvent ? 'The stream ended without its end' : 'The answer was empty');
};

export const createStreamReader = (response: SafeResponse, reply: ChatReply): ReplyReader => {
  const events = createEventStream(reply.take);
  const chunks = response.body[Symbol.asyncIterator]();
  let isOver = false;
  let failure: unknown;

  const next = async (): Promise<ModelEvent[] | undefined> => {
    if (failure !== undefined) throw failure;
    if (isOver || reply.sawDone) return undefined;
    const { done, value } = await chunks.next();
    try {
      if (done) {
        isOver = true;
        checkEnd(events, reply);
      } else events.feed(value);
    } catch (error) {
      // What came before a broken line was said, and is passed on before the failure.
      failure = error;
    }
    return reply.drain();
  };
  return { next, close: () => releaseConnection(chunks, reply.sawDone) };
};

/** A server that does not stream answers with the whole completion at once. */
export const createWholeReader = (response: SafeResponse, reply: ChatReply): ReplyReader => {
  let isOver = false;
  const next = async (): Promise<ModelEvent[] | undefined> => {
    if (isOver) return undefined;
    isOver = true;
    reply.take(await response.text());
    if (!reply.isWhole) throw new ModelError('garbage', 'The answer is no chat completion');
    return reply.drain();
  };
  return { next, close: () => {} };
};
