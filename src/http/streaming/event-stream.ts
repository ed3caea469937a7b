import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

const defaultKeepAliveMs = 15_000;
/**
 * Maximum of buffered bytes for a slow client before another event is written. A writer that respects `write` stays
 * far below. One that does not is cut off here. The event itself may be larger.
 */
export const mostWaitingBytes = 256 * 1024;

const eventStreamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'X-Accel-Buffering': 'no',
};

/**
 * Writes one event as one chunk in one system call. Node's `write` sends a chunk as three pieces, which
 * was a sixth of the time of a stream. Here the chunk frame is added to the text.
 */
const createWriter = (raw: ServerResponse) => {
  const { socket } = raw;
  // In-process calls have no socket, and a pipelined response does not own its socket yet.
  if (!(socket instanceof Socket) || !raw.chunkedEncoding)
    return { target: raw, send: (text: string): boolean => raw.write(text) };
  return {
    target: socket,
    send: (text: string): boolean => socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`),
  };
};

export interface EventStream {
  readonly isOpen: boolean;
  /** False: the client reads more slowly than we write. Write again after `onDrain`. */
  write(text: string): boolean;
  /** Whether a writer should wait for `onDrain`. */
  readonly isFull: boolean;
  onDrain(callback: () => void): void;
  /** Called once, whichever side ended the stream; immediately, if it has ended. */
  onEnd(callback: () => void): void;
  end(): void;
}

export interface EventStreamOptions {
  cacheControl?: string;
  /** Time without events after which a comment is sent, so that the client knows that the connection works. */
  keepAliveMs?: number;
}

/**
 * Responds with server-sent events. The buffer for the client is limited. A client that accepts nothing for 30 s is
 * disconnected by `watchConnections`.
 */
export const openEventStream = (
  reply: FastifyReply,
  { cacheControl = 'no-cache', keepAliveMs = defaultKeepAliveMs }: EventStreamOptions = {},
): EventStream => {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    ...eventStreamHeaders,
    'Cache-Control': cacheControl,
  });
  raw.flushHeaders();
  const { target, send } = createWriter(raw);
  const drainCallbacks: (() => void)[] = [];
  const endCallbacks: (() => void)[] = [];
  let isOpen = true;
  let isFull = false;

  const write = (text: string): boolean => {
    if (!isOpen) return false;
    if (isFull && target.writableLength > mostWaitingBytes) {
      raw.destroy();
      return false;
    }
    keepAlive.refresh();
    isFull = !send(text);
    return !isFull;
  };
  const onDrain = (): void => {
    isFull = false;
    for (const callback of drainCallbacks) callback();
  };
  const end = (): void => {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(keepAlive);
    target.off('drain', onDrain);
    raw.end();
    for (const callback of endCallbacks) callback();
  };

  const keepAlive = setInterval(() => {
    if (!isFull) write(': keep-alive\n\n');
  }, keepAliveMs);
  target.on('drain', onDrain);
  raw.once('close', end);
  // The client disconnected before the stream was opened, so that there is no "close" any more.
  if (raw.destroyed || raw.socket?.destroyed) end();
  return {
    get isOpen() {
      return isOpen;
    },
    get isFull() {
      return isFull;
    },
    write,
    onDrain: (callback) => void drainCallbacks.push(callback),
    onEnd: (callback) => {
      if (isOpen) endCallbacks.push(callback);
      else callback();
    },
    end,
  };
};
