import type { FastifyReply } from 'fastify';
import { presentEvent, type ReplyEvent } from '../runtime/index.ts';

const keepAliveMs = 15_000;

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache',
  'X-Accel-Buffering': 'no',
};

/**
 * Writes a round's events as server-sent events, one write each. `skip` leaves out what a client that
 * comes back has already. A reader that is too slow is waited for; one that went away ends only this.
 */
export const sendEventStream = async (
  reply: FastifyReply,
  events: AsyncIterable<ReplyEvent>,
  { version, skip = 0 }: { version: 1 | 2; skip?: number },
): Promise<void> => {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { ...headers, 'X-Request-Id': reply.request.id });
  if (skip > 0) raw.flushHeaders();
  let gone = false;
  let drained: (() => void) | undefined;
  raw.on('close', () => {
    gone = true;
    drained?.();
  });
  raw.on('drain', () => drained?.());
  const keepAlive = setInterval(() => raw.write(': keep-alive\n\n'), keepAliveMs);
  let sequence = 0;
  try {
    for await (const event of events) {
      if (gone) return;
      const shown = presentEvent(version, event);
      if (!shown || ++sequence <= skip) continue;
      keepAlive.refresh();
      if (!raw.write(`id: ${sequence}\ndata: ${JSON.stringify(shown)}\n\n`))
        await new Promise<void>((resolve) => {
          drained = resolve;
        });
    }
  } finally {
    clearInterval(keepAlive);
    raw.end();
  }
};
