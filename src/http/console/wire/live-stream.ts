import type { FastifyReply } from 'fastify';
import type { Type } from 'typebox';
import { type EventStream as Events, openEventStream } from '../../streaming/index.ts';
import type { StreamAccess } from '../access/stream-access.ts';

/**
 * OpenAPI description of server-sent events.
 * @param events the data of each event by its name; `message` means events without a name.
 */
export const EventStream = (description: string, events: Record<string, Type.TSchema>) => ({
  description,
  content: { 'text/event-stream': { schema: { type: 'string', 'x-events': events } } },
});

const defaultIntervalMs = 500;
/** The page then opens a new stream. */
const longestMs = 60_000;

export interface OpenStream extends Events {
  /** False: the client reads more slowly than we write. */
  send(event: string | undefined, data: unknown, id?: number): boolean;
}

/** Streams of the management API. */
export const createLiveStreams = (access: StreamAccess) => {
  const start = (reply: FastifyReply): OpenStream => {
    const leave = access.enter(reply.request, () => stream.end());
    const events = openEventStream(reply, { cacheControl: 'no-store' });
    const stream: OpenStream = Object.assign(events, {
      send: (event: string | undefined, data: unknown, id?: number): boolean => {
        const head = `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}`;
        return events.write(`${head}data: ${JSON.stringify(data)}\n\n`);
      },
    });
    stream.onEnd(leave);
    return stream;
  };

  const follow = (
    reply: FastifyReply,
    event: string,
    look: () => Promise<unknown>,
    intervalMs = defaultIntervalMs,
  ): void => {
    const stream = start(reply);
    let timer: NodeJS.Timeout | undefined;
    const endsAt = performance.now() + longestMs;
    const tick = async (): Promise<void> => {
      try {
        if (!stream.isFull) {
          const news = await look();
          if (news !== undefined) stream.send(event, news);
        }
      } catch (error) {
        reply.request.log.warn({ err: error }, 'a live stream was interrupted');
        return stream.end();
      }
      if (performance.now() >= endsAt) stream.end();
      else if (stream.isOpen) timer = setTimeout(() => void tick(), intervalMs);
    };
    stream.onEnd(() => clearTimeout(timer));
    void tick();
  };

  return {
    start,
    /**
     * Sends the result of `look`, at most twice a second, until the client disconnects. `look` returns undefined if
     * nothing is new. A slow client gets the newest state when it can read again.
     */
    follow,
    /** The same for a `read` that always returns the whole state: it is sent if it has changed. */
    followChanges: (
      reply: FastifyReply,
      event: string,
      read: () => Promise<object>,
      intervalMs?: number,
    ): void => {
      let last = '';
      const look = async (): Promise<unknown> => {
        const whole = await read();
        const text = JSON.stringify(whole);
        if (text === last) return undefined;
        last = text;
        return whole;
      };
      follow(reply, event, look, intervalMs);
    },
  };
};
