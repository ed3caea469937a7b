/**
 * Programs that use the generated clients. The compiler checks them against the generated types, so they are texts here: the
 * types do not exist in the repository.
 */
export const smokePrograms: Record<string, string> = {
  'openapi-typescript.ts': `
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/openapi-typescript.js';

const describe = (event: components['schemas']['StreamEvent']): string => {
  switch (event.code) {
    case 11: return event.data.message_id;
    case 3: return event.data;
    case 39: return event.data.transcript;
    case 10: return event.data.map(({ content }) => content).join();
    case 4: return String(event.data.total_tokens);
    case 0: return event.message;
    default: return event.message;
  }
};

const main = async () => {
  const client = createClient<paths>({
    baseUrl: process.env.URL!,
    headers: { Authorization: 'Bearer ' + process.env.KEY },
  });
  const created = await client.POST('/v1/conversation', { body: { user_id: 'ada' } });
  if (!created.data) throw new Error(created.error.message);
  const { conversation_id } = created.data;
  const sent = await client.POST('/v2/conversation/message', {
    body: {
      conversation_id,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    },
  });
  if (!sent.data || typeof sent.data === 'string' || !('output' in sent.data)) throw new Error('no reply');
  if (sent.data.output[0]!.content.text === '') throw new Error('an empty reply');
  const streamed = await client.POST('/v2/conversation/message', {
    body: { conversation_id, response_mode: 'streaming', messages: [{ role: 'user', content: 'Hello' }] },
    parseAs: 'text',
  });
  const events = String(streamed.data).split('\\n').filter((line) => line.startsWith('data: '));
  const texts = events.map((line) => describe(JSON.parse(line.slice(6))));
  if (texts.at(-1) !== 'End') throw new Error('the stream did not end: ' + texts.join());
  const wrong = await client.POST('/v1/conversation', { body: { user_id: '' } });
  if (wrong.error?.code !== 40000) throw new Error('an error was expected');
};
main().catch((error) => { console.error(error); process.exit(1); });
`,
  'hey-api.ts': `
import { client } from './generated/hey-api/client.gen.js';
import {
  createConversation, createTable, importRecords, matchVectors, resumeMessageStream, sendMessage,
} from './generated/hey-api/index.js';

const main = async () => {
  client.setConfig({ baseUrl: process.env.URL!, auth: () => process.env.KEY!, throwOnError: true });
  const { data: created } = await createConversation({ body: { user_id: 'ada' }, throwOnError: true });
  const { data: sent } = await sendMessage({
    body: {
      conversation_id: created.conversation_id,
      messages: [{ role: 'user', content: 'Hello' }],
    },
    throwOnError: true,
  });
  if (typeof sent === 'string' || !('output' in sent)) throw new Error('no reply');
  const { stream } = await resumeMessageStream({ query: { message_id: sent.message_id } });
  const codes: number[] = [];
  for await (const event of stream) {
    if (typeof event === 'object' && event !== null && 'code' in event) codes.push(Number(event.code));
  }
  if (codes[0] !== 11 || codes.at(-1) !== 0) throw new Error('the stream is incomplete: ' + codes.join());
  const { data: table } = await createTable({
    body: { name: 'orders', description: 'Orders', fields: [{ name: 'order_number', type: 'TEXT' }] },
    throwOnError: true,
  });
  await importRecords({
    body: { table_id: table.data, records: [{ values: { order_number: 'A-1' } }] },
    throwOnError: true,
  });
  const { data: found } = await matchVectors({ body: { prompt: 'umbrella' }, throwOnError: true });
  if (found.total !== found.list.length) throw new Error('the total is wrong');
};
main().catch((error) => { console.error(error); process.exit(1); });
`,
};
