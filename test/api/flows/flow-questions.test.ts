import assert from 'node:assert/strict';
import { ask, chain, createFlowAgent, edge, model, reply, start } from '../../support/flows/flow-agent.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { readEvents, testService } from '../../support/service/service.ts';

const ended = (branch: string) => reply(branch, `${branch}: {{value}}`);

testService('a flow asks, and continues after a restart with the version that asked', {}, async (service) => {
  const agent = await createFlowAgent(service);
  const graph = (word: string) => ({
    variables: { seen: 'kept' },
    ...chain([
      ask('order', `Order number, {{user_id}}?`),
      ask('city', 'City?'),
      reply('end', `${word}: {{question}}, {{order}}, {{city}}, {{seen}}`),
    ]),
  });
  await agent.publish(graph('first'));
  const conversation = await agent.newConversation();
  const events = readEvents((await agent.send(conversation, 'Where is it?', 'streaming')).text);
  assert.deepEqual(
    events.map(({ code }) => code),
    [11, 3, 10, 4, 0],
  );
  assert.deepEqual(events[2]!.data, [
    { content: 'Order number, ada?', branch: null, from_component_name: 'order' },
  ]);
  await service.restart();
  await agent.publish(graph('second'));
  const second = await agent.send(conversation, '4711');
  assert.deepEqual(
    second.body.output.map(({ from_component_name, content }: Record<string, { text: string }>) => [
      from_component_name,
      content!.text,
    ]),
    [['city', 'City?']],
  );
  const say = await agent.talk(conversation);
  assert.equal(await say('Berlin'), 'first: Where is it?, 4711, Berlin, kept');
  assert.equal(await say('Another question'), 'Order number, ada?');
  await say('1');
  assert.equal(await say('Rome'), 'second: Another question, 1, Rome, kept');
  // Another conversation does not continue this one.
  assert.equal(await (await agent.talk())('4711'), 'Order number, ada?');
  // Deleted with the conversation.
  const left = async () =>
    (await service.app.db.query.selectFrom('flow_pauses').selectAll().execute()).filter(
      ({ conversation_id }) => conversation_id === conversation,
    ).length;
  assert.equal(await left(), 4);
  for (let count = 0; count < 4; count++) for (const text of ['Hi', '1', 'Oslo']) await say(text);
  assert.equal(await left(), 10, 'only the newest pauses are kept');
  const path = `/agents/${agent.agentId}/conversations/${conversation}`;
  assert.equal((await agent.manageAgent('DELETE', path)).status, 200);
  assert.equal(await left(), 0);
});

testService('answers are checked, asked again, and lead to the branches', {}, async (service) => {
  const agent = await createFlowAgent(service);
  const publish = (more: object) =>
    agent.publish({
      nodes: [
        start,
        { ...ask('value', 'Value?', { retryText: 'No: {{question}}?', ...more }) },
        ended('next'),
        ended('other'),
        ended('failed'),
        ended('cancelled'),
      ],
      edges: [
        edge('start', 'value'),
        ...['next', 'other', 'failed', 'cancelled'].map((name) => edge('value', name, name)),
      ],
      variables: { value: 'none' },
    });
  const answers = async (more: object, ...texts: string[]): Promise<string[]> => {
    await publish(more);
    const say = await agent.talk();
    await say('Begin');
    const replies: string[] = [];
    for (const text of texts) replies.push(await say(text));
    return replies;
  };
  assert.deepEqual(await answers({ check: 'number' }, 'many', '1,5'), ['No: Begin?', 'next: 1.5']);
  assert.deepEqual(await answers({ check: 'email', maxAttempts: 2 }, 'a', 'b', 'c'), [
    'No: Begin?',
    'failed: none',
    'Value?',
  ]);
  assert.deepEqual(await answers({ check: 'date' }, '31.12.2026'), ['next: 2026-12-31']);
  assert.deepEqual(await answers({ check: 'pattern', pattern: '[A-Z]{2}\\d+' }, 'xAB1', 'AB12'), [
    'No: Begin?',
    'next: AB12',
  ]);
  assert.deepEqual(await answers({ cancelWords: ['Stop'] }, ' STOP '), ['cancelled: none']);
  assert.deepEqual(await answers({ choices: ['Red', 'Blue'] }, 'green', '2'), [
    'No: Begin?\n\n1. Red\n2. Blue',
    'next: Blue',
  ]);
  assert.deepEqual(await answers({ choices: ['Red'], acceptOther: true }, 'green'), ['other: green']);
  const trace = await agent.trace();
  assert.equal(trace.find(({ name }) => name === 'value')?.detail?.answer, 'green');
});

testService(
  'questions in loops, sub-flows and parallel branches are asked one at a time',
  {},
  async (service) => {
    const inner = await createFlowAgent(service);
    const innerFlow = (question: string, heard: string) => ({
      variables: { thing: '' },
      ...chain([ask('name', question), reply('heard', heard)]),
    });
    await inner.publish(innerFlow('Name of {{thing}}?', 'I heard {{name}}.'));
    const agent = await createFlowAgent(service);
    await agent.publish({
      variables: { things: ['cat', 'dog'], names: '' },
      nodes: [
        start,
        {
          id: 'loop',
          name: 'Loop',
          type: 'loop',
          maxIterations: 5,
          over: 'things',
          item: 'thing',
          body: {
            nodes: [
              start,
              {
                id: 'sub',
                name: 'Sub',
                type: 'sub-flow',
                agentId: inner.agentId,
                inputs: { thing: '{{thing}}' },
                saveAs: 'sub',
              },
              {
                id: 'add',
                name: 'Add',
                type: 'set-variable',
                variable: 'names',
                value: '{{names}} {{sub.name}}',
              },
              // The loop uses the list as it was when it started.
              {
                id: 'empty',
                name: 'Empty',
                type: 'set-variable',
                variable: 'things',
                value: '[]',
                as: 'json',
              },
            ],
            edges: [edge('start', 'sub'), edge('sub', 'add'), edge('add', 'empty')],
          },
        },
        ask('colour', 'Colour?'),
        reply('aside', 'Meanwhile.'),
        reply('end', '{{names}} {{colour}}'),
      ],
      edges: [
        edge('start', 'loop'),
        edge('start', 'colour'),
        edge('start', 'aside'),
        edge('loop', 'end'),
        edge('colour', 'end'),
        edge('aside', 'end'),
      ],
    });
    const say = await agent.talk();
    // Which of the parallel questions comes first is not defined. Each is asked once.
    const replies = [await say('Begin')];
    const answerTo = (text: string): string => {
      if (text.includes('Colour')) return 'blue';
      return text.includes('cat') ? 'Tom' : 'Rex';
    };
    // The published sub-flow changes, the waiting one does not.
    await inner.publish(innerFlow('New name of {{thing}}?', 'New.'));
    while (replies.length < 4) replies.push(await say(answerTo(replies.at(-1)!)));
    const all = replies.join('\n');
    for (const text of ['Colour?', 'Name of cat?', 'Meanwhile.', 'I heard Tom.', 'New name of dog?'])
      assert.equal(all.split(text).length, 2, `${text} in ${all}`);
    assert.match(replies[0]!, /Meanwhile/);
    assert.match(replies[3]!, / Tom Rex blue$/);
  },
);

testService(
  'a failed round keeps the question open, and of two messages at once only the first is the answer',
  () => {
    let calls = 0;
    const { models } = createScriptedModel(() => {
      calls += 1;
      return calls === 1 ? [{ fail: 'rejected' }] : [{ say: `call ${calls}` }];
    });
    return { models };
  },
  async (service) => {
    const agent = await createFlowAgent(service);
    await agent.publish(
      chain([
        ask('order', 'Order number?'),
        model('answer', { prompt: 'p' }),
        reply('end', '{{order}}: {{answer}}'),
      ]),
    );
    const conversation = await agent.newConversation();
    const say = await agent.talk(conversation);
    assert.equal(await say('Hello'), 'Order number?');
    assert.match(await say('1'), /"answer" failed/);
    assert.equal(await say('2'), '2: call 2');
    assert.equal(await say('Hello'), 'Order number?');
    const [third, fourth] = await Promise.all([say('3'), say('4')]);
    assert.deepEqual([third, fourth], ['3: call 3', 'Order number?']);
  },
);
