import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFlowAgent, type FlowAgent } from '../../support/flows/flow-agent.ts';
import { addTexts } from '../../support/knowledge/documents.ts';
import { type Receiver, startReceiver } from '../../support/servers/receiver.ts';
import { readEvents, type TestService, testService } from '../../support/service/service.ts';
import { tableCalls } from '../../support/tables/table-calls.ts';
import { eventually } from '../../support/time/eventually.ts';

/** An agent with one of the example flows, imported and published through the management API. */
const withExample = async (
  service: TestService,
  name: string,
  settings: object = {},
  prepare: (agent: FlowAgent) => Promise<void> = async () => {},
): Promise<FlowAgent> => {
  const file = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../examples/flows', `${name}.json`), 'utf8'),
  );
  const agent = await createFlowAgent(service, { settings });
  const imported = await agent.manage('POST', '/import', { revision: 0, file });
  assert.equal(imported.status, 200, imported.text);
  await prepare(agent);
  const published = await agent.manage('POST', '/publish', { revision: 1 });
  assert.equal(published.status, 200, published.text);
  return agent;
};

/** Branch, component and text of every output. */
const ask = async (agent: FlowAgent, text: string): Promise<[string, string, string][]> => {
  const { body } = await agent.send(await agent.newConversation(), text);
  return body.output.map((output: { [key: string]: string } & { content: { text: string } }) => [
    output.from_component_branch,
    output.from_component_name,
    output.content.text,
  ]);
};

/** Asks one question in every response mode of both API versions and checks that all replies are equal. */
const askEverywhere = async (agent: FlowAgent, receiver: Receiver, text: string) => {
  const answers: { outputs: unknown[]; whole: string }[] = [];
  const read = (version: 1 | 2, body: Record<string, unknown>) => {
    const outputs = (body.flow_output ?? body.output) as {
      [key: string]: string & { text: string };
    }[];
    const list = outputs.map((output) =>
      version === 1
        ? [output.branch ?? '', output.from_component_name, output.content]
        : [output.from_component_branch, output.from_component_name, output.content?.text],
    );
    answers.push({
      outputs: list,
      whole: version === 1 ? String(body.text) : list.map((output) => output[2]).join('\n\n'),
    });
  };
  for (const version of [1, 2] as const) {
    read(version, (await agent.send(await agent.newConversation(), text, 'blocking', version)).body);
    const events = readEvents(
      (await agent.send(await agent.newConversation(), text, 'streaming', version)).text,
    );
    const pieces = events.filter(({ code }) => code === 3).map(({ data }) => data);
    const flow_output = events.find(({ code }) => code === 10)?.data;
    read(1, { text: pieces.join(''), flow_output });
    const before = receiver.calls.length;
    const sent = await agent.send(await agent.newConversation(), text, 'webhook', version);
    assert.equal(sent.status, 200, sent.text);
    await eventually('the reply is delivered', () => receiver.calls.length > before);
    read(version, JSON.parse(receiver.calls[before]!.body));
  }
  const [first, ...others] = answers;
  for (const other of others) assert.deepEqual(other, first);
  return first!.outputs as [string, string, string][];
};

testService(
  'support triage answers each branch from the knowledge base and hands off to a person',
  {},
  async (service) => {
    const user = await startReceiver();
    const desk = await startReceiver();
    try {
      const agent = await withExample(service, 'support-triage', {
        webhook: { url: user.url },
        humanService: { baseUrl: desk.url },
      });
      await addTexts(agent.calling, [
        { name: 'billing.txt', text: 'Refunds are paid to the original card within 5 days of the return.' },
        {
          name: 'manual.txt',
          text: 'If the lamp does not start, hold the power button for ten seconds to reset it.',
        },
      ]);
      const [billing] = await ask(agent, 'How long do refunds take?');
      assert.deepEqual(billing!.slice(0, 2), ['billing', 'Billing answer']);
      assert.match(billing![2], /within 5 days/);
      const [technical, offer] = await ask(agent, 'My lamp does not start, how do I reset it?');
      assert.deepEqual(technical!.slice(0, 2), ['technical', 'Technical answer']);
      assert.match(technical![2], /power button/);
      assert.equal(offer![1], 'Offer a person');
      const [other] = await ask(agent, 'Hello!');
      assert.deepEqual(other!.slice(0, 2), ['else', 'Answer']);
      assert.deepEqual(await askEverywhere(agent, user, 'How do I reset the lamp?'), [technical, offer]);
      user.calls.length = 0;
      // A handoff needs a webhook round.
      assert.deepEqual((await ask(agent, 'Give me a person'))[0]!.slice(0, 2), [
        'unavailable',
        'Nobody available',
      ]);

      const conversation = await agent.newConversation();
      await agent.send(conversation, 'I want to talk to a human', 'webhook');
      await eventually('the handoff is requested', () =>
        desk.calls.some(({ path }) => path.endsWith('/establish')),
      );
      await eventually('the user gets the reply', () => user.calls.length > 0);
      const reply = JSON.parse(user.calls[0]!.body);
      assert.equal(reply.output[0].from_component_name, 'Handoff requested');
      const session = await service.app.db.query
        .selectFrom('human_sessions')
        .selectAll()
        .executeTakeFirstOrThrow();
      assert.equal(session.trigger_kind, 'flow');
    } finally {
      await user.close();
      await desk.close();
    }
  },
);

testService(
  'order lookup replies with the status of an order from the table',
  {},
  async (service, context) => {
    const user = await startReceiver();
    context.after(user.close);
    const agent = await withExample(
      service,
      'order-look-up',
      { webhook: { url: user.url } },
      async ({ calling, manage }) => {
        const missing = await manage('POST', '/publish', { revision: 1 });
        assert.match(missing.body.message, /table: the agent has no table "orders"/);
        const { create, add } = tableCalls(calling);
        const orders = await create('orders', [
          { name: 'order_number', type: 'TEXT', required: true, unique: true },
          { name: 'status', type: 'TEXT', required: true },
          { name: 'arrives', type: 'TEXT' },
        ]);
        await add(orders, [
          { order_number: 'A-1001', status: 'on its way', arrives: 'Monday' },
          { order_number: 'A-1002', status: 'delivered', arrives: null },
        ]);
      },
    );
    assert.deepEqual(await askEverywhere(agent, user, 'Where is A-1001?'), [
      ['in transit', 'In transit', 'Order A-1001 is on its way. It arrives on Monday.'],
    ]);
    assert.equal((await ask(agent, 'And A-1002, please?'))[0]![1], 'Delivered');
    assert.deepEqual(await ask(agent, 'Where is B-9999?'), [
      ['else', 'Unknown order', 'I could not find order B-9999. Please check the number.'],
    ]);
    const [answer, hint] = await ask(agent, 'Hello!');
    assert.match(answer![2], /^Hello/);
    assert.equal(hint![1], 'Hint');
  },
);

testService('the bilingual FAQ answers in the language of the question', {}, async (service, context) => {
  const user = await startReceiver();
  context.after(user.close);
  const agent = await withExample(service, 'bilingual-faq', { webhook: { url: user.url } });
  const english = 'The library opens at nine in the morning.';
  const chinese = '图书馆早上九点开门。';
  assert.deepEqual(await ask(agent, 'When does the library open?'), [
    ['else', 'English apology', 'Sorry, I could not find an answer in the FAQ.'],
  ]);
  await addTexts(agent.calling, [
    { name: 'hours.txt', text: english },
    { name: 'hours-zh.txt', text: chinese },
  ]);
  const [first] = await askEverywhere(agent, user, 'When does the library open?');
  assert.deepEqual(first!.slice(0, 2), ['English', 'English answer']);
  assert.match(first![2], /opens at nine/);
  const [second] = await askEverywhere(agent, user, '图书馆几点开门？');
  assert.deepEqual(second!.slice(0, 2), ['中文', '中文回答']);
  assert.match(second![2], /九点/);
});

testService('the table booking asks for what it needs and confirms it', {}, async (service) => {
  const agent = await withExample(service, 'table-booking');
  const say = await agent.talk();
  assert.match(await say('A table for 6 people, please'), /A table for 6\. Lunch or dinner\?/);
  assert.match(await say('Breakfast'), /Please answer Lunch or Dinner/);
  assert.match(await say('dinner'), /your name and the day/);
  assert.match(await say('{"name": "Ada", "day": "2030-05-04"}'), /^E-mail \(optional\)/);
  assert.equal(
    await say('-'),
    'Dinner for 6 on 2030-05-04, in the name of Ada. We look forward to your visit.',
  );
  const other = await agent.talk();
  assert.match(await other('Hello'), /A table for 2/, 'the default');
  assert.match(await other('stop'), /Nothing was booked/);
});
