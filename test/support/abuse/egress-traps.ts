import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';

/** Counts connections on both loopback addresses and answers them with a text. */
export const startTrap = async () => {
  const connections: string[] = [];
  let requests = 0;
  const answer = createServer((_request, response) => {
    requests += 1;
    response.end('caught');
  });
  const first = createTcpServer((socket) => {
    connections.push(String(socket.remoteAddress));
    answer.emit('connection', socket);
  }).listen(0, '127.0.0.1');
  await once(first, 'listening');
  const { port } = first.address() as AddressInfo;
  const second = createTcpServer((socket) => {
    connections.push(String(socket.remoteAddress));
    answer.emit('connection', socket);
  }).listen(port, '::1');
  await once(second, 'listening');
  return {
    port,
    connections,
    requestCount: () => requests,
    close: () => {
      first.close();
      second.close();
      answer.closeAllConnections();
    },
  };
};

/** Redirects to the trap in two steps. */
export const startRedirector = async (target: string) => {
  const server = createServer(({ url }, response) =>
    response.writeHead(307, { location: url === '/again' ? target : '/again' }).end(),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, close: () => server.close() };
};

/**
 * Counts all connections that this process tries to open while `work` runs. With `isShut` none
 * succeeds. The service is called in process and stores its data in a file, so all of them are its calls.
 */
export const watchDialling = async (
  { isShut }: { isShut: boolean },
  work: (dialled: () => number) => Promise<void>,
): Promise<void> => {
  let count = 0;
  const onSocket = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    // Not the socket itself, because a socket is created before the name is resolved.
    socket.once('connectionAttempt', () => {
      count += 1;
      if (isShut) socket.destroy();
    });
  };
  subscribe('net.client.socket', onSocket);
  try {
    await work(() => count);
  } finally {
    unsubscribe('net.client.socket', onSocket);
  }
};
