import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A loopback proxy whose connections can be cut or become silent. */
export const startCuttableProxy = async (target: string) => {
  const { port } = new URL(target);
  const sockets = new Set<Socket>();
  let isDown = false;
  let connectionCount = 0;
  let isSilent = false;
  const pairs = new Set<[Socket, Socket]>();
  const join = ([one, other]: [Socket, Socket]): void => {
    one.pipe(other);
    other.pipe(one);
  };
  const server = createServer((client) => {
    if (isDown) return void client.destroy();
    connectionCount += 1;
    const upstream = connect(Number(port), '127.0.0.1');
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    client.on('close', () => pairs.delete(pair));
    if (!isSilent) join(pair);
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
    /** Passes nothing on until `goOn`, but keeps all connections open and accepts new ones. */
    fallSilent: (): void => {
      isSilent = true;
      for (const [one, other] of pairs) {
        one.unpipe(other);
        other.unpipe(one);
      }
    },
    goOn: (): void => {
      isSilent = false;
      for (const pair of pairs) join(pair);
    },
    close: (): void => {
      cut();
      server.close();
    },
  };
};

export type CuttableProxy = Awaited<ReturnType<typeof startCuttableProxy>>;
