import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { DeskFile } from './desk-session.ts';
import { isFromService } from './is-from-service.ts';
import { createSessionFiles } from './session-files.ts';
import { createSessions, type Establish, UnknownSessionError } from './sessions.ts';

interface DeskOptions {
  /** Folder in which the sessions are stored. */
  folder: string;
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

/** The console's connection test calls all addresses with this ID. */
const testId = 'test';

/**
 * A minimal human service: three addresses that Frontdesk calls, and a page on which people read and answer. It uses only
 * the documented endpoints of Frontdesk.
 */
export const createDesk = (options: DeskOptions) => {
  const sessions = createSessions({
    nowMs: () => Date.now(),
    files: createSessionFiles(options.folder),
  });

  const callService = async (path: string, body: object, key?: string): Promise<void> => {
    const response = await fetch(new URL(path, options.serviceUrl), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${options.apiKey}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify({ timestamp: Date.now(), ...body }),
    });
    if (response.ok) return;
    const { message } = (await response.json().catch(() => ({}))) as { message?: string };
    throw new Error(message ?? `The service answered ${response.status}`);
  };

  /** Calls of Frontdesk. A call is answered with 2xx after it is stored; Frontdesk sends it again otherwise. */
  const fromService: Record<string, (body: Record<string, unknown>, callId?: string) => void> = {
    '/conversation/establish': (body, callId) => sessions.open(body as unknown as Establish, callId),
    '/chat': ({ conversation_id, body, files }, callId) =>
      sessions.say(
        String(conversation_id),
        { from: 'user', text: String(body), ...(files ? { files: files as DeskFile[] } : {}) },
        callId,
      ),
    '/conversation/close': ({ conversation_id, type }, callId) =>
      sessions.end(String(conversation_id), String(type), callId),
  };

  /** Calls of the page. */
  const fromPage: Record<string, (body: Record<string, unknown>) => Promise<void>> = {
    '/desk/reply': async ({ conversation_id, text, name, key, timestamp = Date.now() }) => {
      // Key and time stay the same when the page sends a reply again, so that the user gets it once.
      await callService(
        '/v1/human/message/receive',
        { conversation_id, body: text, timestamp },
        key === undefined ? undefined : String(key),
      );
      const person = String(name ?? '').trim();
      sessions.say(
        String(conversation_id),
        { from: 'person', text: String(text), ...(person === '' ? {} : { name: person }) },
        key === undefined ? undefined : String(key),
      );
    },
    '/desk/close': async ({ conversation_id }) => {
      await callService('/v1/human/close', { conversation_id });
      sessions.end(String(conversation_id), 'Closed at the desk');
    },
    '/desk/read': async ({ conversation_id }) => sessions.markRead(String(conversation_id)),
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
        return answer(response, 401, { code: 401, message: 'The call is not from Frontdesk' });
      if (body.conversation_id !== testId) handler(body, request.headers['webhook-id'] as string | undefined);
      return answer(response, 200, { code: 0, message: 'OK' });
    }
    // Pages of other sites cannot send this type, because the desk does not answer their preflight requests.
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
      if (error instanceof UnknownSessionError)
        return answer(response, 404, { code: 404, message: error.message });
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
