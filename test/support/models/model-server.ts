import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

export interface ModelServer {
  url: string;
  /** Number of answers. */
  calls: number;
  /** Authorization headers of all requests. */
  authorizations: (string | undefined)[];
  /** From now on a reply stops after its first words until `goOn`. */
  pause(): void;
  goOn(): void;
  close(): Promise<void>;
}

/** A model server on loopback with the chat completions API that always gives the same reply and lists two models. */
export const startModelServer = async (words = ['All ', 'is ', 'well.']): Promise<ModelServer> => {
  let paused = false;
  let held: ServerResponse[] = [];
  const finish = (response: ServerResponse): void => {
    for (const content of words.slice(1)) response.write(chunk({ content }));
    response.write(chunk({}, 'stop'));
    response.write(
      `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 3, total_tokens: 13 } })}\n\n`,
    );
    response.end('data: [DONE]\n\n');
  };
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      model.authorizations.push(request.headers.authorization);
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ object: 'list', data: [{ id: 'small' }, { id: 'large' }] }));
        return;
      }
      model.calls++;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunk({ content: words[0] }));
      if (paused) held.push(response);
      else finish(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const model: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls: 0,
    authorizations: [],
    pause: () => {
      paused = true;
    },
    goOn: () => {
      paused = false;
      for (const response of held) if (!response.destroyed) finish(response);
      held = [];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return model;
};
