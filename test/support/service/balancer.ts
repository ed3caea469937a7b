import { Agent, createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Backend {
  address: string;
  agent: Agent;
  isReady: boolean;
}

export interface Balancer {
  address: string;
  /** Resolves when the backend gets traffic. */
  add(address: string): Promise<void>;
  remove(address: string): void;
  /** Requests that a backend refused, cut off or answered with 502 to 504. There are no retries. */
  readonly failures: string[];
  close(): Promise<void>;
}

const checkMs = 100;

const isReady = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = get(`${address}/readyz`, { agent: false, timeout: 5000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('error', () => resolve(false));
  });

/**
 * A load balancer on loopback: checks each backend's readiness, distributes requests round-robin to those that are
 * ready, and keeps connections open. Requests in progress continue at a backend that is no longer ready.
 */
export const startBalancer = async (): Promise<Balancer> => {
  const backends = new Map<string, Backend>();
  const failures: string[] = [];
  let turn = 0;

  const check = async (): Promise<void> => {
    await Promise.all(
      [...backends.values()].map(async (backend) => {
        backend.isReady = await isReady(backend.address);
      }),
    );
  };
  let checking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    checking = checking.then(check);
  }, checkMs);

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const ready = [...backends.values()].filter((backend) => backend.isReady);
    const backend = ready[turn++ % Math.max(1, ready.length)];
    const fail = (why: string): void => {
      failures.push(`${incoming.method} ${incoming.url}: ${why}`);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    };
    if (!backend) {
      fail('no backend is ready');
      return;
    }
    const { connection: _connection, ...headers } = incoming.headers;
    const { method, url } = incoming;
    const upstream = request(backend.address + url, { method, headers, agent: backend.agent }, (answer) => {
      const { connection: _own, ...answerHeaders } = answer.headers;
      if (answer.statusCode! >= 502 && answer.statusCode! <= 504)
        failures.push(`${url}: ${answer.statusCode}`);
      outgoing.writeHead(answer.statusCode!, answerHeaders);
      answer.on('error', (error) => fail(error.message));
      answer.pipe(outgoing);
    });
    upstream.on('error', (error) => fail(error.message));
    incoming.pipe(upstream);
  };

  const server = createServer(forward);
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    add: async (address) => {
      const backend = {
        address,
        agent: new Agent({ keepAlive: true, maxFreeSockets: 1024 }),
        isReady: false,
      };
      backends.set(address, backend);
      while (!backend.isReady) await new Promise((resolve) => setTimeout(resolve, checkMs));
    },
    remove: (address) => {
      backends.get(address)?.agent.destroy();
      backends.delete(address);
    },
    close: async () => {
      clearInterval(timer);
      await checking;
      for (const { agent } of backends.values()) agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
