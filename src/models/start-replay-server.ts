import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createSafeFetch, type SafeFetch } from '../lib/safe-fetch/index.ts';
import type { Model, ModelEvent, ModelRequest } from './port.ts';

/** For tests of providers: a server on loopback that sends recorded responses. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Bytes per write. By default all at once. */
  pieceBytes?: number;
  /** After the body: a proper end, a broken connection, or silence. */
  afterwards?: 'end' | 'break' | 'hang';
}

export interface SeenRequest {
  url: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}

export interface ReplayServer extends AsyncDisposable {
  baseUrl: string;
  fetch: SafeFetch;
  seen: SeenRequest[];
  /** Number of open responses, to check that an abort closes the connection. */
  openAnswers(): number;
  connectionCount(): number;
}

const fixtureFolder = join(import.meta.dirname, '../../test/fixtures/providers');

export const recorded = (name: string, more: Partial<Answer> = {}): Answer => {
  const bytes = readFileSync(join(fixtureFolder, `${name}.http`));
  const headEnd = bytes.indexOf('\n\n');
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\n');
  const headers = Object.fromEntries(lines.map((line) => line.split(/:\s*/, 2)));
  return { status: Number(statusLine.split(' ')[1]), headers, body: bytes.subarray(headEnd + 2), ...more };
};

const send = async (response: ServerResponse, answer: Answer): Promise<void> => {
  response.writeHead(answer.status, answer.headers);
  response.flushHeaders();
  const pieceBytes = answer.pieceBytes ?? Math.max(1, answer.body.length);
  for (let start = 0; start < answer.body.length; start += pieceBytes) {
    response.write(answer.body.subarray(start, start + pieceBytes));
    // Sends each piece as its own packet.
    if (answer.pieceBytes !== undefined) await new Promise((resolve) => setImmediate(resolve));
  }
  if (answer.afterwards === 'break') response.destroy();
  else if (answer.afterwards !== 'hang') response.end();
};

/** Responses in the given order. The last one repeats. */
export const startReplayServer = async (...answers: Answer[]): Promise<ReplayServer> => {
  const seen: SeenRequest[] = [];
  const open = new Set<ServerResponse>();
  let connections = 0;
  const server = createServer(async (request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const answer = answers[Math.min(seen.length, answers.length - 1)];
    seen.push({
      url: request.url ?? '',
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    });
    if (answer !== undefined) await send(response, answer);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fetch = createSafeFetch({ allow: ['127.0.0.1'] });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fetch,
    seen,
    openAnswers: () => open.size,
    connectionCount: () => connections,
    [Symbol.asyncDispose]: async () => {
      await fetch.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export const requestOf = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'What is the capital of Portugal?' }] }],
  tools: [],
  signal: new AbortController().signal,
  ...more,
});

export interface Collected {
  text: string;
  reasoning: string;
  calls: { name: string; argumentsText: string; id: string; providerData?: unknown }[];
  finish: Extract<ModelEvent, { type: 'finish' }> | undefined;
  error: unknown;
}

/** All events of a call, with the error it may end in. */
export const collect = async (model: Model, request: ModelRequest): Promise<Collected> => {
  const collected: Collected = { text: '', reasoning: '', calls: [], finish: undefined, error: undefined };
  try {
    await model.answer(request, (event) => {
      if (event.type === 'text-delta') collected.text += event.text;
      if (event.type === 'reasoning-delta') collected.reasoning += event.text;
      if (event.type === 'tool-call') collected.calls.push(event.call);
      if (event.type === 'finish') collected.finish = event;
    });
  } catch (error) {
    collected.error = error;
  }
  return collected;
};
