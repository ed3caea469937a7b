/**
 * Malformed calls of every documented operation. The everyday run makes a few of each; the long one many:
 *
 *   npm run test:abuse                              1,000 of each operation
 *   ABUSE_CASES=50 ABUSE_SEED=7 npm run test:abuse
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operatorOf } from '../support/operator.ts';
import { type TestService, testApiKey, testOperatorToken, withService } from '../support/service.ts';
import { createCaller, type Response } from './call.ts';
import { createRandom } from './hostile-values.ts';
import { type Attack, type KnownIds, makeAttack } from './make-attack.ts';
import { type OpenApiDocument, type Operation, operationsOf } from './operations.ts';

const casesEach = Number(process.env.ABUSE_CASES ?? 4);
const seed = Number(process.env.ABUSE_SEED ?? 1);

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** One of everything, so that a case is refused for what is wrong with it and not for an unknown id. */
const makeIds = async (service: TestService): Promise<KnownIds> => {
  const conversationId = await service.newConversation();
  const { body: reply } = await service.call('POST', '/v2/conversation/message', {
    conversation_id: conversationId,
    messages: [{ role: 'user', content: 'Hello' }],
  });
  const { body: table } = await service.call('POST', '/v1/database/create-table', {
    name: 'orders',
    description: 'Orders',
    fields: [{ name: 'number', description: 'Number', type: 'TEXT', required: false, unique: true }],
  });
  const { body: base } = await service.call('POST', '/v1/bot/knowledge/base/create', {
    name: 'Base',
    desc: '',
  });
  await service.call('POST', '/v1/bot/doc/text/add', {
    knowledge_base_id: base.knowledge_base_id,
    chunk_token: 600,
    files: [{ file_name: 'a.md', file_base64: base64('# A\n\nText') }],
  });
  const { body: documents } = await service.call(
    'GET',
    `/v1/bot/doc/query/page?knowledge_base_id=${base.knowledge_base_id}&page=1&page_size=10`,
  );
  const { agentId, workspace } = await operatorOf(service);
  return {
    workspaceId: workspace.split('/').at(-1)!,
    agentId,
    conversation_id: conversationId,
    conversationId,
    message_id: reply.message_id,
    roundId: reply.message_id,
    answer_id: reply.answer_id,
    table_id: table.data,
    tableId: table.data,
    knowledge_base_id: base.knowledge_base_id,
    baseId: base.knowledge_base_id,
    doc_id: documents.list[0].id,
    documentId: documents.list[0].id,
  };
};

/** What would take the ground from under the other cases is attacked with ids nobody has. */
const endsWhatItNames = ({ method, path }: Operation): boolean =>
  method === 'DELETE' || path.endsWith('/session') || path.endsWith('/session/password');

const describe = ({ method, path, body }: Attack): string =>
  `${method} ${path.slice(0, 200)} ${body === undefined ? '' : String(body).slice(0, 300)}`;

const checkAnswer = ({ status, type, text }: Response, told: string): void => {
  assert.ok(status < 500, `${status} ${text} for ${told}`);
  assert.doesNotMatch(text, /\bat .+\.ts:\d+|SQLITE_|sqlite_master|pg_catalog|node_modules/, told);
  if (status < 400) return;
  assert.match(type, /^application\/json/, `${status} ${type} for ${told}`);
  const body = JSON.parse(text);
  assert.ok(Number.isInteger(body.code) && body.code !== 0, `${text} for ${told}`);
  assert.ok(typeof body.message === 'string' && body.message !== '', `${text} for ${told}`);
  for (const name of Object.keys(body))
    assert.ok(['code', 'message', 'request_id'].includes(name), `${name} in ${told}`);
};

const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

test(`${casesEach} malformed calls of every operation are answered with the envelope, never with a failure of ours`, async () => {
  await withService('sqlite', { environment: { FRONTDESK_EGRESS_ALLOW: '' } }, async (service) => {
    const ids = await makeIds(service);
    const address = await service.app.server.listen({ host: '127.0.0.1', port: 0 });
    const { call, close } = createCaller(address);
    const times: number[] = [];
    const slow: string[] = [];
    try {
      for (const [path, key] of [
        ['/openapi.json', testApiKey],
        ['/console/openapi.json', testOperatorToken],
      ] as const) {
        const document = (await (await fetch(`${address}${path}`)).json()) as OpenApiDocument;
        for (const [index, operation] of operationsOf(document).entries()) {
          const random = createRandom(seed * 7919 + index * 104_729 + path.length);
          for (let turn = 0; turn < casesEach; turn++) {
            const attack = makeAttack(
              operation,
              endsWhatItNames(operation) ? { workspaceId: ids.workspaceId! } : ids,
              random,
            );
            attack.headers.authorization ??= `Bearer ${key}`;
            const told = `${describe(attack)} (seed ${seed}, case ${turn})`;
            const response = await call(attack).catch((error) => assert.fail(`${error.message} for ${told}`));
            checkAnswer(response, told);
            times.push(response.tookMs);
            if (response.tookMs > 100) slow.push(`${response.tookMs.toFixed(0)} ms: ${told.slice(0, 200)}`);
          }
        }
      }
      const { status } = await service.call('GET', '/v1/api-key/verify');
      assert.equal(status, 200, 'the service goes on as before');
    } finally {
      close();
    }
    const figures = [0.5, 0.99, 0.999].map(
      (share) => `p${share * 100} ${percentile(times, share).toFixed(1)} ms`,
    );
    if (casesEach > 100) for (const line of slow) console.log(line);
    console.log(`${times.length} calls: ${figures.join(', ')}`);
  });
});
