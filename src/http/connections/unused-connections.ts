import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Browsers open connections in advance. Node does not count a connection that has sent nothing yet as
 * idle, so closing would wait for each until its header timeout.
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
