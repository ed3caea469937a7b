import assert from 'node:assert/strict';
import { ask, chain, createFlowAgent, model, reply } from '../../support/flows/flow-agent.ts';
import { createScriptedModel, type ScriptedModel } from '../../support/models/scripted-model.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { type TestService, testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

let scripted: ScriptedModel;
let gate: PromiseWithResolvers<void>;

/** Waits for the gate if the prompt says so, and fails if it says that. */
const scriptedModels = () => {
  gate = Promise.withResolvers();
  scripted = createScriptedModel(() => {
    const asked = scripted.lastText();
    if (asked.includes('fail')) return [{ fail: 'rejected' }];
    return asked.includes('slow') ? [{ wait: gate.promise }, { say: 'Done slowly' }] : [{ say: 'Done' }];
  });
  return { models: scripted.models };
};

const greeting = {
  ...chain([reply('out', '{{greeting}}, {{customer.name}}: {{question}}')]),
  variables: { greeting: 'Hello', customer: { name: 'nobody' } },
};

const openRuns = async (service: TestService, graph: object) => {
  const agent = await createFlowAgent(service);
  await agent.publish(graph);
  const { call } = agent.calling;
  return {
    agent,
    invoke: (body: object, headers: Record<string, string> = {}) =>
      call('POST', '/v1/workflow/invoke', body, { headers }),
    result: (id: string) => call('GET', `/v1/workflow/query/result?workflow_run_id=${id}`),
    conversations: async () =>
      (
        await service.app.db.query
          .selectFrom('conversations')
          .select(['id', 'user_id', 'message_count'])
          .where('agent_id', '=', agent.agentId)
          .execute()
      ).length,
  };
};

testService(
  'a workflow runs with a question or with values of its variables',
  scriptedModels,
  async (service) => {
    const { invoke, result } = await openRuns(service, greeting);
    const asked = await invoke({ input: 'Where is it?' });
    assert.equal(asked.status, 200, asked.text);
    assert.equal(asked.body.status, 'SUCCEEDED');
    assert.deepEqual(asked.body.output, [
      {
        from_component_branch: '',
        from_component_name: 'out',
        content: { text: 'Hello, nobody: Where is it?', audio: [] },
      },
    ]);
    const filled = await invoke({
      user_id: 'ada',
      response_mode: 'sync',
      input: { question: 'Where?', greeting: 'Hi', customer: { name: 'Ada' } },
    });
    assert.equal(filled.body.output[0].content.text, 'Hi, Ada: Where?');
    const withoutQuestion = await invoke({ input: { greeting: 'Hi' } });
    assert.equal(withoutQuestion.body.output[0].content.text, 'Hi, nobody: {"greeting":"Hi"}');
    // The same as the response, later.
    const { body } = await result(filled.body.workflow_run_id);
    assert.deepEqual(body, filled.body);
    const { message_count, user_id } = await service.app.db.query
      .selectFrom('conversations')
      .select(['message_count', 'user_id'])
      .where('id', '=', filled.body.conversation_id)
      .executeTakeFirstOrThrow();
    assert.deepEqual([message_count, user_id], [1, 'ada']);
  },
);

testService(
  'an asynchronous run is RUNNING until its result is available',
  scriptedModels,
  async (service) => {
    const { invoke, result } = await openRuns(service, chain([model('answer'), reply('out', '{{answer}}')]));
    const started = await invoke({ input: 'a slow one', response_mode: 'async' });
    assert.equal(started.status, 200, started.text);
    assert.deepEqual(Object.keys(started.body).sort(), [
      'conversation_id',
      'create_time',
      'status',
      'workflow_run_id',
    ]);
    assert.equal(started.body.status, 'RUNNING');
    const running = await result(started.body.workflow_run_id);
    assert.deepEqual(running.body, started.body);
    gate.resolve();
    await eventually('the run has ended', async () => {
      const { body } = await result(started.body.workflow_run_id);
      return (
        body.status === 'SUCCEEDED' &&
        body.output[0].content.text === 'Done slowly' &&
        body.usage !== undefined
      );
    });
  },
);

testService('a stopped, a failed and a waiting run say so', scriptedModels, async (service) => {
  const { invoke, result, agent } = await openRuns(
    service,
    chain([model('answer'), ask('more', 'Anything else?'), reply('out', '{{more}}')]),
  );
  const slow = await invoke({ input: 'a slow one', response_mode: 'async' });
  await eventually('the model was asked', () => scripted.requests.length === 1);
  await agent.calling.call('POST', '/v1/conversation/message/stop', {
    message_id: slow.body.workflow_run_id,
  });
  await eventually(
    'it was stopped',
    async () => (await result(slow.body.workflow_run_id)).body.status === 'STOPPED',
  );

  const failed = await invoke({ input: 'fail', response_mode: 'async' });
  await eventually('it failed', async () => {
    const { body } = await result(failed.body.workflow_run_id);
    return body.status === 'FAILED' && body.error.code === 50_000 && body.output === undefined;
  });
  const failedNow = await invoke({ input: 'fail' });
  assert.deepEqual([failedNow.status, failedNow.body.code], [500, 50_000]);

  const waiting = await invoke({ input: 'quick' });
  assert.equal(waiting.body.status, 'WAITING');
  assert.equal(waiting.body.output.at(-1).content.text, 'Anything else?');
  const answered = await agent.send(waiting.body.conversation_id, 'No');
  assert.equal(answered.body.output.at(-1).content.text, 'No');
  assert.equal((await result(waiting.body.workflow_run_id)).body.status, 'SUCCEEDED');
});

testService('the reply of a run by webhook has its id', scriptedModels, async (service) => {
  const receiver = await startReceiver();
  try {
    const { invoke, agent, conversations } = await openRuns(service, greeting);
    const refused = await invoke({ input: 'Hi', response_mode: 'webhook' });
    assert.equal(refused.status, 400, refused.text);
    assert.equal(await conversations(), 0, 'a refused run leaves no conversation');
    const { body } = await agent.manageAgent('GET', `/agents/${agent.agentId}`);
    await agent.manageAgent('PATCH', `/agents/${agent.agentId}`, {
      version: body.version,
      settings: { webhook: { url: receiver.url } },
    });
    const started = await invoke({ input: 'Hi', response_mode: 'webhook' });
    assert.equal(started.body.status, 'RUNNING', started.text);
    await eventually('the reply is delivered', () =>
      receiver.calls.some((sent) => sent.body.includes(started.body.workflow_run_id)),
    );
  } finally {
    await receiver.close();
  }
});

testService('calls with the same Idempotency-Key start one run', scriptedModels, async (service) => {
  const { invoke, conversations } = await openRuns(service, greeting);
  const headers = { 'idempotency-key': 'order-1' };
  const both = await Promise.all([invoke({ input: 'Hi' }, headers), invoke({ input: 'Hi' }, headers)]);
  const again = await invoke({ input: 'Hi' }, headers);
  assert.deepEqual(new Set([...both, again].map(({ body }) => body.workflow_run_id)).size, 1);
  assert.equal(await conversations(), 1);
  const other = await invoke({ input: 'Something else' }, headers);
  assert.match(other.body.message, /already used with another request body/);
  assert.equal(await conversations(), 1);
});

testService('unusable input, other agents and unknown runs are refused', scriptedModels, async (service) => {
  const { invoke, result, conversations } = await openRuns(service, greeting);
  for (const [body, message] of [
    [{}, /input/],
    [{ input: ' ' }, /input must not be empty/],
    [{ input: 7 }, /input/],
    [{ input: ['Hi'] }, /input/],
    [{ input: null }, /input/],
    [{ input: { question: '' } }, /input\.question must be a text/],
    [
      { input: { name: 'Ada' } },
      /input\.name is not a variable of the published flow: it has greeting, customer/,
    ],
    [JSON.parse('{"input":{"__proto__":1}}'), /must not contain the key "__proto__"/],
    [{ input: { greeting: 'x'.repeat(100_000) } }, /input must have at most 100000 characters/],
    [{ input: 'Hi', user_id: 'x'.repeat(33) }, /user_id/],
    [{ input: 'Hi', response_mode: 'streaming' }, /response_mode/],
  ] as const) {
    const { status, body: refused } = await invoke(body);
    assert.equal(status, 400, JSON.stringify(body).slice(0, 100));
    assert.match(refused.message, message);
  }
  assert.equal(await conversations(), 0);
  assert.match(
    (await service.call('POST', '/v1/workflow/invoke', { input: 'Hi' })).body.message,
    /Only flow agents/,
  );
  const { workflow_run_id } = (await invoke({ input: 'Hi' })).body;
  assert.equal((await result('f'.repeat(24))).status, 404);
  const foreign = await service.call('GET', `/v1/workflow/query/result?workflow_run_id=${workflow_run_id}`);
  assert.equal(foreign.status, 404);
  const unpublished = await createFlowAgent(service);
  const early = await unpublished.calling.call('POST', '/v1/workflow/invoke', { input: 'Hi' });
  assert.match(early.body.message, /no published flow/);
});
