import assert from 'node:assert/strict';
import type { ModelRequest } from '../../../src/models/index.ts';
import { contains, createTestSet, expecting } from '../../support/evaluation/create-test-set.ts';
import { type Action, createScriptedModel, textOf } from '../../support/models/scripted-model.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const isJudge = (request: ModelRequest): boolean =>
  request.messages.some((message) => message.role === 'system' && message.text.startsWith('You check'));

/** Answers by the words of the question. */
const answers = (request: ModelRequest): Action[] => {
  const question = textOf(request);
  if (isJudge(request)) {
    if (question.includes('nonsense')) return [{ say: 'I like trains.' }];
    return [{ say: `{"reason": "It is kind.", "pass": ${question.includes('kind')}}` }];
  }
  if (question.includes('json')) return [{ say: 'Here:\n```json\n{"total": 7}\n```' }];
  if (question.includes('fail')) return [{ fail: 'rejected' }];
  if (question.includes('unknown')) return [{ say: 'I could not find anything about that.' }];
  return [{ say: `You said: ${question}` }];
};

testService(
  'a run decides every case, keeps its trace, is charged as a test, and leaves no conversations',
  () => createScriptedModel(answers),
  async (service) => {
    await service.configure({ prices: { textInputPerMillion: '100', textOutputPerMillion: '100' } });
    const { call, agent, base, path, start, resultsOf } = await createTestSet(service, [
      expecting('hello', contains('YOU SAID'), { type: 'not-contains', text: 'bye' }),
      expecting('hello', { type: 'pattern', pattern: 'said: h\\w+$' }, { type: 'refuses', expected: false }),
      expecting('json', { type: 'json-schema', schema: { required: ['total'] } }),
      expecting('json', { type: 'json-schema', schema: { required: ['price'] } }),
      expecting('unknown', { type: 'refuses', expected: true }),
      expecting('hello', { type: 'similar', reference: 'You said: hello', threshold: 0.9 }),
      expecting('be kind', { type: 'judge', rubric: 'Is it kind?' }),
      expecting('hello', { type: 'judge', rubric: 'nonsense' }),
      expecting('fail', contains('x')),
      expecting('hello', { type: 'cites', document: 'gone.md' }),
      { turns: ['one', 'two'], expectations: [contains('two'), { ...contains('one'), turn: 1 }] },
      { turns: [{ text: 'hello', files: [{ name: 'plan.pdf' }] }], expectations: [] },
    ]);
    const estimate = (await call('GET', `${path}/estimate`)).body;
    assert.deepEqual(
      [estimate.cases, estimate.messages, estimate.judgements, estimate.basis],
      [12, 13, 2, 'prices'],
    );
    const run = await start();
    assert.deepEqual(
      [run.status, run.cases, run.passed, run.failed, run.errors, run.passedCases],
      ['completed', 12, 7, 1, 4, 7],
      JSON.stringify(run),
    );
    assert.ok(run.passRate.low > 0.3 && run.passRate.high < 0.82);

    const [judged] = await resultsOf(run.id, 7);
    assert.deepEqual(judged.outcomes, [
      { status: 'passed', code: 'met', detail: 'It is kind.', score: null },
    ]);
    const codeOf = async (number: number) => {
      const [result] = await resultsOf(run.id, number);
      return result.error?.code ?? result.outcomes[0].code;
    };
    assert.deepEqual(
      [await codeOf(4), await codeOf(8), await codeOf(9), await codeOf(10), await codeOf(12)],
      ['not-met', 'judge-unreadable', 'answer-failed', 'no-such-document', 'file-missing'],
    );
    const [script] = await resultsOf(run.id, 11);
    assert.deepEqual(
      script.rounds.map((round: { answer: string }) => round.answer),
      ['You said: one', 'You said: two'],
    );
    assert.ok(script.rounds[1].trace.some((step: { kind: string }) => step.kind === 'model'));

    // Failed cases come first.
    const { body: list } = await call('GET', `${path}/runs/${run.id}/cases?filter=not-passed`);
    assert.deepEqual([list.total, list.items[0].number, list.against], [5, 4, null]);
    assert.equal((await call('GET', `${path}/runs/${run.id}/cases/13`)).status, 404);

    assert.deepEqual((await call('GET', `${agent}/conversations`)).body.items, []);
    const left = await service.app.db.query.selectFrom('rounds').select('id').execute();
    assert.deepEqual(left, []);
    const usage = (await call('GET', `${base}/usage`)).body;
    assert.ok(usage.items.every((item: { isTest: boolean }) => item.isTest));
    assert.equal(usage.testCredits, run.credits);
    assert.equal((await call('GET', `${path}/estimate`)).body.basis, 'earlier-runs');
  },
);

testService(
  'repeats give a pass rate, and a run is compared with the previous one: regressions first, with an event',
  () => {
    let calls = 0;
    return createScriptedModel((request) => {
      calls += 1;
      const question = textOf(request);
      // The first run has 9 calls.
      if (question === 'worse') return [{ say: calls <= 9 ? 'good' : 'bad' }];
      if (question === 'better') return [{ say: calls <= 9 ? 'bad' : 'good' }];
      return [{ say: 'good' }];
    });
  },
  async (service) => {
    const receiver = await startReceiver();
    try {
      await service.configure({ webhook: { url: receiver.url, disabled: false } });
      const { call, path, start, set } = await createTestSet(
        service,
        ['same', 'worse', 'better'].map((question) => expecting(question, contains('good'))),
        { repeats: 3 },
      );
      const first = await start({ concurrency: 1 });
      assert.deepEqual([first.attempts, first.passed, first.passedCases, first.regressions], [9, 6, 2, 0]);
      assert.equal(receiver.calls.length, 0);
      const second = await start();
      assert.deepEqual([second.passed, second.regressions, second.previousRunId], [6, 1, first.id]);
      const { body: list } = await call('GET', `${path}/runs/${second.id}/cases`);
      assert.deepEqual(
        list.items.map((one: { label: string; change: string }) => [one.label, one.change]),
        [
          ['worse', 'regressed'],
          ['same', 'same'],
          ['better', 'improved'],
        ],
      );
      assert.deepEqual(list.items[0].base, { passed: 3, failed: 0, errors: 0 });
      const reverse = await call(
        'GET',
        `${path}/runs/${first.id}/cases?against=${second.id}&filter=regressed`,
      );
      assert.deepEqual([reverse.body.total, reverse.body.items[0].label], [1, 'better']);
      await eventually('the event', async () => receiver.calls.length === 1);
      const event = JSON.parse(receiver.calls[0]!.body);
      assert.deepEqual(
        [event.event, event.data.test_set_id, event.data.run_id, event.data.regressions],
        ['evaluation.regressed', set.id, second.id, 1],
      );
    } finally {
      await receiver.close();
    }
  },
);

testService(
  'tools, citations and handoffs are checked, and nobody is asked to take over',
  () =>
    createScriptedModel((request) => {
      const question = textOf(request);
      const isAfterTool = request.messages.at(-1)?.role === 'tool';
      if (isAfterTool) return [{ say: 'Found it.' }];
      if (question.includes('order'))
        return [{ call: { id: 'a', name: 'find_order', argumentsText: '{"id":7,"more":{"a":1,"b":2}}' } }];
      if (question.includes('person'))
        return [{ call: { id: 'b', name: 'request_human', argumentsText: '{}' } }];
      return [{ say: question.includes('gull') ? 'The gull sings at dawn [1].' : 'I do not know.' }];
    }),
  async (service) => {
    await service.configure({
      humanService: { type: 'inbox', phrases: ['a human'] },
      tools: {
        http: [
          {
            name: 'find_order',
            description: 'Finds an order',
            method: 'GET',
            url: 'http://127.0.0.1:1/orders',
            headers: {},
            parameters: { type: 'object' },
            timeoutMs: 1000,
          },
        ],
      },
    });
    const { call, agent, base, start, resultsOf } = await createTestSet(service, [
      expecting('my order', { type: 'calls-tool', tool: 'find_order', arguments: { more: { b: 2 } } }),
      expecting('my order', { type: 'calls-tool', tool: 'find_order', arguments: { id: 8 } }),
      { turns: ['a person please', 'hello?'], expectations: [{ type: 'handoff', expected: true }] },
      { turns: ['a person please', 'hello?'], expectations: [contains('x')] },
      expecting('hello', { type: 'handoff', expected: false }),
      expecting('the gull', { type: 'cites', document: 'gull.md' }),
      expecting('the gull', { type: 'retrieves', document: 'gull.md', topK: 1 }),
      expecting('I want a human', { type: 'handoff', expected: true }),
    ]);
    await call('POST', `${agent}/documents/qa`, {
      name: 'gull.md',
      pairs: [{ questions: ['the gull'], answer: 'The gull sings at dawn' }],
    });
    await service.app.rooms.jobs.idle();
    const run = await start();
    assert.equal(run.status, 'completed');
    const statuses: string[] = [];
    for (let number = 1; number <= 8; number++) statuses.push((await resultsOf(run.id, number))[0].status);
    assert.deepEqual(statuses, [
      'passed',
      'failed',
      'passed',
      'error',
      'passed',
      'passed',
      'passed',
      'passed',
    ]);
    assert.equal((await resultsOf(run.id, 4))[0].outcomes[0].code, 'no-answer');
    assert.deepEqual((await call('GET', `${base}/handoffs`)).body.items, []);
  },
);

testService(
  'a run is stopped, and ends with a reason if the agent is deleted or there are no credits',
  () => {
    const never = new Promise<void>(() => {});
    return createScriptedModel((request) =>
      textOf(request) === 'wait' ? [{ wait: never }] : [{ say: 'good' }],
    );
  },
  async (service) => {
    const { call, agent, base, path, ended, start } = await createTestSet(service, [
      expecting('quick', contains('good')),
      expecting('wait', contains('good')),
    ]);
    const { body: first } = await call('POST', `${path}/runs`, {});
    assert.equal((await call('POST', `${path}/runs`, {})).status, 409);
    assert.equal((await call('DELETE', path)).status, 409);
    await eventually(
      'the first result',
      async () => (await call('GET', `${path}/runs/${first.id}`)).body.passed === 1,
    );
    assert.equal((await call('POST', `${path}/runs/${first.id}/cancel`)).status, 200);
    const cancelled = await ended(first.id);
    assert.equal(cancelled.credits, (await call('GET', `${base}/usage`)).body.testCredits);
    assert.deepEqual([cancelled.status, cancelled.passed, cancelled.error], ['cancelled', 1, null]);
    assert.equal((await call('POST', `${path}/runs/${first.id}/cancel`)).status, 409);
    assert.deepEqual((await call('GET', `${agent}/conversations`)).body.items, []);

    await service.configure({ prices: { textInputPerMillion: '100', textOutputPerMillion: '100' } });
    await call('PUT', `${base}/credits`, { balance: '0' });
    const unpaid = await start();
    assert.deepEqual([unpaid.status, unpaid.error.code], ['failed', 'no-credits'], JSON.stringify(unpaid));
    await call('PUT', `${base}/credits`, { balance: null });

    const { body: last } = await call('POST', `${path}/runs`, {});
    await eventually(
      'the first result',
      async () => (await call('GET', `${path}/runs/${last.id}`)).body.passed === 1,
    );
    assert.equal((await call('DELETE', agent)).status, 204);
    const { query } = service.app.db;
    await eventually('the end', async () => {
      const row = await query
        .selectFrom('test_runs')
        .selectAll()
        .where('id', '=', last.id)
        .executeTakeFirst();
      return row?.status === 'failed' && JSON.parse(row.error!).code === 'agent-deleted';
    });
    const chats = await query.selectFrom('conversations').select('id').execute();
    assert.deepEqual(chats, []);
  },
);

let slowCalls = 0;

testService(
  'a run continues after a restart, finished cases are not sent again, and its credits include interrupted attempts',
  () => {
    slowCalls = 0;
    return createScriptedModel((request) => {
      if (textOf(request) !== 'slow') return [{ say: 'good' }];
      slowCalls += 1;
      return slowCalls === 1 ? [{ wait: new Promise<void>(() => {}) }] : [{ say: 'good' }];
    });
  },
  async (service) => {
    await service.configure({ prices: { textInputPerMillion: '100', textOutputPerMillion: '100' } });
    const { call, base, path, ended } = await createTestSet(service, [
      expecting('first', contains('good')),
      { turns: ['before', 'slow'], expectations: [contains('good')] },
      expecting('third', contains('good')),
    ]);
    const { body: run } = await call('POST', `${path}/runs`, { concurrency: 1 });
    await eventually('the second call', async () => slowCalls === 1);
    await service.restart();
    const done = await ended(run.id);
    assert.deepEqual([done.status, done.passed, done.errors], ['completed', 3, 0]);
    assert.equal(slowCalls, 2, 'only the interrupted case is repeated');
    const entries = await service.app.db.query
      .selectFrom('ledger_entries')
      .select('credits_nano')
      .where('is_test', '=', 1)
      .execute();
    const charged = entries.filter(({ credits_nano }) => credits_nano > 0);
    assert.equal(charged.length, 5, 'the first message of the interrupted case is charged twice');
    const usage = (await call('GET', `${base}/usage`)).body;
    assert.equal(done.credits, usage.testCredits);
    const chats = await service.app.db.query.selectFrom('conversations').select('id').execute();
    assert.deepEqual(chats, []);
  },
);

testService(
  'a version or the draft can be tested, and publishing requires a passing run of it',
  () => createScriptedModel((request) => [{ say: JSON.stringify(request.messages[0]) }]),
  async (service) => {
    const { call, agent, path, start } = await createTestSet(
      service,
      [expecting('hello', contains('be formal'))],
      {
        requiredPassRate: 1,
      },
    );
    const { body: before } = await call('GET', agent);
    const enabled = await call('PUT', `${agent}/drafts`, { enabled: true });
    assert.ok(enabled.status < 300, enabled.text);
    const saved = await call('PATCH', agent, { version: before.version, settings: { prompt: 'be formal' } });
    assert.equal(saved.status, 200, saved.text);
    const publish = async () => {
      const { body } = await call('GET', agent);
      return call('POST', `${agent}/publish`, { version: body.version });
    };
    const untested = await publish();
    assert.equal(untested.status, 409, untested.text);
    assert.match(untested.body.message, /requires the test set "Basics": run it with version/);
    assert.equal((await start()).failed, 1, 'the version in use');
    assert.equal((await publish()).status, 409);
    assert.equal((await call('POST', `${path}/runs`, { version: 99 })).status, 404);
    assert.equal((await start({ draft: true })).passed, 1);
    const published = await publish();
    assert.equal(published.status, 200, published.text);
  },
);

testService(
  'a schedule starts runs',
  () => createScriptedModel(() => [{ say: 'good' }]),
  async (service) => {
    const { call, path, set } = await createTestSet(service, [expecting('hello', contains('good'))], {
      schedule: 'daily',
    });
    assert.ok(Date.parse((await call('GET', path)).body.nextRunAt) > Date.now());
    assert.equal((await call('PATCH', path, { schedule: '* * * * *' })).status, 400);
    const { db, rooms } = service.app;
    await db.query.updateTable('test_sets').set({ next_run_at: 1 }).execute();
    await db.transaction((tx) => rooms.jobs.runNow(tx, `test-schedule-${set.id}`));
    await eventually('the run', async () => {
      const { lastRun } = (await call('GET', path)).body;
      return lastRun?.status === 'completed' && lastRun.startedBy === 'schedule';
    });
  },
);
