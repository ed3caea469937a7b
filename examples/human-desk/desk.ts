import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isFromService } from './is-from-service.ts';
import { createSessions, type Establish } from './sessions.ts';

interface DeskOptions {
  serviceUrl: string;
  apiKey: string;
  token?: string | undefined;
  signingSecret?: string | undefined;
}

interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  text: string;
}

const maxBodyBytes = 8 * 1024 * 1024;

const pages: Record<string, [file: string, type: string]> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/desk.css': ['desk.css', 'text/css; charset=utf-8'],
  '/desk.js': ['desk.js', 'text/javascript; charset=utf-8'],
};

const answer = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const readText = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBodyBytes) throw new Error('The body is too large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/**
 * A human service as small as it can be: three addresses that Frontdesk calls, and a page on which a person
 * reads and answers. It uses nothing of Frontdesk but its documented endpoints.
 */
export const createDesk = (options: DeskOptions) => {
  const sessions = createSessions({ nowMs: () => Date.now() });

  const callService = async (path: string, body: object): Promise<void> => {
    const response = await fetch(new URL(path, options.serviceUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${options.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, timestamp: Date.now() }),
    });
    if (response.ok) return;
    const { message } = (await response.json().catch(() => ({}))) as { message?: string };
    throw new Error(message ?? `The service answered ${response.status}`);
  };

  /** Calls of the service. Each is answered 2xx once it is dealt with; anything else is sent again. */
  const fromService: Record<string, (body: Record<string, unknown>) => void> = {
    '/conversation/establish': (body) => sessions.open(body as unknown as Establish),
    '/chat': (body) => sessions.say(String(body.conversation_id), 'user', String(body.body)),
    '/conversation/close': (body) => sessions.end(String(body.conversation_id), String(body.type)),
  };

  /** Calls of the page. */
  const fromPage: Record<string, (body: Record<string, unknown>) => Promise<void>> = {
    '/desk/reply': async ({ conversation_id, text }) => {
      await callService('/v1/human/message/receive', { conversation_id, body: text });
      sessions.say(String(conversation_id), 'person', String(text));
    },
    '/desk/close': async ({ conversation_id }) => {
      await callService('/v1/human/close', { conversation_id });
      sessions.end(String(conversation_id), 'You have closed it');
    },
  };

  /** Sends the page everything there is, now and after each change. */
  const stream = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    const send = (): void => void response.write(`data: ${JSON.stringify(sessions.list())}\n\n`);
    response.on('close', sessions.listen(send));
    send();
  };

  const serveFile = async (response: ServerResponse, path: string): Promise<void> => {
    const page = pages[path];
    if (!page) return answer(response, 404, { code: 404, message: 'Not found' });
    const content = await readFile(join(import.meta.dirname, 'page', page[0]));
    response
      .writeHead(200, {
        'content-type': page[1],
        'content-security-policy': "default-src 'self'; img-src data:",
      })
      .end(content);
  };

  const take = async (path: string, { request, response, text }: Call): Promise<void> => {
    const body = JSON.parse(text) as Record<string, unknown>;
    const handler = fromService[path];
    if (handler) {
      if (!isFromService(request.headers, text, options, Date.now()))
        return answer(response, 401, { code: 401, message: 'Not from the service' });
      if (!sessions.isRepeated(request.headers['webhook-id'] as string | undefined)) handler(body);
      return answer(response, 200, { code: 0, message: 'OK' });
    }
    // A page of another site cannot send this type without asking first, and is never allowed to.
    if (request.headers['content-type'] !== 'application/json')
      return answer(response, 415, { code: 415, message: 'Send JSON' });
    await fromPage[path]!(body);
    answer(response, 200, { code: 0, message: 'OK' });
  };

  const server = createServer(async (request, response) => {
    const path = (request.url ?? '/').split('?')[0]!;
    try {
      if (request.method === 'GET')
        return path === '/desk/events' ? stream(response) : await serveFile(response, path);
      if (request.method === 'HEAD') return void response.writeHead(200).end();
      if (request.method !== 'POST' || !(path in fromService || path in fromPage))
        return answer(response, 404, { code: 404, message: 'Not found' });
      await take(path, { request, response, text: await readText(request) });
    } catch (error) {
      answer(response, 400, { code: 400, message: (error as Error).message });
    }
  });

  return {
    listen: async ({ host, port }: { host: string; port: number }): Promise<string> => {
      server.listen(port, host);
      await once(server, 'listening');
      return `http://${host}:${(server.address() as AddressInfo).port}`;
    },
    close: async (): Promise<void> => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
