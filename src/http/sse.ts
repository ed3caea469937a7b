import type { FastifyReply } from 'fastify';
import { presentEvent, type RoundFeed } from '../runtime/index.ts';
import { openEventStream } from './streaming/index.ts';

/**
 * Writes a round's events as server-sent events. `skip` leaves out what a client that comes back has
 * already. A reader that is too slow is waited for and holds up nobody; one that went away ends only this.
 */
export const sendEventStream = (
  reply: FastifyReply,
  feed: RoundFeed,
  { version, skip = 0 }: { version: 1 | 2; skip?: number },
): Promise<void> =>
  new Promise((resolve) => {
    const stream = openEventStream(reply);
    let next = 0;
    let sequence = 0;

    const pump = (): void => {
      while (stream.isOpen && !stream.isFull && next < feed.events.length) {
        const shown = presentEvent(version, feed.events[next++]!);
        if (!shown || ++sequence <= skip) continue;
        stream.write(`id: ${sequence}\ndata: ${JSON.stringify(shown)}\n\n`);
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
