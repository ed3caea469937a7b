import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedCall {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Answer = (call: ReceivedCall, response: ServerResponse, number: number) => void;

export interface Receiver {
  url: string;
  /** Every call in order of arrival. */
  calls: ReceivedCall[];
  /** Replaces the response to later calls. */
  answerWith(answer: Answer): void;
  close(): Promise<void>;
}

const ok: Answer = (_call, response) => response.writeHead(200).end('{"code":0}');

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/** A developer's server on loopback that records its calls and answers as configured. */
export const startReceiver = async (firstAnswer: Answer = ok): Promise<Receiver> => {
  const calls: ReceivedCall[] = [];
  let answer = firstAnswer;
  const server = createServer((request, response) => {
    response.on('error', () => {});
    readBody(request).then(
      (body) => {
        const { method = '', url: path = '', headers } = request;
        const call = { method, path, headers, body };
        calls.push(call);
        answer(call, response, calls.length);
      },
      // The caller ended the connection during the request.
      () => {},
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    calls,
    answerWith: (next) => {
      answer = next;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_call, response) =>
    response.writeHead(code, headers).end();
