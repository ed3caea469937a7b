import assert from 'node:assert/strict';
import { sweepPauses } from '../../../src/flows/index.ts';
import { readNamedEvents } from '../../support/console/console-calls.ts';
import {
  ask,
  chain,
  createFlowAgent,
  edge,
  type FlowAgent,
  reply,
  start,
} from '../../support/flows/flow-agent.ts';
import { type TestService, testService } from '../../support/service/service.ts';
import { createTestClock } from '../../support/time/test-clock.ts';

const field = (name: string, label: string, more: object = {}) => ({ name, label, ...more });

const formFlow = (more: object = {}) => ({
  nodes: [
    start,
    {
      id: 'form',
      name: 'Form',
      type: 'form',
      text: 'Please book.',
      saveAs: 'booking',
      cancelWords: ['cancel'],
      fields: [
        field('name', 'Your name'),
        field('mail', 'E-mail', { type: 'email', description: 'for the receipt' }),
        field('seats', 'Seats', { type: 'number' }),
        field('meal', 'Meal', { type: 'choice', choices: ['Fish', 'Soup'], required: false }),
        field('news', 'Newsletter', { type: 'boolean', required: false }),
      ],
      ...more,
    },
    reply('end', '{{booking}}'),
    reply('no', 'failed'),
    reply('stop', 'cancelled'),
  ],
  edges: [
    edge('start', 'form'),
    edge('form', 'end'),
    edge('form', 'no', 'failed'),
    edge('form', 'stop', 'cancelled'),
  ],
});

const booking = { name: 'Ada', mail: 'ada@example.com', seats: 2, meal: 'Soup', news: true };

testService('a form is filled in with JSON, with lines, or one field at a time', {}, async (service) => {
  const agent = await createFlowAgent(service);
  await agent.publish(formFlow());
  const begin = async () => {
    const say = await agent.talk();
    return { say, first: await say('Book a table for me, please') };
  };
  const { say, first } = await begin();
  assert.equal(
    first,
    [
      'Please book.',
      '- Your name\n- E-mail: for the receipt\n- Seats\n- Meal (optional) (Fish / Soup)\n- Newsletter (optional) (yes / no)',
      'Answer one field after the other, or send several lines such as “Your name: …”.',
      'Your name',
    ].join('\n\n'),
  );
  assert.equal(await say('Ada'), 'E-mail: for the receipt');
  assert.equal(await say('nobody'), 'E-mail: Enter an e-mail address.\n\nE-mail: for the receipt');
  assert.equal(await say('ada@example.com'), 'Seats');
  assert.equal(await say('2'), 'Meal (optional) (Fish / Soup)\nSend - to leave it empty.');
  assert.equal(await say('soup'), 'Newsletter (optional) (yes / no)\nSend - to leave it empty.');
  assert.deepEqual(JSON.parse(await say('yes')), booking);

  const json = await begin();
  assert.deepEqual(JSON.parse(await json.say(JSON.stringify(booking))), booking);

  const lines = await begin();
  assert.match(
    await lines.say('your name: Ada\nE-mail: ada(at)example.com\nSeats: 2\nMeal: -'),
    /^E-mail: Enter an e-mail address\.\n\nE-mail: for the receipt$/,
  );
  assert.deepEqual(JSON.parse(await lines.say('{"mail": "ada@example.com", "news": false, "other": 1}')), {
    ...booking,
    meal: null,
    news: false,
  });
  const cancelled = await begin();
  assert.equal(await cancelled.say('Cancel'), 'cancelled');
  const failing = await begin();
  await failing.say('Ada');
  for (const attempt of ['x', 'y']) assert.match(await failing.say(attempt), /Enter an e-mail address/);
  assert.equal(await failing.say('z'), 'failed');
});

testService('the files of an answer are saved as a list', {}, async (service) => {
  const agent = await createFlowAgent(service);
  await agent.publish(
    chain([ask('letter', 'Send it.', { saveFilesAs: 'files' }), reply('end', '{{letter}}: {{files}}')]),
  );
  const conversation = await agent.newConversation();
  await agent.send(conversation, 'Hello');
  const document = { base64_content: Buffer.from('Dear Ada').toString('base64'), name: 'letter.txt' };
  const { body } = await agent.calling.call('POST', '/v2/conversation/message', {
    conversation_id: conversation,
    response_mode: 'blocking',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Here' },
          { type: 'document', document },
        ],
      },
    ],
  });
  const [output] = body.output;
  assert.equal(
    output.content.text,
    'Here: [{"name":"letter.txt","type":"document","mediaType":"text/plain"}]',
  );
});

const clock = createTestClock();

const checkExpiry = async ({ app }: TestService, agent: FlowAgent): Promise<void> => {
  await agent.publish(
    chain([ask('order', 'Order?', { expiresAfterMinutes: 10 }), reply('end', 'Got {{order}}')]),
  );
  const say = await agent.talk();
  await say('Hello');
  clock.advance(10 * 60_000 - 1);
  assert.equal(await say('1'), 'Got 1');
  await say('Hello');
  clock.advance(10 * 60_000);
  assert.equal(await say('1'), 'Order?', 'the pause has expired');
  const sequences = async () =>
    (await app.db.query.selectFrom('flow_pauses').select('sequence').orderBy('sequence').execute()).map(
      ({ sequence }) => sequence,
    );
  assert.deepEqual(await sequences(), [1, 3, 4]);
  const { expires_at: newest } = await app.db.query
    .selectFrom('flow_pauses')
    .select('expires_at')
    .where('sequence', '=', 4)
    .executeTakeFirstOrThrow();
  assert.equal(await sweepPauses(app.db.query, newest), 2, 'expired pauses are removed');
  assert.deepEqual(await sequences(), [4]);
  assert.equal(await say('1'), 'Got 1', 'the current pause stays');
};

const checkSize = async (agent: FlowAgent): Promise<void> => {
  const grown = (length: number) => ({
    variables: { long: 'x'.repeat(length) },
    ...chain([ask('order', 'Order?'), reply('end', 'Got {{order}}')]),
  });
  await agent.publish(grown(190_000));
  const say = await agent.talk();
  assert.equal(await say('Hello'), 'Order?');
  assert.equal(await say('1'), 'Got 1');
  await agent.publish(grown(200_000));
  clock.advance(1);
  assert.match(await (await agent.talk())('Hello'), /"order" failed/);
  const failed = (await agent.trace()).find(({ name }) => name === 'order');
  assert.match(failed?.error ?? '', /more than 200000 characters/);
};

testService(
  'a pause expires, is bounded, and is over after a person has answered',
  { clock },
  async (service) => {
    const agent = await createFlowAgent(service);
    await checkExpiry(service, agent);
    await checkSize(agent);
    await agent.publish(chain([ask('order', 'Order?'), reply('end', 'Got {{order}}')]));
    const conversation = await agent.newConversation();
    const say = await agent.talk(conversation);
    await say('Hello');
    assert.equal(await say('1'), 'Got 1');
    await say('Hello');
    const answered = { status: 'stopped', human_session_id: 'session' } as const;
    await say('A person, please');
    await service.app.db.query
      .updateTable('rounds')
      .set(answered)
      .where('conversation_id', '=', conversation)
      .where('sequence', '=', 4)
      .execute();
    assert.equal(await say('1'), 'Order?');
  },
);

testService('a test chat continues the same draft and starts a changed one again', {}, async (service) => {
  const agent = await createFlowAgent(service);
  const draft = (word: string) => chain([ask('order', 'Order?'), reply('end', `${word} {{order}}`)]);
  let conversationId: string | undefined;
  const attempt = async (text: string): Promise<string> => {
    const { text: stream } = await agent.manageAgent('POST', `/agents/${agent.agentId}/try`, {
      text,
      draft: true,
      ...(conversationId ? { conversationId } : {}),
    });
    const events = readNamedEvents(stream);
    conversationId ??= events[0]!.data.conversationId;
    return events
      .flatMap(({ event, data }) => (event === undefined && data.code === 3 ? [data.data] : []))
      .join('');
  };
  await agent.save(draft('First'));
  assert.equal(await attempt('Hi'), 'Order?');
  assert.equal(await attempt('1'), 'First 1');
  assert.equal(await attempt('Hi'), 'Order?');
  await agent.save(draft('Second'));
  assert.equal(await attempt('2'), 'Order?', 'the draft has changed');
  assert.equal(await attempt('3'), 'Second 3');
  // Users get the published flow, even in the conversation of a test.
  await agent.publish(draft('Published'));
  await attempt('Hi');
  const say = await agent.talk(conversationId);
  assert.equal(await say('4'), 'Order?');
  assert.equal(await say('5'), 'Published 5');
});
