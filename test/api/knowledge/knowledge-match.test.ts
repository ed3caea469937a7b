import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { addTexts } from '../../support/knowledge/documents.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';

const url = '/v1/vector/match';

testService('an invalid search is rejected, and one at the limit is not', {}, async ({ call }) => {
  const refused: [unknown, RegExp][] = [
    [{}, /prompt is required/],
    [{ prompt: '  ' }, /prompt must not be blank/],
    [{ prompt: 'x', top_k: 0 }, /top_k must be at least 1/],
    [{ prompt: 'x', top_k: 51 }, /top_k must be at most 50/],
    [{ prompt: 'x', top_k: 1.5 }, /top_k must be a whole number/],
    [{ prompt: 'x', embedding_rate: -0.01 }, /embedding_rate must be at least 0/],
    [{ prompt: 'x', embedding_rate: 1.01 }, /embedding_rate must be at most 1/],
    [{ prompt: 'x', doc_correlation: 0.09 }, /doc_correlation must be at least 0\.1/],
    [{ prompt: 'x', doc_correlation: 0.96 }, /doc_correlation must be at most 0\.95/],
    [{ prompt: 'x', group_ids: 'all' }, /group_ids must be a list/],
    [{ prompt: 'x', rerank_version: 'Cohere' }, /rerank_version must be one of BGE-Rerank/],
  ];
  for (const [body, message] of refused) {
    const answer = await call('POST', url, body);
    assert.deepEqual([answer.status, answer.body.code], [400, 40000], JSON.stringify(body));
    assert.match(answer.body.message, message);
  }
  const edges = [
    { top_k: 1, embedding_rate: 0, doc_correlation: 0.1 },
    { top_k: 50, embedding_rate: 1, doc_correlation: 0.95, rerank_version: null, group_ids: null },
  ];
  for (const body of edges)
    assert.deepEqual((await call('POST', url, { prompt: 'x', ...body })).body, { total: 0, list: [] });
});

/** Names each passage after a sentence. */
const scripted = createScriptedModel(({ grounding }) =>
  grounding!.passages.map((_, index) => ({ say: `Noted as ${index + 1} [${index + 1}]. ` })),
);

testService(
  'scopes work the same for vector match and for messages of both versions',
  { models: scripted.models },
  async (service) => {
    const { call, configure } = service;
    await configure({ knowledge: { topK: 50, embeddingRate: 0.5 } });
    const bases: string[] = [];
    const groupOf = new Map<string, string>();
    for (const name of ['One', 'Two']) {
      const { body } = await call('POST', '/v1/bot/knowledge/base/create', { name });
      bases.push(body.knowledge_base_id);
      const texts = ['a', 'b'].map((each) => ({
        name: `${name}-${each}.txt`,
        text: `shared ${name} ${each}`,
      }));
      const ids = await addTexts(service, texts, { knowledgeBaseId: body.knowledge_base_id });
      for (const id of ids) groupOf.set(id, body.knowledge_base_id);
    }
    const conversation = await service.newConversation();
    const citedBy = async (path: string, body: object): Promise<string[]> => {
      const reply = await call('POST', path, { conversation_id: conversation, ...body });
      const cited = await call('GET', `/v1/correlate/dataset?message_id=${reply.body.message_id}`);
      return cited.body.correlate_dataset.map((each: { data_id: string }) => each.data_id).sort();
    };
    const choice = (ids: string[]) =>
      fc.oneof(
        fc.constantFrom(undefined, null, [] as string[]),
        fc.subarray([...ids, 'f'.repeat(24)], { minLength: 1 }),
      );
    await fc.assert(
      fc.asyncProperty(choice(bases), choice([...groupOf.keys()]), async (groupIds, dataIds) => {
        const expectedFor = (groups: string[] | null | undefined): string[] => {
          const everything = (groups ?? undefined) === undefined && (dataIds ?? undefined) === undefined;
          return [...groupOf]
            .filter(([id, group]) => everything || groups?.includes(group) || dataIds?.includes(id))
            .map(([id]) => id)
            .sort();
        };
        const matched = await call('POST', url, { prompt: 'shared', group_ids: groupIds, data_ids: dataIds });
        assert.equal(matched.body.total, matched.body.list.length);
        assert.deepEqual(
          matched.body.list.map((chunk: { data_id: string }) => chunk.data_id).sort(),
          expectedFor(groupIds),
        );
        const knowledge = { group_ids: groupIds, data_ids: dataIds };
        const second = await citedBy('/v2/conversation/message', {
          messages: [{ role: 'user', content: 'What is shared?' }],
          conversation_config: { knowledge, short_term_memory: false },
        });
        assert.deepEqual(second, expectedFor(groupIds));
        const first = await citedBy('/v1/conversation/message', {
          text: 'What is shared?',
          knowledge: { data_ids: dataIds },
          short_term_memory: false,
        });
        assert.deepEqual(first, expectedFor(undefined));
      }),
      { numRuns: 12 },
    );
  },
);

testService('a reply has its citations', { models: scripted.models }, async (service) => {
  const { call } = service;
  const [id] = await addTexts(service, [
    { name: 'tea.txt', text: 'Tea is served at five.', sourceUrl: 'https://a.example/tea' },
  ]);
  const reply = await call('POST', '/v2/conversation/message', {
    conversation_id: await service.newConversation(),
    messages: [{ role: 'user', content: 'When is tea served?' }],
  });
  assert.match(scripted.requests.at(-1)!.grounding!.passages[0]!.text, /Tea is served at five/);
  for (const messageId of [reply.body.message_id, reply.body.answer_id]) {
    const { body } = await call('GET', `/v1/correlate/dataset?message_id=${messageId}`);
    const [cited] = body.correlate_dataset;
    assert.equal(body.question_id, reply.body.message_id);
    assert.equal(body.answer_id, reply.body.answer_id);
    assert.equal(body.conversation_id, reply.body.conversation_id);
    assert.deepEqual(
      { ...cited, score: 0 },
      {
        content: 'Tea is served at five.',
        data_id: id,
        data_name: 'tea.txt',
        source_url: 'https://a.example/tea',
        score: 0,
        positions: [{ start: 0, end: 'Noted as 1.'.length }],
      },
    );
    assert.ok(cited.score > 0 && cited.score <= 1);
  }
  const unknown = await call('GET', `/v1/correlate/dataset?message_id=${'0'.repeat(24)}`);
  assert.deepEqual([unknown.status, unknown.body.code], [404, 40000]);
});

/** Scores texts by their length, in the response format of the given server. */
const startReranker = async (speaks: 'documents' | 'texts') => {
  let failures = 1;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    if (failures-- > 0) return response.writeHead(503).end();
    const texts = body[speaks] as string[] | undefined;
    if (!texts) return response.writeHead(422).end();
    const scored = texts.map((text, index) => ({ index, score: Math.min(1, text.length / 100) })).reverse();
    const answer =
      speaks === 'texts'
        ? scored
        : { results: scored.map(({ index, score }) => ({ index, relevance_score: score })) };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const rerankers = await Promise.all([startReranker('documents'), startReranker('texts')]);
for (const { server } of rerankers) server.unref();

testService(
  'rerankers of either request format decide the order and the score',
  {
    environment: {
      FRONTDESK_RERANK_BGE_URL: `${rerankers[0].address}/v1`,
      FRONTDESK_RERANK_JINA_V2_URL: `${rerankers[1].address}/rerank`,
    },
  },
  async (service) => {
    const texts = ['plum', 'plum plum cake', 'plum jam with a good deal of sugar in it'];
    await addTexts(
      service,
      texts.map((text, at) => ({ name: `${at}.txt`, text })),
    );
    for (const version of ['BGE-Rerank', 'Jina-reranker-v2-base-multilingual']) {
      const { status, body } = await service.call('POST', url, { prompt: 'plum', rerank_version: version });
      assert.equal(status, 200);
      assert.deepEqual(
        body.list.map((chunk: { content: string; score: number }) => [chunk.content, chunk.score]),
        texts.toReversed().map((text) => [text, text.length / 100]),
      );
      const above = await service.call('POST', url, {
        prompt: 'plum',
        rerank_version: version,
        doc_correlation: 0.14,
        top_k: 2,
      });
      assert.deepEqual(
        above.body.list.map((chunk: { content: string }) => chunk.content),
        [texts[2], texts[1]],
      );
    }
  },
);
