import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server as NetServer, type Socket } from 'node:net';

/**
 * Listening sockets for each address of a server. The event loop accepts one connection of a socket per turn, and a turn
 * takes tens of milliseconds while a thousand replies are streamed. With one socket, new clients would wait for seconds.
 */
const socketsPerAddress = 16;

interface Address {
  host: string;
  port: number;
}

const listening = async (server: NetServer, options: object): Promise<NetServer> => {
  server.listen(options);
  await once(server, 'listening');
  return server;
};

/** Whether several sockets of a process can share a port, and the kernel distributes connections among them. */
export const canSharePort = process.platform === 'linux';

/**
 * Keeps other processes from the port. Sockets that share a port exclude only sockets that do not share it, so two
 * processes of the service could listen on one port. Of two that start at the same time, one gets the name.
 */
export const reservePort = async ({ host, port }: Address): Promise<() => void> => {
  const name = createServer();
  try {
    await listening(name, { path: `\0frontdesk-${host}-${port}` });
  } catch (cause) {
    throw Object.assign(new Error(`listen EADDRINUSE: address already in use ${host}:${port}`, { cause }), {
      code: 'EADDRINUSE',
      address: host,
      port,
    });
  }
  name.unref();
  const release = (): void => void name.close();
  try {
    const alone = await listening(createServer(), { host, port, exclusive: true });
    alone.close();
    await once(alone, 'close');
  } catch (error) {
    release();
    throw error;
  }
  return release;
};

/** More sockets for the addresses on which a server listens. Their connections are connections of the server. */
export const createAcceptors = (server: HttpServer) => {
  const acceptors: NetServer[] = [];
  const passOn = (socket: Socket): void => void server.emit('connection', socket);
  return {
    open: async (addresses: readonly Address[], backlog: number): Promise<void> => {
      for (const { host, port } of addresses)
        for (let count = 1; count < socketsPerAddress; count++) {
          // The options that Node uses for the sockets of an HTTP server.
          const acceptor = createServer({ allowHalfOpen: true, noDelay: true }, passOn);
          acceptors.push(acceptor);
          await listening(acceptor, { host, port, backlog, reusePort: true });
        }
    },
    /** Accepts no more connections. Resolves when the accepted ones have ended. */
    close: async (): Promise<void> => {
      await Promise.all(
        acceptors
          .filter((acceptor) => acceptor.listening)
          .map((acceptor) => new Promise((resolve) => acceptor.close(resolve))),
      );
    },
  };
};
