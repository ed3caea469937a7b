import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A loopback proxy whose connections can be cut. */
export const startCuttableProxy = async (target: string) => {
  const { port } = new URL(target);
  const sockets = new Set<Socket>();
  let isDown = false;
  let connectionCount = 0;
  const server = createServer((client) => {
    if (isDown) return void client.destroy();
    connectionCount += 1;
    const upstream = connect(Number(port), '127.0.0.1');
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Connections accepted so far. */
    connectionCount: (): number => connectionCount,
    /** Ends all open connections. */
    cut,
    /** Cuts all connections and rejects new ones until `restore`. */
    takeDown: (): void => {
      isDown = true;
      cut();
    },
    restore: (): void => {
      isDown = false;
    },
    close: (): void => {
      cut();
      server.close();
    },
  };
};

export type CuttableProxy = Awaited<ReturnType<typeof startCuttableProxy>>;
