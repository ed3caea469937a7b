import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const accountSid = `AC${'0123456789abcdef'.repeat(2)}`;
export const authToken = 'fedcba9876543210'.repeat(2);
export const number = '+14155238886';
export const contentSid = `HX${'a1b2c3d4'.repeat(4)}`;

/** A failure as the REST API reports it. */
export interface TwilioFailure {
  status: number;
  code: number;
  message: string;
  headers?: Record<string, string>;
}

type Parameters = Record<string, string>;

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** What the REST API refuses in a message. */
const problemOf = (sent: Parameters, templates: ReadonlyMap<string, number>): TwilioFailure | undefined => {
  const invalid = (code: number, message: string): TwilioFailure => ({ status: 400, code, message });
  if (!/^whatsapp:\+\d+$/.test(sent.To ?? '')) return invalid(21211, "Invalid 'To' Phone Number");
  if (sent.From !== `whatsapp:${number}`) return invalid(63007, 'Could not find a Channel with that From');
  if (!URL.canParse(sent.StatusCallback ?? '')) return invalid(21609, "Invalid 'StatusCallback' URL");
  if (sent.ContentSid !== undefined) {
    const variables = templates.get(sent.ContentSid);
    if (variables === undefined) return { status: 404, code: 20404, message: 'The template was not found' };
    const given = Object.keys(JSON.parse(sent.ContentVariables ?? '{}')).length;
    return given === variables ? undefined : invalid(21656, 'The ContentVariables parameter is invalid');
  }
  if (sent.MediaUrl !== undefined)
    return URL.canParse(sent.MediaUrl) ? undefined : invalid(21620, 'Invalid media URL');
  if ((sent.Body ?? '').trim() === '') return invalid(21602, 'Message body is required');
  return sent.Body!.length > 1600 ? invalid(21617, 'The concatenated message body exceeds 1600') : undefined;
};

/** Twilio's REST API for messages on loopback: form parameters, basic authentication, media behind a redirect, error codes. */
export const startTwilio = async () => {
  const sent: Parameters[] = [];
  const failures: TwilioFailure[] = [];
  const templates = new Map<string, number>();
  const files = new Map<string, Buffer>();
  const credentials = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  const server = createServer((request, response) => {
    const answer = (status: number, body: object, headers: Record<string, string> = {}): void => {
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    };
    const fail = ({ status, code, message, headers }: TwilioFailure): void =>
      answer(
        status,
        { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
        headers,
      );

    const postMessage = (body: Buffer): unknown => {
      const parameters = Object.fromEntries(new URLSearchParams(body.toString('utf8')));
      const failure = failures.shift() ?? problemOf(parameters, templates);
      if (failure) return fail(failure);
      sent.push(parameters);
      return answer(201, { sid: `SM${String(sent.length).padStart(32, '0')}`, status: 'queued' });
    };

    const handle = async (): Promise<unknown> => {
      const body = await readBody(request);
      const { pathname } = new URL(request.url ?? '', url);
      const stored = /^\/stored\/(\w+)$/.exec(pathname)?.[1];
      if (stored !== undefined) return response.writeHead(200).end(files.get(stored));
      if (request.headers.authorization !== credentials)
        return fail({ status: 401, code: 20003, message: 'Authenticate' });
      const account = `/2010-04-01/Accounts/${accountSid}`;
      if (request.method === 'GET' && pathname === `${account}.json`)
        return answer(200, { sid: accountSid, friendly_name: 'Shop', status: 'active' });
      if (request.method === 'POST' && pathname === `${account}/Messages.json`) return postMessage(body);
      const media = /\/Media\/(\w+)$/.exec(pathname)?.[1] ?? '';
      if (request.method === 'GET' && files.has(media))
        return response.writeHead(307, { location: `${url}/stored/${media}` }).end();
      fail({ status: 404, code: 20404, message: 'The requested resource was not found' });
    };
    handle().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    /** Accepted messages, in order. */
    sent,
    texts: (): string[] => sent.flatMap(({ Body }) => (Body === undefined ? [] : [Body])),
    failWith: (...next: TwilioFailure[]): void => void failures.push(...next),
    /** An approved template, with this number of variables. */
    addTemplate: (sid: string, variables: number): void => void templates.set(sid, variables),
    /** A file that a user sent. Returns its URL. */
    addFile: (bytes: Buffer): string => {
      const sid = `ME${String(files.size).padStart(32, '0')}`;
      files.set(sid, bytes);
      return `${url}/2010-04-01/Accounts/${accountSid}/Messages/MM${'0'.repeat(32)}/Media/${sid}`;
    },
    close: async (): Promise<void> => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

export type Twilio = Awaited<ReturnType<typeof startTwilio>>;

/** Twilio signs the URL with the sorted parameters. */
export const twilioSignature = (url: string, parameters: Parameters, token = authToken): string => {
  const signed = Object.keys(parameters)
    .sort()
    .reduce((text, name) => text + name + parameters[name], url);
  return createHmac('sha1', token).update(signed).digest('base64');
};

let count = 0;

/** Parameters of a message of a user, as Twilio sends them. */
export const twilioMessage = (parameters: Parameters): Parameters => {
  count += 1;
  const sid = `SM${String(count).padStart(32, '0')}`;
  return {
    AccountSid: accountSid,
    ApiVersion: '2010-04-01',
    Body: '',
    From: 'whatsapp:+16505551234',
    MessageSid: sid,
    NumMedia: '0',
    ProfileName: 'Sheena Nelson',
    SmsStatus: 'received',
    To: `whatsapp:${number}`,
    WaId: '16505551234',
    ...parameters,
  };
};
