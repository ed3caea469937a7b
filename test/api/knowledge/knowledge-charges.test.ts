import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { countTokens } from '../../../src/lib/tokens.ts';
import { nanoPerCredit } from '../../../src/usage/index.ts';
import { addTexts } from '../../support/knowledge/documents.ts';
import { makeCrossEncoder } from '../../support/knowledge/make-cross-encoder.ts';
import { createWordEmbedder, wordEmbedders } from '../../support/knowledge/word-embedders.ts';
import { createScriptedModel, usageOf } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const home = mkdtempSync(join(tmpdir(), 'frontdesk-charges-'));
after(() => rmSync(home, { recursive: true, force: true }));
await makeCrossEncoder(join(home, 'bge'), { plum: 1, jam: 2, cake: -2 });

const environment = {
  FRONTDESK_RERANK_BGE_FOLDER: join(home, 'bge'),
  FRONTDESK_RERANK_BCE_FOLDER: join(home, 'nothing'),
  // No server listens there.
  FRONTDESK_RERANK_JINA_V2_URL: 'http://127.0.0.1:1',
};

const match = ({ call }: TestService, more: object) =>
  call('POST', '/v1/vector/match', { prompt: 'plum', embedding_rate: 0, ...more });

const contents = (body: { list: { content: string }[] }): string[] => body.list.map(({ content }) => content);

const billOf = async ({ call }: TestService) => (await call('GET', '/v1/account/bill/total')).body;

const stepsOf = async ({ app }: TestService, messageId: string) => {
  const row = await app.db.query
    .selectFrom('traces')
    .select('steps')
    .where('round_id', '=', messageId)
    .executeTakeFirstOrThrow();
  return JSON.parse(row.steps) as { kind: string; costNano?: number; detail?: { warnings?: string[] } }[];
};

const say = (service: TestService, conversationId: string) =>
  service.call('POST', '/v2/conversation/message', {
    conversation_id: conversationId,
    messages: [{ role: 'user', content: 'plum' }],
  });

testService(
  'documents and rerankers are charged, and skipped steps are reported',
  () => {
    const { models } = createScriptedModel(() => [{ say: 'ok' }], { usage: usageOf(100, 50) });
    return { environment, embedders: wordEmbedders(), models };
  },
  async (service) => {
    await service.configure({
      prices: { textInputPerMillion: '1', indexingPerMillion: '1000', rerankPerMillion: '2000' },
    });
    await service.app.db.query
      .updateTable('workspaces')
      .set({ balance_nano: 100 * nanoPerCredit })
      .execute();
    const texts = ['plum cake', 'plum', 'plum jam'];
    await addTexts(
      service,
      texts.map((text, at) => ({ name: `${at}.txt`, text })),
    );
    const documents = await service.app.db.query.selectFrom('documents').select('token_count').execute();
    const tokens = documents.reduce((sum, row) => sum + row.token_count, 0);
    assert.equal((await billOf(service)).knowledge_doc_indexing, tokens / 1000);

    const plain = await match(service, {});
    assert.equal('warnings' in plain.body, false);
    const reranked = await match(service, { rerank_version: 'BGE-Rerank' });
    assert.deepEqual(contents(reranked.body), ['plum jam', 'plum', 'plum cake']);
    // Each passage together with the question.
    const rerankTokens = tokens + texts.length * countTokens('plum');
    assert.equal((await billOf(service)).rerank, (rerankTokens * 2) / 1000);

    const broken = await match(service, { rerank_version: 'BCE-Rerank' });
    assert.deepEqual(contents(broken.body), contents(plain.body));
    assert.equal(broken.body.warnings[0].code, 'reranker_failed');
    assert.match(broken.body.warnings[0].message, /FRONTDESK_RERANK_BCE_FOLDER: there is no readable/);
    const away = await match(service, { rerank_version: 'Jina-reranker-v2-base-multilingual' });
    assert.deepEqual(contents(away.body), contents(plain.body));
    assert.deepEqual(away.body.warnings, [
      { code: 'reranker_failed', message: 'The reranker failed; the original order is kept' },
    ]);

    await service.configure({ knowledge: { rerankVersion: 'BGE-Rerank', embeddingRate: 0 } });
    const conversationId = await service.newConversation();
    const { body } = await say(service, conversationId);
    const { total_credits, text_input_credits, service_credits } = body.usage.credits;
    assert.equal(service_credits, (rerankTokens * 2) / 1000);
    assert.equal(total_credits, text_input_credits + service_credits);
    const steps = await stepsOf(service, body.message_id);
    assert.equal(
      steps.find(({ kind }) => kind === 'retrieval')?.costNano,
      Math.round(service_credits * nanoPerCredit),
    );
    await service.configure({ knowledge: { rerankVersion: 'BCE-Rerank' } });
    const unranked = await say(service, conversationId);
    const [warning] = (await stepsOf(service, unranked.body.message_id)).flatMap(
      ({ detail }) => detail?.warnings ?? [],
    );
    assert.match(
      warning!,
      /^The reranker failed \(FRONTDESK_RERANK_BCE_FOLDER: .*\); the original order is kept$/,
    );

    const bill = await billOf(service);
    const { chat, knowledge_doc_indexing, rerank } = bill;
    assert.ok(Math.abs(bill.total - (chat + knowledge_doc_indexing + rerank)) < 1e-9);
    const { balance_nano, reserved_nano } = await service.app.db.query
      .selectFrom('workspaces')
      .selectAll()
      .executeTakeFirstOrThrow();
    assert.equal(reserved_nano, 0);
    assert.equal(100 * nanoPerCredit - balance_nano!, Math.round(bill.total * nanoPerCredit));
    const [{ cost_nano }] = (await service.app.db.query
      .selectFrom('conversations')
      .select('cost_nano')
      .execute()) as [{ cost_nano: number }];
    assert.equal(
      cost_nano,
      Math.round((total_credits + unranked.body.usage.credits.total_credits) * nanoPerCredit),
    );

    await service.app.db.query.updateTable('workspaces').set({ balance_nano: 0 }).execute();
    assert.equal((await match(service, { rerank_version: 'BGE-Rerank' })).body.code, 20022);
  },
);

testService(
  'a semantic search uses keywords while the embedding model is unavailable, and reports it',
  () => {
    const embedder = createWordEmbedder({
      before: async (_texts, kind) => {
        if (kind === 'query') throw new Error('connection refused at 10.0.0.7');
      },
    });
    return { embedders: wordEmbedders(embedder) };
  },
  async (service) => {
    await addTexts(service, [{ name: 'a.txt', text: 'plum jam' }]);
    const { status, body } = await match(service, { embedding_rate: 1 });
    assert.deepEqual([status, contents(body)], [200, ['plum jam']]);
    assert.deepEqual(body.warnings, [
      { code: 'embedding_failed', message: 'The query could not be embedded; searched by keywords only' },
    ]);
  },
);
