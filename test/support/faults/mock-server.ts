/**
 * One of the servers that the service calls, in its own process with its own request log, so that nothing the
 * service or the test does can change what it recorded:
 *
 *   node mock-server.ts <model | receiver | desk | mail | telegram> <log file>
 *
 * Every request is written to the log on disk before it is answered. The request itself selects the
 * response: a model reads the start of the question, a receiver the path.
 */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

const usage = { prompt_tokens: 20, completion_tokens: 12, total_tokens: 32 };
const words = 'This is what the model of the test says to every question. '.split(/(?<= )/);
const betweenSlowWordsMs = 60;
const dripMs = 1000;

type Message = { role: string; content: string | { text?: string }[] };

const lastQuestion = (body: { messages?: Message[] }): string => {
  const content = body.messages?.findLast((message) => message.role === 'user')?.content ?? '';
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
};

const say = async (response: ServerResponse, pauseMs: number): Promise<void> => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const content of words) {
    response.write(chunk({ content }));
    if (pauseMs > 0) await delay(pauseMs);
  }
  response.write(chunk({}, 'stop'));
  response.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`);
  response.end('data: [DONE]\n\n');
};

const drip = async (response: ServerResponse, text: string): Promise<void> => {
  for (const letter of text) {
    if (response.destroyed) return;
    response.write(letter);
    await delay(dripMs);
  }
};

const begin = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(chunk({ content: 'It began well ' }));
};

/** Behaviour of a model, by the first word of the question. */
const modelBehaviours: Record<string, (response: ServerResponse) => unknown> = {
  '[slow]': (response) => say(response, betweenSlowWordsMs),
  // Some servers quote the key in their errors.
  '[429]': (response) =>
    response
      .writeHead(429, { 'retry-after': '1' })
      .end(JSON.stringify({ error: { message: `Slow down, ${response.req.headers.authorization}` } })),
  '[500]': (response) => response.writeHead(500).end('upstream stack at /srv/secret.py:1'),
  '[stall]': () => {},
  '[stall-after]': begin,
  '[garbage]': (response) => {
    begin(response);
    response.end('data: {"choices":[{"delta":{"content": \u0000\u0001]]}\n\n<html>');
  },
  '[drip]': (response) => {
    begin(response);
    return drip(response, chunk({ content: 'never whole' }));
  },
  '[reset]': (response) => {
    begin(response);
    setTimeout(() => response.destroy(), 50);
  },
};

/** A vector that depends only on the text. */
const embeddingOf = (text: string): number[] => {
  const vector = new Array<number>(16).fill(0.01);
  for (const word of text.toLowerCase().match(/\w+/g) ?? [])
    vector[[...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 16, 7)]! += 1;
  return vector;
};

const answerAsModel = (path: string, body: string, response: ServerResponse): unknown => {
  const request = JSON.parse(body);
  if (path.endsWith('/embeddings')) {
    const data = (request.input as string[]).map((text, index) => ({ index, embedding: embeddingOf(text) }));
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  }
  const behave = modelBehaviours[lastQuestion(request).trim().split(/\s/)[0] ?? ''];
  return behave ? behave(response) : say(response, 0);
};

/** Keys of sites that have changed. */
const changedSites = new Set<string>();
const slowPageMs = 100;

/**
 * The site `/s/<key>/` has a start page with links to p0 … p39. After a PUT to `/s/<key>/version`, p0 … p9 are gone, p10 … p19
 * have other text, and p40 … p44 are new. A site whose key starts with `slow` answers slowly.
 */
const answerAsSite = async (path: string, method: string, response: ServerResponse): Promise<unknown> => {
  const [, , key = '', page = ''] = path.split('/');
  if (page === 'version' && method === 'PUT') {
    changedSites.add(key);
    return response.writeHead(204).end();
  }
  const isChanged = changedSites.has(key);
  const [from, to] = isChanged ? [10, 45] : [0, 40];
  const number = /^p\d+$/.test(page) ? Number(page.slice(1)) : undefined;
  if (key.startsWith('slow')) await delay(slowPageMs);
  if (number === undefined ? page !== '' : number < from || number >= to)
    return response.writeHead(404).end();
  const links = Array.from(
    { length: to - from },
    (_, at) => `<a href="/s/${key}/p${from + at}">${from + at}</a>`,
  );
  const version = isChanged && number !== undefined && number < 20 ? 'changed' : 'first';
  const text = number === undefined ? 'Start of the site' : `The ${version} text of page ${number} of ${key}`;
  const nav = number === undefined ? `<nav>${links.join(' ')}</nav>` : '';
  return response
    .writeHead(200, { 'content-type': 'text/html', etag: `"${version}"` })
    .end(`<!doctype html><title>Page ${page}</title>${nav}<main><h1>Page ${page}</h1><p>${text}</p></main>`);
};

const hugeBytes = 1024 ** 3;

const pour = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-length': String(hugeBytes) });
  const piece = Buffer.alloc(64 * 1024, 120);
  let sent = 0;
  const more = (): void => {
    while (sent < hugeBytes && !response.destroyed) {
      sent += piece.length;
      if (!response.write(piece)) return void response.once('drain', more);
    }
  };
  more();
};

/** Behaviour of a receiver, by the last part of its path. */
const receiverBehaviours: Record<string, (response: ServerResponse) => unknown> = {
  hang: () => {},
  drip: (response) => {
    response.writeHead(200);
    return drip(response, 'x'.repeat(60));
  },
  huge: pour,
  refuse: (response) => response.writeHead(503).end(),
};

const answerAsReceiver = (path: string, response: ServerResponse): unknown => {
  const behave = receiverBehaviours[path.split('/')[2] ?? ''];
  return behave ? behave(response) : response.writeHead(200).end('{"code":0}');
};

/** Secrets and texts that the bot got, so that a workload can read them. */
const telegram = { secret: '', texts: [] as string[] };

/** Accepts every call of the Bot API. `GET /state` shows what arrived. */
const answerAsTelegram = (path: string, body: string, response: ServerResponse): unknown => {
  const send = (result: unknown) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: true, result }));
  if (path === '/state') return response.writeHead(200).end(JSON.stringify(telegram));
  const parameters = JSON.parse(body || '{}');
  if (path.endsWith('/setWebhook')) telegram.secret = parameters.secret_token;
  if (path.endsWith('/sendMessage')) telegram.texts.push(parameters.text);
  return send(path.endsWith('/getMe') ? { id: 4711, username: 'fault_bot' } : true);
};

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const bytes of request) chunks.push(bytes as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const [role, ledgerPath] = process.argv.slice(2) as [string, string];
const ledger = openSync(ledgerPath, 'a');

const server = createServer((request, response) => {
  response.on('error', () => {});
  readBody(request).then(
    async (body) => {
      const path = request.url ?? '';
      if (role === 'telegram') return answerAsTelegram(path, body, response);
      if (request.method === 'GET' && !path.startsWith('/s/')) return response.writeHead(404).end();
      if (path.startsWith('/s/')) return answerAsSite(path, request.method ?? '', response);
      if (path.endsWith('/embeddings')) return answerAsModel(path, body, response);
      writeSync(ledger, `${JSON.stringify({ path, id: request.headers['webhook-id'], body })}\n`);
      fsyncSync(ledger);
      await (role === 'model' ? answerAsModel(path, body, response) : answerAsReceiver(path, response));
      return undefined;
    },
    // The caller died during the request.
    () => {},
  );
});

/** Accepts every e-mail and records its Message-ID. */
const serveMail = async (): Promise<number> => {
  const { startSmtpServer } = await import('../servers/smtp-server.ts');
  const { port } = await startSmtpServer({
    onMail: ({ raw }) => {
      const id = /^Message-ID: (\S+)/im.exec(raw)?.[1];
      writeSync(ledger, `${JSON.stringify({ path: 'mail', id, body: '' })}\n`);
      fsyncSync(ledger);
      return undefined;
    },
  });
  return port;
};

if (role === 'mail') process.stdout.write(`${await serveMail()}\n`);
else
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
  });
// Ends together with the process that started it.
process.stdin.on('end', () => {
  closeSync(ledger);
  process.exit(0);
});
process.stdin.resume();
