import type { Server as HttpServer, ServerResponse } from 'node:http';

/**
 * Before a server closes, each response says `connection: close`. A client or a load balancer then opens its next
 * connection elsewhere. If its connection were closed while it is idle, its next request could be on the way already.
 */
export const createGracefulClose = (server: HttpServer) => {
  const open = new Set<ServerResponse>();
  let isClosing = false;
  // First, so that it applies to every response.
  server.prependListener('request', (_request, response) => {
    if (isClosing) response.shouldKeepAlive = false;
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return (): void => {
    isClosing = true;
    for (const response of open) if (!response.headersSent) response.shouldKeepAlive = false;
  };
};
