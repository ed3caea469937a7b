import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { acceptedBytes } from './accepted-bytes.ts';
import { refuseSlowBody } from './refuse-connection.ts';

export interface ConnectionLimits {
  /** A client that accepts no byte for this long while bytes wait for it is disconnected. */
  writeIdleMs: number;
  /** In each window of this length a request's body must progress by `bodyBytesPerWindow`, or end. */
  bodyWindowMs: number;
  bodyBytesPerWindow: number;
  /** How long a client may continue to send a body that was answered without being read. */
  unreadBodyMs: number;
  /** Interval of the checks. */
  checkMs: number;
}

export const connectionLimits: ConnectionLimits = {
  writeIdleMs: 30_000,
  bodyWindowMs: 30_000,
  bodyBytesPerWindow: 8 * 1024,
  unreadBodyMs: 5_000,
  checkMs: 1_000,
};

interface Connection {
  accepted: number;
  /** Last time at which the client accepted something, or nothing waited for it. */
  acceptedAtMs: number;
  request: IncomingMessage | undefined;
  windowBytes: number;
  windowStartMs: number;
}

/** Whether the body waits for the service and not for the client. */
const isWaitingForUs = (request: IncomingMessage): boolean =>
  request.readableLength >= request.readableHighWaterMark;

/** Ends connections of clients that do not read their responses or do not send what they announced. */
export const watchConnections = (server: HttpServer, limits: ConnectionLimits): void => {
  const open = new Map<Socket, Connection>();
  /** Continues the checks: time in which the process itself was suspended does not count against clients. */
  let nowMs = 0;
  let checkedAtMs = performance.now();

  const isWriteStalled = (socket: Socket, connection: Connection): boolean => {
    const accepted = acceptedBytes(socket);
    if (socket.writableLength === 0 || accepted !== connection.accepted) {
      connection.accepted = accepted;
      connection.acceptedAtMs = nowMs;
    }
    return nowMs - connection.acceptedAtMs >= limits.writeIdleMs;
  };

  const isBodyStalled = (socket: Socket, connection: Connection): boolean => {
    const { request } = connection;
    if (!request || request.complete || request.destroyed) {
      connection.request = undefined;
      return false;
    }
    const hasGotOn = socket.bytesRead - connection.windowBytes >= limits.bodyBytesPerWindow;
    if (hasGotOn || isWaitingForUs(request)) {
      connection.windowBytes = socket.bytesRead;
      connection.windowStartMs = nowMs;
    }
    return nowMs - connection.windowStartMs >= limits.bodyWindowMs;
  };

  const check = (): void => {
    const startMs = performance.now();
    nowMs += Math.min(startMs - checkedAtMs, 2 * limits.checkMs);
    checkedAtMs = startMs;
    for (const [socket, connection] of open)
      if (isWriteStalled(socket, connection)) socket.destroy();
      else if (isBodyStalled(socket, connection)) refuseSlowBody(socket);
  };

  server.on('connection', (socket) => {
    open.set(socket, {
      accepted: 0,
      acceptedAtMs: nowMs,
      request: undefined,
      windowBytes: 0,
      windowStartMs: nowMs,
    });
    socket.once('close', () => open.delete(socket));
  });

  server.on('request', (request, response) => {
    if (request.complete) return;
    const { socket } = request;
    const connection = open.get(socket);
    if (connection)
      Object.assign(connection, { request, windowBytes: socket.bytesRead, windowStartMs: nowMs });
    // Answered before the body was read: the client may finish sending, but not forever.
    response.once('finish', () => {
      if (request.complete) return;
      const timer = setTimeout(() => request.complete || socket.destroy(), limits.unreadBodyMs);
      timer.unref();
      socket.once('close', () => clearTimeout(timer));
    });
  });

  const timer = setInterval(check, limits.checkMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
};
