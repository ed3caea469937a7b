import { readPieces, type SafeResponse } from '../../lib/safe-fetch/index.ts';
import { ModelError, type OnModelEvent } from '../port.ts';
import { releaseConnection } from '../release-connection.ts';
import type { ChatReply } from './chat-reply.ts';
import { createEventStream, type EventStream } from './event-stream.ts';

/** The result of a stream that the server did not end properly. */
const checkEnd = (events: EventStream, reply: ChatReply): void => {
  try {
    events.end();
  } catch (error) {
    // An incomplete last line means that the connection was cut, not that the protocol is wrong.
    const isHalfLine = error instanceof ModelError && error.failure === 'garbage';
    throw isHalfLine ? new ModelError('cut', 'The stream ended inside a line', { cause: error }) : error;
  }
  if (reply.isWhole) return;
  if (events.sawBytes && !events.sawEvent)
    throw new ModelError('garbage', 'The answer is not an event stream');
  throw new ModelError('cut', events.sawEvent ? 'The stream ended unexpectedly' : 'The answer was empty');
};

interface Reading {
  reply: ChatReply;
  onEvent: OnModelEvent;
  /** Called for every piece of the response. */
  onReceived: () => void;
}

const readStream = async (response: SafeResponse, { reply, onEvent, onReceived }: Reading): Promise<void> => {
  const events = createEventStream(reply.take);
  const chunks = response.body[Symbol.asyncIterator]();
  try {
    const isAtEnd = await readPieces(chunks, (piece) => {
      onReceived();
      try {
        events.feed(piece);
      } finally {
        // Deltas before a broken line are passed on before the failure.
        reply.drain(onEvent);
      }
      return !reply.sawDone;
    });
    if (!isAtEnd) return;
    try {
      checkEnd(events, reply);
    } finally {
      reply.drain(onEvent);
    }
  } finally {
    releaseConnection(chunks, reply.sawDone);
  }
};

/** A server that does not stream sends the whole completion at once. */
const readWhole = async (response: SafeResponse, { reply, onEvent }: Reading): Promise<void> => {
  reply.take(await response.text());
  if (!reply.isWhole) throw new ModelError('garbage', 'The answer is not a chat completion');
  reply.drain(onEvent);
};

/** Reads a response to its end and passes on its deltas as they arrive. */
export const readReply = async (response: SafeResponse, reading: Reading): Promise<void> => {
  const contentType = response.headers['content-type'] ?? '';
  if (contentType.includes('text/html')) {
    await response.discard();
    throw new ModelError('garbage', 'The server answered with a web page');
  }
  const read = contentType.includes('application/json') ? readWhole : readStream;
  await read(response, reading);
};
