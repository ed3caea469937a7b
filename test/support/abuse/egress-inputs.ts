import { openConsoleCalls } from '../console/console-calls.ts';
import { operatorOf } from '../console/operator.ts';
import { makeDocx, paragraph } from '../recognition/make-docx.ts';
import type { TestService } from '../service/service.ts';

export type Input = (service: TestService, url: string) => Promise<unknown>;

const ask = async (service: TestService, content: unknown, more: object = {}) =>
  service.call('POST', '/v2/conversation/message', {
    conversation_id: await service.newConversation(),
    messages: [{ role: 'user', content }],
    ...more,
  });

const part =
  (kind: string, name: string): Input =>
  (service, url) =>
    ask(service, [{ type: kind, [kind]: { url, name } }]);

const httpTool = (url: string) => ({
  name: 'look',
  description: 'Looks',
  method: 'GET' as const,
  url,
  headers: {},
  parameters: {},
  timeoutMs: 30_000,
});

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** An existing document of that kind, or a new one. */
const documentOf = async (
  service: TestService,
  kind: 'text' | 'spreadsheet',
  name: string,
): Promise<string> => {
  const { body: listed } = await service.call('GET', '/v1/bot/doc/query/page?page=1&page_size=100');
  const known = listed.list?.find((one: { doc_name: string }) => one.doc_name === name);
  if (known) return known.id;
  const { body } = await service.call('POST', `/v1/bot/doc/${kind}/add`, {
    ...(kind === 'text' ? { chunk_token: 600 } : {}),
    files: [{ file_name: name, file_base64: base64('item,price\nchair,40\n') }],
  });
  return body.doc[0].doc_id;
};

/** Every input that contains an address which the service may call. */
export const inputs: Record<string, Input> = {
  'an image of a message': part('image', 'a.png'),
  'a document of a message': part('document', 'a.md'),
  'a recording of a message': part('audio', 'a.wav'),
  'a file of a version 1 message': async (service, url) =>
    service.call('POST', '/v1/conversation/message', {
      conversation_id: await service.newConversation(),
      files: [{ url, name: 'a.md' }],
    }),
  'a document to add': (service, url) =>
    service.call('POST', '/v1/bot/doc/text/add', {
      chunk_token: 600,
      files: [{ file_name: 'a.md', file_url: url }],
    }),
  'a spreadsheet to add': (service, url) =>
    service.call('POST', '/v1/bot/doc/spreadsheet/add', { files: [{ file_name: 'a.csv', file_url: url }] }),
  'a recording to write down': (service, url) =>
    service.call('POST', '/v1/audio-to-text', { audio: { url, name: 'a.wav', format: 'wav' } }),
  'a document added in the console': async (service, url) => {
    const { call, agent } = await operatorOf(service);
    await call('POST', `${agent}/documents`, { url, name: 'a.md' });
  },
  'a document to update': async (service, url) =>
    service.call('PUT', '/v1/bot/doc/text/update', {
      files: [{ doc_id: await documentOf(service, 'text', 'a.md'), file_url: url }],
    }),
  'a spreadsheet to update': async (service, url) =>
    service.call('PUT', '/v1/bot/doc/spreadsheet/update', {
      files: [{ doc_id: await documentOf(service, 'spreadsheet', 'a.csv'), file_url: url }],
    }),
  'a document fetched anew in the console': async (service, url) => {
    const { call, agent } = await operatorOf(service);
    const id = await documentOf(service, 'text', 'a.md');
    await call('POST', `${agent}/documents/${id}/fetch`, { url });
  },
  'a source previewed in the console': async (service, url) => {
    const { call, agent } = await operatorOf(service);
    for (const kind of ['page', 'site', 'feed'])
      await call('POST', `${agent}/sources/preview`, { kind, url, rules: { useSitemap: true } });
  },
  'a bucket previewed in the console': async (service, url) => {
    const { call, agent } = await operatorOf(service);
    const { origin } = new URL(url);
    for (const isPathStyle of [true, false])
      await call('POST', `${agent}/sources/preview`, {
        kind: 's3',
        url: origin,
        s3: { bucket: 'abc', isPathStyle },
      });
  },
  'a Git repository previewed in the console': async (service, url) => {
    const { call, agent } = await operatorOf(service);
    await call('POST', `${agent}/sources/preview`, { kind: 'git', url });
  },
  'a source synchronised by the service': async (service, url) => {
    const { call, agent } = await operatorOf(service);
    const { body } = await call('POST', `${agent}/sources`, { kind: 'page', url });
    await service.app.rooms.jobs.idle();
    await call('DELETE', `${agent}/sources/${body.id}`);
  },
  'a file of a trial in the console': async (service, url) => {
    const { call, agent } = await operatorOf(service);
    await call('POST', `${agent}/try`, { text: 'Hello', files: [{ url, name: 'a.md' }] });
  },
  'a webhook tried in the console': async (service, url) => {
    const { call, agent } = await operatorOf(service);
    await call('POST', `${agent}/webhook/check`, { target: 'message', settings: { webhook: { url } } });
  },
  'an example of a webhook sent in the console': async (service, url) => {
    const { call, agent } = await operatorOf(service);
    const settings = { webhook: { url } };
    await call('POST', `${agent}/webhook/examples/send`, { name: 'reply.agent', settings });
  },
  'an MCP server tried in the console': async (service, url) => {
    const { call, agent } = await operatorOf(service);
    const server = { name: 'away', url, headers: {}, timeoutMs: 20_000 };
    await call('POST', `${agent}/mcp/check`, { server });
  },
  'the webhook': async (service, url) => {
    await service.configure({ webhook: { url, disabled: false } });
    await service.call('POST', '/v1/webhook/check', {});
    await ask(service, 'Hello', { response_mode: 'webhook' });
    await service.app.rooms.jobs.idle();
    await service.configure({ webhook: { url: null } });
  },
  'the human service': async (service, url) => {
    await service.configure({
      webhook: { url: 'http://127.0.0.1:1/' },
      humanService: { baseUrl: url, phrases: ['human'], disabled: false },
    });
    await ask(service, 'human', { response_mode: 'webhook' });
    await service.app.rooms.jobs.idle();
    await service.configure({ webhook: { url: null }, humanService: { baseUrl: null } });
  },
  'an HTTP tool': async (service, url) => {
    await service.configure({ tools: { http: [httpTool(url)] } });
    await ask(service, 'call the tool');
    await service.configure({ tools: { http: [] } });
  },
  'an MCP server': async (service, url) => {
    await service.configure({ tools: { mcp: [{ name: 'away', url, headers: {}, timeoutMs: 30_000 }] } });
    await ask(service, 'Hello');
    await service.configure({ tools: { mcp: [] } });
  },
};

/** The model of an agent, used and tested. Separate from the others, which use the test's own model. */
export const modelInput = async (service: TestService, url: string): Promise<void> => {
  const model = { provider: 'openai' as const, baseUrl: url, name: 'm' };
  await service.configure({ model });
  await ask(service, 'Hello');
  const { call, base } = await openConsoleCalls(service);
  await call('POST', `${base}/models/test`, { model });
};

const upload = (service: TestService, name: string, bytes: Buffer | string, more: object = {}) =>
  service.call('POST', '/v1/bot/doc/text/add', {
    chunk_token: 600,
    files: [{ file_name: name, file_base64: Buffer.from(bytes).toString('base64'), ...more }],
  });

/** Inputs where an address is only text and is never called. */
export const mentions: Record<string, Input> = {
  'a picture in Markdown': (service, url) =>
    upload(service, 'pictures.md', `# P\n\n![a](${url}) ![b][c]\n\n[c]: ${url}\n\n<img src="${url}">\n`),
  'a picture in a Word document': (service, url) =>
    upload(
      service,
      'pictures.docx',
      makeDocx(
        `${paragraph('Words')}<w:p><w:r><w:pict><v:imagedata r:id="p" src="${url}"/></w:pict></w:r></w:p>`,
      ),
    ),
  'the source of a document': (service, url) => upload(service, 'b.md', '# B\n\nWords', { source_url: url }),
  'a picture in a message': (service, url) => ask(service, `Look: ![a](${url}) <img src="${url}">`),
  'a picture in an answer': (service, url) => ask(service, `repeat ![a](${url})`),
  'a picture in a document of a message': (service, url) =>
    ask(service, [
      { type: 'text', text: 'Read this.' },
      { type: 'document', document: { name: 'a.md', base64_content: base64(`![a](${url})`) } },
    ]),
  "a user's attribute": (service, url) =>
    service.call('POST', '/v1/property/update', {
      user_id: 'ada',
      property_values: [{ property_name: 'home', value: url.slice(0, 100) }],
    }),
  'the address of an imported description': async (service, url) => {
    const { call, workspace } = await operatorOf(service);
    await call('POST', `${workspace}/tools/import`, {
      baseUrl: url,
      document: {
        openapi: '3.1.0',
        info: { title: 'T', version: '1' },
        servers: [{ url }],
        paths: { '/a': { get: { operationId: 'a', responses: { 200: { $ref: `${url}#/x` } } } } },
      },
    });
  },
};
