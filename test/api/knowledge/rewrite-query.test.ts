import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addTexts } from '../../support/knowledge/documents.ts';
import { type TestService, testService } from '../../support/service/service.ts';

interface SentBody {
  messages: { role: string; content: string | { text: string }[] }[];
  max_tokens?: number;
  max_completion_tokens?: number;
}

interface QueryServer {
  url: string;
  /** What the next calls for a query do. */
  writes: string | 'hang' | 'fail';
  /** Requests for a query, and for a reply. */
  queries: SentBody[];
  replies: SentBody[];
}

const event = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;

const say = (response: ServerResponse, content: string): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(event({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }));
  response.write(event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
  response.write(event({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 10 } }));
  response.end('data: [DONE]\n\n');
};

const isForQuery = ({ messages }: SentBody): boolean => JSON.stringify(messages[0]).includes('search query');

/** A model server with the chat completions API, which tells requests for a query from those for a reply. */
const withQueryServer = async (work: (server: QueryServer) => Promise<void>): Promise<void> => {
  const http = createServer(async (request, response) => {
    let text = '';
    for await (const bytes of request) text += bytes;
    const body = JSON.parse(text) as SentBody;
    if (!isForQuery(body)) {
      model.replies.push(body);
      return say(response, 'Fine.');
    }
    model.queries.push(body);
    if (model.writes === 'fail') return response.writeHead(400).end('{}');
    if (model.writes !== 'hang') say(response, model.writes);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`;
  const model: QueryServer = { url, writes: '', queries: [], replies: [] };
  try {
    await work(model);
  } finally {
    http.close();
    http.closeAllConnections();
  }
};

const user = (content: string) => ({ role: 'user', content });
const ask = (service: TestService, conversationId: string, messages: object[]) =>
  service.call('POST', '/v2/conversation/message', { conversation_id: conversationId, messages });

interface Step {
  kind: string;
  name: string;
  tokens?: { promptTokens: number };
  detail?: { query?: string; problem?: string };
}

const stepsOf = async (service: TestService, messageId: string): Promise<Step[]> => {
  const { steps } = await service.app.db.query
    .selectFrom('traces')
    .select('steps')
    .where('round_id', '=', messageId)
    .executeTakeFirstOrThrow();
  return JSON.parse(steps);
};

const searchedFor = (steps: readonly Step[]): string | undefined =>
  steps.find(({ kind, name }) => kind === 'retrieval' && name === 'knowledge')?.detail?.query;

const followUp = 'And in winter?';
const withoutModel = `When does the pool open? ${followUp} ${followUp}`;

const open = async (service: TestService, server: QueryServer) => {
  await service.configure({
    model: { provider: 'openai', baseUrl: server.url, name: 'm' },
    prices: { textInputPerMillion: '3', textOutputPerMillion: '15' },
  });
  await addTexts(service, [{ name: 'pool.txt', text: 'The pool opens at nine in winter.' }]);
  const id = await service.newConversation();
  const { body: first } = await ask(service, id, [user('When does the pool open?')]);
  return { id, first };
};

testService('the model writes the search query of a follow-up question', {}, (service) =>
  withQueryServer(async (server) => {
    const { id, first } = await open(service, server);
    assert.equal(server.queries.length, 0, 'a first question needs no rewriting');

    server.writes = '"pool opening hours in winter"';
    const { body } = await ask(service, id, [user(followUp)]);
    const steps = await stepsOf(service, body.message_id);
    assert.equal(searchedFor(steps), 'pool opening hours in winter');
    const rewriting = steps.find(({ name }) => name === 'rewrite-query');
    assert.deepEqual(rewriting?.detail, { query: 'pool opening hours in winter' });
    assert.equal(steps.filter(({ kind }) => kind === 'model').length, 2);
    assert.equal(body.usage.tokens.total_tokens, 220, 'both calls are counted');
    assert.equal(body.output[0].content.text, 'Fine.');
    assert.deepEqual(Object.keys(body), Object.keys(first), 'the response has the same fields');

    const [sent] = server.queries;
    assert.equal(server.queries.length, 1);
    const prompt = JSON.stringify(sent!.messages);
    assert.ok(prompt.includes('When does the pool open?') && prompt.includes(followUp));
    assert.ok(!prompt.includes('<knowledge>'));
    assert.ok((sent!.max_tokens ?? sent!.max_completion_tokens)! <= 120);
    assert.ok(
      JSON.stringify(server.replies.at(-1)).includes(followUp),
      'the reply is to the question itself',
    );

    server.writes = 'sauna price';
    const given = [
      user('Where is the sauna?'),
      { role: 'assistant', content: 'Upstairs' },
      user('Is it free?'),
    ];
    const sentTurns = await ask(service, await service.newConversation(), given);
    assert.equal(searchedFor(await stepsOf(service, sentTurns.body.message_id)), 'sauna price');
  }),
);

testService(
  'without a usable query of the model, the previous question takes part in the search',
  {},
  (service) =>
    withQueryServer(async (server) => {
      const { id } = await open(service, server);
      for (const [writes, problem] of [
        ['', /no query/],
        ['冬天的营业时间', /another language/],
        ['a '.repeat(200), /more than a query/],
        ['Fine.', /repeated an earlier reply/],
        ['Thank you for your message', /no words of the conversation/],
        ['fail', /./],
        ['hang', /took longer than 4000 ms/],
      ] as const) {
        await ask(service, id, [user('When does the pool open?')]);
        server.writes = writes;
        const { status, body } = await ask(service, id, [user(followUp)]);
        assert.equal(status, 200, writes);
        const steps = await stepsOf(service, body.message_id);
        assert.equal(searchedFor(steps), withoutModel, writes);
        assert.match(steps.find(({ name }) => name === 'rewrite-query')?.detail?.problem ?? '', problem);
        server.writes = '';
      }
    }),
);

testService(
  'the model is not asked for a query if this is off, or if there is nothing to search',
  {},
  (service) =>
    withQueryServer(async (server) => {
      const { id } = await open(service, server);
      for (const knowledge of [
        { rewriteWithModel: false },
        { rewriteWithModel: true, rewriteQuery: false },
        { rewriteWithModel: true, rewriteQuery: true, dataIds: [], groupIds: [] },
      ]) {
        await service.configure({ knowledge });
        assert.equal((await ask(service, id, [user(followUp)])).status, 200);
      }
      await service.configure({
        knowledge: { dataIds: null, groupIds: null },
        model: { provider: 'embedded' },
      });
      assert.equal((await ask(service, id, [user(followUp)])).status, 200);
      assert.equal(server.queries.length, 0);
    }),
);
