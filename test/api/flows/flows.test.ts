import assert from 'node:assert/strict';
import type { ModelRequest } from '../../../src/models/index.ts';
import type { ReplyEvent } from '../../../src/rounds/index.ts';
import { createFlowAgent, edge, model, reply, start } from '../../support/flows/flow-agent.ts';
import { createScriptedModel, type ScriptedModel } from '../../support/models/scripted-model.ts';
import { readEvents, testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

let scripted: ScriptedModel;

const systemText = (request: ModelRequest): string =>
  request.messages[0]?.role === 'system' ? request.messages[0].text : '';

/** Says its prompt, in two pieces. */
const repeating = () => {
  scripted = createScriptedModel((request) => {
    const text = systemText(request);
    return [{ say: text.slice(0, 3) }, { say: text.slice(3) }];
  });
  return { models: scripted.models };
};

const textOf = (events: ReturnType<typeof readEvents>): string =>
  events
    .filter(({ code }) => code === 3)
    .map(({ data }) => data)
    .join('');

testService(
  'parallel branches answer in the order of the flow, and the stream has a blank line between outputs',
  () => {
    let releaseFirst = (): void => {};
    const secondDone = new Promise<void>((resolve) => {
      releaseFirst = resolve;
    });
    // The first model waits until the second has answered, so they must run in parallel.
    scripted = createScriptedModel((request) => {
      if (systemText(request) !== 'second') return [{ wait: secondDone }, { say: 'fir' }, { say: 'st' }];
      setTimeout(releaseFirst, 20);
      return [{ say: 'sec' }, { say: 'ond' }];
    });
    return { models: scripted.models };
  },
  async (service) => {
    const agent = await createFlowAgent(service);
    await agent.publish({
      nodes: [
        start,
        model('one', { prompt: 'first' }),
        reply('sayOne', '{{one}}', 'First'),
        model('two', { prompt: 'second' }),
        reply('sayTwo', '{{two}}', 'Second'),
        reply('both', '{{one}} and {{two}}', 'Both'),
      ],
      edges: [
        edge('start', 'one'),
        edge('start', 'two'),
        edge('one', 'sayOne'),
        edge('two', 'sayTwo'),
        edge('sayOne', 'both'),
        edge('sayTwo', 'both'),
      ],
    });
    const conversation = await agent.newConversation();
    const events = readEvents((await agent.send(conversation, 'Hello', 'streaming')).text);
    assert.equal(textOf(events), 'first\n\nsecond\n\nfirst and second');
    const outputs = [
      { content: 'first', branch: null, from_component_name: 'First' },
      { content: 'second', branch: null, from_component_name: 'Second' },
      { content: 'first and second', branch: null, from_component_name: 'Both' },
    ];
    assert.deepEqual(events.find(({ code }) => code === 10)!.data, outputs);
    assert.deepEqual(
      events.map(({ code }) => code).filter((code) => code !== 3),
      [11, 10, 4, 0],
    );
    // The first reply is streamed in the pieces that its model sent.
    assert.deepEqual(
      events
        .filter(({ code }) => code === 3)
        .slice(0, 2)
        .map(({ data }) => data),
      ['fir', 'st'],
    );
    const blocking = await agent.send(conversation, 'Hello', 'blocking', 1);
    assert.equal(blocking.body.text, textOf(events));
    assert.deepEqual(blocking.body.flow_output, outputs);
    const second = await agent.send(conversation, 'Hello');
    assert.equal(second.body.usage.tokens.total_tokens, 30, 'two calls with 15 tokens each');
    const spent = (await agent.trace()).flatMap(({ kind, name, tokens }) =>
      kind === 'component' && tokens ? [[name, tokens.completionTokens]] : [],
    );
    assert.deepEqual(
      new Map(spent as [string, number][]),
      new Map([
        ['one', 5],
        ['two', 5],
      ]),
    );
  },
);

testService('the output names the branch, and only its replies are sent', repeating, async (service) => {
  const agent = await createFlowAgent(service);
  const condition = {
    id: 'who',
    name: 'Who',
    type: 'condition',
    branches: [{ name: 'Ada', all: [{ variable: 'user_id', operator: 'equals', value: 'ADA' }] }],
  };
  await agent.publish({
    variables: { greeting: 'Hello' },
    nodes: [
      start,
      condition,
      { id: 'hail', name: 'Hail', type: 'set-variable', variable: 'greeting', value: 'Welcome back' },
      reply('known', '{{greeting}}, {{user_id}}'),
      reply('unknown', '{{greeting}}, stranger'),
      reply('end', 'You said: {{question}}'),
    ],
    edges: [
      edge('start', 'who'),
      edge('who', 'hail', 'Ada'),
      edge('hail', 'known'),
      edge('who', 'unknown', 'else'),
      edge('known', 'end'),
      edge('unknown', 'end'),
    ],
  });
  const outputs = async (user: string) =>
    (await agent.send(await agent.newConversation(user), '{{user_id}}')).body.output.map(
      (output: { from_component_branch: string; content: { text: string } }) => [
        output.from_component_branch,
        output.content.text,
      ],
    );
  // Text of a user is not interpreted as a template.
  assert.deepEqual(await outputs('ada'), [
    ['Ada', 'Welcome back, ada'],
    ['Ada', 'You said: {{user_id}}'],
  ]);
  assert.deepEqual(await outputs('bob'), [
    ['else', 'Hello, stranger'],
    ['else', 'You said: {{user_id}}'],
  ]);
});

testService(
  'a failing component is retried, then takes its failure branch, or ends the round with a message',
  () => {
    scripted = createScriptedModel((request, call) => {
      if (systemText(request) === 'flaky')
        return call === 1 ? [{ fail: 'unreachable' }] : [{ say: 'Made it.' }];
      return [{ say: 'Half an' }, { fail: 'cut' }];
    });
    return { models: scripted.models };
  },
  async (service) => {
    const agent = await createFlowAgent(service);
    await agent.publish({
      nodes: [start, model('flaky', { prompt: 'flaky', retries: 1 }), reply('say', '{{flaky}}')],
      edges: [edge('start', 'flaky'), edge('flaky', 'say')],
    });
    const conversation = await agent.newConversation();
    assert.equal((await agent.send(conversation, 'Hi')).body.output[0].content.text, 'Made it.');
    const tries = (await agent.trace()).filter(({ kind, name }) => kind === 'component' && name === 'flaky');
    assert.deepEqual([tries.length, tries[0]!.error !== undefined, tries[1]!.detail!.attempt], [2, true, 2]);

    const broken = [start, model('broken', { prompt: 'broken' }), reply('say', 'It was: {{broken}}')];
    const edges = [edge('start', 'broken'), edge('broken', 'say')];
    await agent.publish({
      nodes: [...broken, reply('sorry', 'Sorry: {{failure.component}}')],
      edges: [...edges, edge('broken', 'sorry', 'failure')],
    });
    const mended = await agent.send(conversation, 'Hi');
    assert.deepEqual(mended.body.output, [
      {
        from_component_branch: 'failure',
        from_component_name: 'sorry',
        content: { text: 'Sorry: broken', audio: [] },
      },
    ]);
    await agent.publish({ nodes: broken, edges });
    const failed = await agent.send(conversation, 'Hi');
    assert.deepEqual([failed.status, failed.body.code], [500, 50000]);
    assert.match(failed.body.message, /"broken" failed/);
  },
);

testService(
  'a component has a time limit, and a stopped flow keeps the outputs already sent',
  () => {
    scripted = createScriptedModel((request) =>
      systemText(request) === 'slow'
        ? [{ say: 'Let me' }, { wait: new Promise(() => {}) }]
        : [{ say: 'Quick.' }],
    );
    return { models: scripted.models };
  },
  async (service) => {
    const agent = await createFlowAgent(service);
    const slow = model('slow', { prompt: 'slow' });
    await agent.publish({
      nodes: [start, { ...slow, timeoutMs: 60 }, reply('say', 'Well: {{slow}}'), reply('late', 'Too slow.')],
      edges: [edge('start', 'slow'), edge('slow', 'say'), edge('slow', 'late', 'failure')],
    });
    const conversation = await agent.newConversation();
    assert.equal((await agent.send(conversation, 'Hi')).body.output[0].content.text, 'Too slow.');

    await agent.publish({
      nodes: [
        start,
        model('quick', { prompt: 'quick' }),
        reply('a', '{{quick}}'),
        slow,
        reply('b', '{{slow}}'),
        reply('c', 'Later.'),
      ],
      edges: [
        edge('start', 'quick'),
        edge('quick', 'a'),
        edge('start', 'slow'),
        edge('slow', 'b'),
        edge('start', 'c'),
      ],
    });
    const sent = agent.send(conversation, 'Hi', 'streaming');
    const { runtime } = service.app.rooms;
    let id = '';
    await eventually('the flow has begun to speak', async () => {
      const round = await service.app.db.query
        .selectFrom('rounds')
        .select('id')
        .where('status', '=', 'running')
        .executeTakeFirst();
      id = round?.id ?? '';
      const isOutput = (event: ReplyEvent): boolean =>
        event.type === 'text-delta' && event.text.includes('Let me');
      return round !== undefined && (await runtime.feed(id)).events.some(isOutput);
    });
    await service.call('POST', '/v1/conversation/message/stop', { message_id: id }, { key: agent.key });
    const events = readEvents((await sent).text);
    assert.equal(textOf(events), 'Quick.\n\nLet me');
    assert.deepEqual(events.find(({ code }) => code === 10)!.data, [
      { content: 'Quick.', branch: null, from_component_name: 'a' },
      { content: 'Let me', branch: null, from_component_name: 'b' },
    ]);
  },
);

testService('a model of a flow has its own prompt, question and memory', repeating, async (service) => {
  const agent = await createFlowAgent(service);
  await agent.publish({
    nodes: [
      start,
      model('forgetful', {
        prompt: 'P: {{user_id}}',
        question: 'About {{question}}',
        memory: { shortTerm: false },
      }),
      model('mindful', { prompt: 'Q' }),
      reply('say', '{{forgetful}} {{mindful}}'),
    ],
    edges: [edge('start', 'forgetful'), edge('forgetful', 'mindful'), edge('mindful', 'say')],
  });
  const conversation = await agent.newConversation();
  await agent.send(conversation, 'lamps');
  await agent.send(conversation, 'chairs');
  const [forgetful, mindful] = scripted.requests.slice(-2);
  assert.equal(systemText(forgetful!), 'P: ada');
  const words = ({ messages }: ModelRequest) =>
    messages
      .slice(1)
      .map((one) => (one.role === 'user' ? one.parts.map((part) => 'text' in part && part.text) : one.role));
  assert.deepEqual(words(forgetful!), [['About chairs']]);
  assert.deepEqual(words(mindful!), [['lamps'], 'assistant', ['chairs']]);
});

testService(
  'the credits of a round are the sum of its components, and without credits it is rejected',
  repeating,
  async (service) => {
    const prices = { textInputPerMillion: '100', textOutputPerMillion: '200' };
    const agent = await createFlowAgent(service, { settings: { prices, maxOutputTokens: 10 } });
    await agent.publish({
      nodes: [start, model('one'), model('two'), reply('say', '{{one}}{{two}}'), reply('sorry', 'Sorry')],
      edges: [
        edge('start', 'one'),
        edge('start', 'two'),
        edge('one', 'say'),
        edge('two', 'say'),
        edge('one', 'sorry', 'failure'),
      ],
    });
    const balance = (nano: number) =>
      service.app.db.query.updateTable('workspaces').set({ balance_nano: nano }).execute();
    await balance(1_000_000_000);
    const conversation = await agent.newConversation();
    const { body } = await agent.send(conversation, 'Hi');
    // Twice 10 tokens at 100 and 5 at 200 credits a million.
    assert.equal(body.usage.credits.total_credits, 0.004);
    const costs = (await agent.trace()).flatMap(({ kind, costNano }) =>
      kind === 'component' && costNano !== undefined ? [costNano] : [],
    );
    assert.deepEqual(costs, [2_000_000, 2_000_000]);
    const workspace = await service.app.db.query
      .selectFrom('workspaces')
      .select(['balance_nano', 'reserved_nano'])
      .executeTakeFirstOrThrow();
    assert.deepEqual([workspace.balance_nano, workspace.reserved_nano], [996_000_000, 0]);
    await balance(0);
    assert.equal((await agent.send(conversation, 'Hi')).body.code, 20022);
  },
);
