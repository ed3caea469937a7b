import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chain, createFlowAgent, edge, reply, start } from '../../support/flows/flow-agent.ts';
import { createScriptedModel, type ScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService, withService } from '../../support/service/service.ts';

const schema = {
  type: 'object',
  properties: {
    email: { type: 'string', format: 'email' },
    seats: { type: 'integer', minimum: 1 },
    day: { type: 'string', format: 'date' },
    size: { enum: ['small', 'large'] },
  },
  required: ['email', 'seats'],
  additionalProperties: false,
};

const extractFlow = (more: object = {}) => ({
  nodes: [
    start,
    { id: 'extract', name: 'Extract', type: 'extract', schema, saveAs: 'data', ...more },
    reply('end', '{{data.email}}, {{data.seats}}, {{data}}'),
    reply('no', 'failed {{data}}'),
  ],
  edges: [edge('start', 'extract'), edge('extract', 'end'), edge('extract', 'no', 'failed')],
});

let scripted: ScriptedModel;
const answers: string[] = [];

const saveFields = (argumentsText: string) => ({
  call: { id: 'c', name: 'save_fields', argumentsText },
});

testService(
  'fields are extracted with a model, which may correct an invalid answer once',
  () => {
    scripted = createScriptedModel(() => {
      const answer = answers.shift()!;
      if (answer === 'reject') return [{ fail: 'rejected' }];
      return answer.startsWith('{') ? [saveFields(answer)] : [{ say: answer }];
    });
    return { models: scripted.models };
  },
  async (service) => {
    const agent = await createFlowAgent(service);
    const say = async (...given: string[]): Promise<string> => {
      answers.splice(0, answers.length, ...given);
      const text = await (await agent.talk())('Two seats for ada@example.com');
      assert.deepEqual(answers, [], 'every answer was used');
      return text;
    };
    await agent.publish(extractFlow());
    const valid = '{"email":"ada@example.com","seats":2}';
    assert.equal(await say(valid), `ada@example.com, 2, ${valid}`);
    const [request] = scripted.requests;
    assert.deepEqual(
      request!.tools.map(({ name, parameters }) => [name, parameters]),
      [['save_fields', schema]],
    );
    const component = (await agent.trace()).find(({ name }) => name === 'Extract');
    assert.equal(component?.tokens?.completionTokens, 5, 'the tokens are counted');
    // A model without tools writes the JSON into its text.
    assert.equal(await say(`Here it is:\n\`\`\`json\n${valid}\n\`\`\``), `ada@example.com, 2, ${valid}`);
    assert.equal(await say('{"email":"ada@example.com","seats":0}', valid), `ada@example.com, 2, ${valid}`);
    assert.match(JSON.stringify(scripted.requests.at(-1)!.messages.at(-1)), /seats must be >= 1/);
    // A server that rejects tools is called without them.
    assert.equal(await say('reject', `I found ${valid}`), `ada@example.com, 2, ${valid}`);
    assert.deepEqual(scripted.requests.at(-1)!.tools, []);
    assert.equal(await say('I do not know', 'Really not'), 'failed {}');
    assert.match(
      String((await agent.trace()).find(({ name }) => name === 'Extract')?.detail?.problem),
      /JSON/,
    );
    await agent.publish(extractFlow({ defaults: { email: 'none', seats: 1 } }));
    assert.equal(await say('?', '?'), 'none, 1, {"email":"none","seats":1}');
  },
);

const checkRules = async (service: TestService): Promise<void> => {
  const agent = await createFlowAgent(service);
  await agent.publish(extractFlow());
  const say = await agent.talk();
  assert.equal(
    await say('Please 2 LARGE ones for ada@example.com on 2026-12-24.'),
    'ada@example.com, 2, {"email":"ada@example.com","seats":2,"day":"2026-12-24","size":"large"}',
  );
  assert.equal(await say('2 or 3 seats for ada@example.com'), 'failed {}', 'two numbers: none is chosen');
  assert.equal(await say('Seats, please'), 'failed {}');
};

const checkJson = async (service: TestService): Promise<void> => {
  const agent = await createFlowAgent(service);
  const variables = {
    a: { name: 'Ada', more: { x: 1, list: [1] } },
    b: { age: 36, more: { y: 2, list: [2] } },
    one: [1],
    two: [2, 3],
    text: 'say "hi"',
  };
  const make = async (more: object): Promise<string> => {
    const json = { id: 'json', name: 'Json', type: 'json', saveAs: 'out', ...more };
    await agent.publish({ variables, ...chain([json, reply('end', '{{out}}')]) });
    const said = await (await agent.talk())('Hi');
    if (!said.includes('failed')) return said;
    return (await agent.trace()).find(({ name }) => name === 'Json')!.error!;
  };
  assert.deepEqual(JSON.parse(await make({ sources: ['a', 'b'] })), {
    name: 'Ada',
    age: 36,
    more: { y: 2, list: [2] },
  });
  assert.deepEqual(JSON.parse(await make({ sources: ['a', 'b'], deep: true })), {
    name: 'Ada',
    age: 36,
    more: { x: 1, y: 2, list: [2] },
  });
  assert.equal(await make({ sources: ['one', 'two', 'a.more.list'] }), '[1,2,3,1]');
  assert.equal(await make({ sources: ['a', 'one'] }), '"one" is a list, but "a" is an object');
  assert.equal(
    await make({ sources: ['a', 'a.none'] }),
    '"a.none" is empty; only objects or lists can be merged',
  );
  const fields = [
    { from: 'a.name', to: 'person.first' },
    { from: 'b.more.y', to: 'person.y' },
    { from: 'b.none', to: 'none' },
  ];
  const pick = (more: object) => make({ operation: 'pick', fields, ...more });
  assert.equal(await pick({}), '"b.none" has no value');
  assert.equal(await pick({ ifMissing: 'omit' }), '{"person":{"first":"Ada","y":2}}');
  assert.equal(await pick({ ifMissing: 'null' }), '{"person":{"first":"Ada","y":2},"none":null}');
  const template = '{"said": "{{text}}", "all": ["{{two}}", "{{a.name}} {{b.age}}"], "__proto__": 1}';
  assert.equal(
    await make({ operation: 'build', template }),
    '{"said":"say \\"hi\\"","all":[[2,3],"Ada 36"],"__proto__":1}',
  );
  assert.equal(await make({ sources: ['one'], output: 'text' }), '[\n  1\n]');
  const grown = { operation: 'build', template: JSON.stringify(Array(4000).fill('{{big}}')) };
  await agent.publish({
    variables: { big: 'x'.repeat(1000) },
    ...chain([{ id: 'json', name: 'Json', type: 'json', saveAs: 'out', ...grown }, reply('end', 'ok')]),
  });
  assert.match(await (await agent.talk())('Hi'), /"Json" failed/);
  assert.match((await agent.trace()).find(({ name }) => name === 'Json')!.error!, /200000 characters/);
};

test('the embedded model extracts by rules and never makes up values; JSON is merged, picked and built', () =>
  withService('sqlite', {}, async (service) => {
    await checkRules(service);
    await checkJson(service);
  }));
