import { connect, createServer, type Socket } from 'node:net';

/** How long both directions must be silent before what was sent is passed on. */
const quietMs = 25;

/**
 * A loopback proxy between a service and PostgreSQL that counts round trips. Once it holds requests, it passes them on
 * together, and only when the service sends nothing more without an answer. So requests that do not wait for each other
 * are one round trip, and it never counts too few. A slow machine can only make it count too many.
 */
export const startRoundTripCounter = async (databaseUrl: string) => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const held = new Map<Socket, Buffer[]>();
  let isHolding = false;
  let count = 0;
  let timer: NodeJS.Timeout | undefined;

  const release = (): void => {
    if (held.size === 0) return;
    count += 1;
    for (const [upstream, pieces] of held) upstream.write(Buffer.concat(pieces));
    held.clear();
  };
  const waitForQuiet = (): void => {
    clearTimeout(timer);
    timer = setTimeout(release, quietMs);
  };

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: Number(target.port || 5432), host: target.hostname, noDelay: true });
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    client.on('data', (data) => {
      if (!isHolding) return void upstream.write(data);
      held.set(upstream, [...(held.get(upstream) ?? []), data]);
      waitForQuiet();
    });
    upstream.on('data', (data) => {
      client.write(data);
      if (held.size > 0) waitForQuiet();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as { port: number }).port);

  return {
    url: url.href,
    hold: (): void => {
      isHolding = true;
    },
    passOn: (): void => {
      isHolding = false;
      release();
    },
    get count() {
      return count;
    },
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
