import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { presentEvent, type RoundFeed } from '../runtime/index.ts';

const keepAliveMs = 15_000;

export const eventStreamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache',
  'X-Accel-Buffering': 'no',
};

/**
 * Writes one event as one chunk in one system call. Node's own `write` sends a chunk as three pieces, which
 * was a sixth of the time of a stream; here the frame is put around the text and goes to the socket whole.
 */
const createChunkWriter = (raw: ServerResponse): ((text: string) => boolean) => {
  const { socket } = raw;
  // Calls in process have no socket, and a pipelined answer does not own its own yet.
  if (!(socket instanceof Socket) || !raw.chunkedEncoding) return (text) => raw.write(text);
  return (text) => socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
};

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
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { ...eventStreamHeaders, 'X-Request-Id': reply.request.id });
    raw.flushHeaders();
    const write = createChunkWriter(raw);
    let next = 0;
    let sequence = 0;
    let isFull = false;

    const finish = (): void => {
      clearInterval(keepAlive);
      stopListening();
      raw.socket?.off('drain', onDrain);
      raw.end();
      resolve();
    };
    const pump = (): void => {
      while (!isFull && next < feed.events.length) {
        const shown = presentEvent(version, feed.events[next++]!);
        if (!shown || ++sequence <= skip) continue;
        keepAlive.refresh();
        isFull = !write(`id: ${sequence}\ndata: ${JSON.stringify(shown)}\n\n`);
      }
      if (feed.ended && next >= feed.events.length) finish();
    };
    const onDrain = (): void => {
      isFull = false;
      pump();
    };

    const keepAlive = setInterval(() => write(': keep-alive\n\n'), keepAliveMs);
    const stopListening = feed.listen(pump);
    raw.socket?.on('drain', onDrain);
    raw.once('close', finish);
    pump();
  });
