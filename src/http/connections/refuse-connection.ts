import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../../lib/errors.ts';
import { failureBody } from '../server/failure-format.ts';

/**
 * How long a rejected connection stays open, so that the client can read the response. If it were closed while bytes of
 * the client are unread, the system would reset the connection and the response could be lost.
 */
const lingerMs = 1000;

interface Refusal {
  status: 400 | 408 | 431;
  message: string;
}

const refusals: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers of the request are too large' },
};
const notHttp: Refusal = { status: 400, message: 'The request is not valid HTTP' };

/** Responds outside of any request and closes the connection, even if the client keeps its side open. */
const refuse = (socket: Socket, { status, message }: Refusal): void => {
  const body = JSON.stringify(failureBody(new AppError('invalidParameter', message)));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
};

/** For connections whose request cannot be read: not HTTP, too large or too slow. */
export const refuseConnection = (error: Error & { code?: string }, socket: Socket): void => {
  // A running response would be mixed with ours.
  const isAnswering = (socket as Socket & { _httpMessage?: { headersSent: boolean } | null })._httpMessage
    ?.headersSent;
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) socket.destroy();
  else refuse(socket, refusals[error.code ?? ''] ?? notHttp);
};

export const refuseSlowBody = (socket: Socket): void =>
  refuseConnection(
    Object.assign(new Error('The request body arrived too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
    socket,
  );
