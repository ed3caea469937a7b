import type { FastifyReply } from 'fastify';
import type { ReplyEvent } from '../../rounds/index.ts';
import { encodeTextDelta, idToSend, presentEvent, type RoundFeed } from '../../runtime/index.ts';
import { type EventStreamOptions, openEventStream } from '../streaming/index.ts';

/**
 * Writes a round's events as server-sent events, without those that a resuming client already has. Waits for a slow
 * reader without delaying others. A reader that disconnects ends only its own stream.
 */
export const sendEventStream = (
  reply: FastifyReply,
  feed: RoundFeed,
  { version, lastSeenId = 0, ...options }: { version: 1 | 2; lastSeenId?: number } & EventStreamOptions,
): Promise<void> =>
  new Promise((resolve) => {
    const stream = openEventStream(reply, options);
    let next = 0;
    let sequence = 0;

    const dataOf = (event: ReplyEvent): string | undefined => {
      if (event.type === 'text-delta') return encodeTextDelta(event.text);
      const shown = presentEvent(version, event);
      if (!shown) return undefined;
      // With it, support finds the failure in the log.
      return JSON.stringify(event.type === 'failure' ? { ...shown, request_id: reply.request.id } : shown);
    };

    const pump = (): void => {
      while (stream.isOpen && !stream.isFull && next < feed.events.length) {
        const event = feed.events[next++]!;
        const data = dataOf(event);
        if (data === undefined) continue;
        sequence++;
        const id = idToSend(event, { attempt: feed.attempt, sequence, lastSeenId });
        if (id !== undefined) stream.write(`id: ${id}\ndata: ${data}\n\n`);
      }
      if (feed.ended && next >= feed.events.length) stream.end();
    };

    const stopListening = feed.listen(pump);
    stream.onDrain(pump);
    stream.onEnd(() => {
      stopListening();
      resolve();
    });
    pump();
  });
