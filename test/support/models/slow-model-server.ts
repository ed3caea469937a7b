import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

const readBody = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const bytes of request) text += bytes;
  return text;
};

export const slowReply = 'All is well.';

/** A model server on loopback whose delay is part of the question: "wait 1500" (ms). */
export const startSlowModelServer = async () => {
  const timers = new Set<NodeJS.Timeout>();
  const server = createServer(async (request, response) => {
    response.on('error', () => {});
    const waits = [...(await readBody(request)).matchAll(/wait (\d+)/g)];
    model.calls++;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk({ content: 'All ' }));
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        response.write(chunk({ content: 'is well.' }));
        response.write(chunk({}, 'stop'));
        response.end('data: [DONE]\n\n');
      },
      Number(waits.at(-1)?.[1] ?? 0),
    );
    timers.add(timer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 1024, resolve));
  const model = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** Number of requests. */
    calls: 0,
    close: async (): Promise<void> => {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return model;
};
