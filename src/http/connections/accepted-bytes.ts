import type { Socket } from 'node:net';

/** Counters of the socket's handle. Node's own socket timeout reads `writeQueueSize` in the same way. */
interface WriteCounters {
  bytesWritten?: number;
  writeQueueSize?: number;
}

/**
 * Bytes of this connection that the system has taken. Node's public counter changes only when a whole write
 * is done, so a slow client that reads one large response would look like one that reads nothing.
 */
export const acceptedBytes = (socket: Socket): number => {
  const handle = (socket as Socket & { _handle?: WriteCounters | null })._handle;
  if (handle?.bytesWritten === undefined || handle.writeQueueSize === undefined)
    return socket.bytesWritten - socket.writableLength;
  return handle.bytesWritten - handle.writeQueueSize;
};
