import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Browsers open connections ahead of what they may ask. Node does not count one that has sent nothing yet as
 * idle, so that closing would wait for each until its time for headers is over.
 */
export const trackUnusedConnections = (server: HttpServer) => {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return {
    close: (): void => {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    },
  };
};
