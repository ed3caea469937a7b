import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleCalls, openConsoleCalls, readNamedEvents } from '../../support/console/console-calls.ts';
import { createFlowAgent, edge, model, reply, start } from '../../support/flows/flow-agent.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, withService } from '../../support/service/service.ts';

const say = (events: ReturnType<typeof readNamedEvents>): string =>
  events
    .filter(({ event, data }) => event === undefined && data.code === 3)
    .map(({ data }) => data.data)
    .join('');

const checkSimple = async ({ call, agent }: ConsoleCalls, systemText: () => string): Promise<string> => {
  const tried = await call('POST', `${agent}/try`, {
    text: 'Hello',
    settings: { prompt: 'Speak like a sailor.' },
  });
  assert.match(String(tried.headers['content-type']), /^text\/event-stream/);
  const events = readNamedEvents(tried.text);
  assert.equal(events[0]!.event, 'round');
  assert.equal(say(events), 'You said: Hello');
  assert.match(systemText(), /Speak like a sailor/);
  const saved = await call('GET', agent);
  assert.doesNotMatch(saved.body.settings.prompt, /sailor/);

  const { conversationId, roundId } = events[0]!.data;
  const last = events.at(-1)!;
  assert.equal(last.event, 'trace');
  assert.deepEqual(
    [last.data.id, last.data.channel, last.data.answer, last.data.status],
    [roundId, 'SPACE', 'You said: Hello', 'done'],
  );
  assert.ok([...last.data.userId].length <= 32);
  const steps = events.filter(({ event }) => event === 'step').map(({ data }) => data);
  for (const step of last.data.trace)
    assert.deepEqual(
      steps.filter(({ kind, name }) => kind === step.kind && name === step.name).map(({ state }) => state),
      ['started', 'ended'],
    );
  const again = await call('POST', `${agent}/try`, { text: 'And?', conversationId });
  assert.equal(readNamedEvents(again.text)[0]!.data.conversationId, conversationId);
  return conversationId;
};

const checkRefusals = async (service: TestService, { call, agent, signIn }: ConsoleCalls, mine: string) => {
  const theirs = await service.newConversation('ada');
  const cases: [body: object, status: number, message: RegExp][] = [
    [{ text: ' ' }, 400, /^text is required/],
    [{ text: 'Hi', conversationId: theirs }, 404, /^conversationId/],
    [{ text: 'Hi', draft: true }, 400, /^draft/],
    [{ text: 'Hi', settings: { maxOutputTokens: -1 } }, 400, /settings\.maxOutputTokens/],
    [{ text: 'Hi', settings: { webhook: { url: 'http://127.0.0.2/' } } }, 400, /settings\.webhook\.url/],
    [{ text: 'Hi', files: [{ name: 'a.txt' }] }, 400, /^files\[0\]/],
  ];
  for (const [body, status, message] of cases) {
    const answer = await call('POST', `${agent}/try`, body);
    assert.equal(answer.status, status, answer.text);
    assert.match(answer.body.message, message);
  }
  // An operator cannot continue the test chat of another.
  const editor = await signIn('editor');
  assert.equal((await editor('POST', `${agent}/try`, { text: 'Hi', conversationId: mine })).status, 404);
};

const checkDraft = async (service: TestService) => {
  const flow = await createFlowAgent(service);
  const draft = {
    variables: {},
    nodes: [start, model('answer'), reply('out', 'It says: {{answer}}.')],
    edges: [edge('start', 'answer'), edge('answer', 'out')],
  };
  assert.equal((await flow.save(draft)).status, 200);
  const path = `/agents/${flow.agentId}/try`;
  const unpublished = await flow.manageAgent('POST', path, { text: 'Hi' });
  assert.equal(unpublished.status, 400);
  const tried = await flow.manageAgent('POST', path, { text: 'Hi', draft: true });
  const events = readNamedEvents(tried.text);
  assert.match(say(events), /^It says: You said: Hi/);
  const component = events
    .filter(({ event, data }) => event === 'step' && data.detail.id === 'answer')
    .map(({ data }) => data);
  assert.deepEqual(
    component.map(({ state }) => state),
    ['started', 'ended'],
  );
  assert.equal(component[0].detail.inputs.question, 'Hi');
  assert.match(JSON.stringify(component[1].detail.outputs), /You said: Hi/);
};

const scripted = createScriptedModel();

test('operators test agents: unsaved settings, drafts and every step', () =>
  withService('sqlite', { models: scripted.models }, async (service) => {
    const calls = await openConsoleCalls(service);
    const systemText = () => {
      const [first] = scripted.requests.at(-1)!.messages;
      return first?.role === 'system' ? first.text : '';
    };
    const mine = await checkSimple(calls, systemText);
    await checkRefusals(service, calls, mine);
    await checkDraft(service);
  }));
