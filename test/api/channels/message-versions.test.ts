import assert from 'node:assert/strict';
import type { ModelRequest } from '../../../src/models/index.ts';
import { conversationOf, openVisit, type Visit } from '../../support/channels/visitor.ts';
import { withHandoff } from '../../support/handoff/with-handoff.ts';
import { createScriptedModel, textOf } from '../../support/models/scripted-model.ts';
import { readEvents, type TestService, testService } from '../../support/service/service.ts';

/** All texts that the model got, without the system prompt. */
const dialogueOf = ({ messages }: ModelRequest): string[] =>
  messages.flatMap((message) => {
    if (message.role === 'user')
      return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    return message.role === 'assistant' ? [message.text] : [];
  });

let scripted = createScriptedModel();
/** Numbered answers, so that two answers to the same question differ. */
const numbered = () => {
  scripted = createScriptedModel((request, count) => [{ say: `Answer ${count} to ${textOf(request)}` }]);
  return { models: scripted.models };
};

const textsOf = (messages: { text: string }[]): string[] => messages.map(({ text }) => text);

/** Sends questions in one conversation and returns their ids. */
const ask = async (visit: Visit, texts: readonly string[]) => {
  let conversationId: string | undefined;
  for (const text of texts) {
    const sent = await visit.send(text, { conversation_id: conversationId });
    assert.equal(sent.status, 200);
    conversationId = conversationOf(sent);
  }
  const shown = await visit.read(conversationId!);
  return {
    conversationId: conversationId!,
    ids: shown.filter(({ role }) => role === 'user').map(({ message_id }) => message_id as string),
  };
};

const idOf = (answer: { text: string }): string =>
  (readEvents(answer.text)[0]!.data as { message_id: string }).message_id;

testService(
  'an answer is generated again in place of the old one, which stays readable',
  numbered,
  async (service) => {
    const visit = await openVisit(service);
    const { conversationId, ids } = await ask(visit, ['First?', 'Second?']);
    const again = await visit.call('POST', '/messages', { replaces: ids[1] });
    assert.equal(again.status, 200);
    assert.equal(conversationOf(again), conversationId);
    assert.deepEqual(dialogueOf(scripted.requests.at(-1)!), ['First?', 'Answer 1 to First?', 'Second?']);

    const shown = await visit.read(conversationId);
    assert.deepEqual(textsOf(shown), ['First?', 'Answer 1 to First?', 'Second?', 'Answer 3 to Second?']);
    assert.deepEqual(
      shown.map(({ versions }) => versions),
      [undefined, undefined, [ids[1], idOf(again)], [ids[1], idOf(again)]],
    );
    const old = await visit.call('GET', `/messages/${ids[1]}/version`);
    assert.deepEqual(textsOf(old.body.messages), ['Second?', 'Answer 2 to Second?']);
    assert.deepEqual(old.body.messages[0].versions, [ids[1], idOf(again)]);

    // The developer API and operators still see every round.
    const all = await service.call('GET', `/v2/messages?conversation_id=${conversationId}&page_size=100`);
    assert.equal(all.body.total, 6);
    const states = await service.app.rooms.conversations.roundStates([...ids, idOf(again)]);
    assert.deepEqual(
      [...ids, idOf(again)].map((id) => states.get(id)?.replacedBy),
      [null, idOf(again), null],
    );
  },
);

testService(
  'an edited message starts a new branch, and the model gets only that branch',
  numbered,
  async (service) => {
    const visit = await openVisit(service);
    const { conversationId, ids } = await ask(visit, ['One?', 'Two?', 'Three?']);
    const edited = await visit.send('Two, better?', { replaces: ids[1] });
    assert.equal(edited.status, 200);
    assert.deepEqual(dialogueOf(scripted.requests.at(-1)!), ['One?', 'Answer 1 to One?', 'Two, better?']);
    await visit.send('Four?', { conversation_id: conversationId });
    assert.deepEqual(dialogueOf(scripted.requests.at(-1)!), [
      'One?',
      'Answer 1 to One?',
      'Two, better?',
      'Answer 4 to Two, better?',
      'Four?',
    ]);
    assert.deepEqual(textsOf((await visit.read(conversationId)).filter(({ role }) => role === 'user')), [
      'One?',
      'Two, better?',
      'Four?',
    ]);
    // The old branch is readable with everything that followed.
    const old = await visit.call('GET', `/messages/${ids[1]}/version`);
    assert.deepEqual(textsOf(old.body.messages), [
      'Two?',
      'Answer 2 to Two?',
      'Three?',
      'Answer 3 to Three?',
    ]);
    // Only the current version can be replaced, so that versions have one order.
    const stale = await visit.send('Two, again?', { replaces: ids[1] });
    assert.deepEqual([stale.status, stale.body.code], [409, 40000]);
    assert.match(stale.body.message, /^replaces: the message was already replaced/);
    const third = await visit.call('POST', '/messages', { replaces: idOf(edited) });
    const [, question] = (await visit.read(conversationId)).filter(({ role }) => role === 'user');
    assert.deepEqual(question.versions, [ids[1], idOf(edited), idOf(third)]);
  },
);

testService('memory of replaced rounds is removed', numbered, async (service) => {
  await service.configure({ memory: { shortTermTokens: 60, longTerm: true } });
  const visit = await openVisit(service);
  const { conversationId, ids } = await ask(visit, [
    'The parrot is called Kiwi.',
    'The elephant is called Ruby.',
    ...Array.from({ length: 6 }, (_, index) => `Tell me something long about number ${index}.`),
  ]);
  await service.app.rooms.jobs.idle();
  const memories = async () => {
    const { memories } = await service.app.rooms.memory.list(
      { agentId: visit.agentId, conversationId },
      { offset: 0, limit: 100 },
    );
    return memories.map(({ text }) => text).join(' ');
  };
  assert.match(await memories(), /Ruby/);
  await visit.send('The elephant has no name.', { replaces: ids[1] });
  assert.match(await memories(), /Kiwi/);
  assert.doesNotMatch(await memories(), /Ruby/);
  const { summary } = await service.app.db.query
    .selectFrom('conversations')
    .select('summary')
    .executeTakeFirstOrThrow();
  assert.doesNotMatch(summary, /Ruby/);
  await service.app.rooms.jobs.idle();
  await visit.send('What is the elephant called?', { conversation_id: conversationId });
  assert.doesNotMatch(JSON.stringify(scripted.requests.at(-1)!.messages), /Ruby/);
});

testService(
  'a failed new version stays current, and its question can be answered again',
  () => {
    scripted = createScriptedModel((_request, count) =>
      count === 2 ? [{ fail: 'unreachable' }] : [{ say: `Answer ${count}` }],
    );
    return { models: scripted.models };
  },
  async (service) => {
    const visit = await openVisit(service);
    const { conversationId, ids } = await ask(visit, ['Question?']);
    const failed = await visit.call('POST', '/messages', { replaces: ids[0] });
    const shown = await visit.read(conversationId);
    assert.deepEqual(
      shown.map(({ status }) => status),
      ['ended', 'failed'],
    );
    const old = await visit.call('GET', `/messages/${ids[0]}/version`);
    assert.deepEqual(textsOf(old.body.messages), ['Question?', 'Answer 1']);
    const again = await visit.call('POST', '/messages', { replaces: idOf(failed) });
    assert.equal(again.status, 200);
    assert.deepEqual(textsOf(await visit.read(conversationId)), ['Question?', 'Answer 3']);
  },
);

testService(
  'a running answer must be stopped before it is replaced',
  () => {
    scripted = createScriptedModel((request) =>
      textOf(request) === 'Slow?' ? [{ say: 'slow' }, { wait: new Promise(() => {}) }] : [{ say: 'quick' }],
    );
    return { models: scripted.models };
  },
  async (service) => {
    const visit = await openVisit(service);
    const { conversationId, ids } = await ask(visit, ['Question?']);
    const running = visit.send('Slow?', { conversation_id: conversationId });
    const slowId = await runningRound(service);
    const refused = await visit.call('POST', '/messages', { replaces: ids[0] });
    assert.deepEqual([refused.status, refused.body.code], [409, 40000]);
    assert.match(refused.body.message, /^replaces: an answer is being written/);
    await visit.call('POST', `/messages/${slowId}/stop`, {});
    await running;
    const accepted = await visit.call('POST', '/messages', { replaces: ids[0] });
    assert.equal(accepted.status, 200);
    assert.deepEqual(textsOf(await visit.read(conversationId)), ['Question?', 'quick']);
  },
);

const runningRound = async ({ app }: TestService): Promise<string> => {
  for (;;) {
    const row = await app.db.query
      .selectFrom('rounds')
      .select('id')
      .where('status', '=', 'running')
      .executeTakeFirst();
    if (row) return row.id;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

testService('messages that a person has seen cannot be replaced', numbered, (service) =>
  withHandoff(service, { phrases: ['human please'] }, async (bench) => {
    const visit = await openVisit(service, { channel: 'WIDGET', email: 'ada@example.com' });
    const { conversationId, ids } = await ask(visit, ['Draft?', 'Question?']);
    await visit.send('Question, better?', { replaces: ids[1] });
    await visit.send('human please', { conversation_id: conversationId });
    const [establish] = await bench.heard(1);
    // The person gets the current branch only.
    assert.match(JSON.stringify(establish!.body), /Question, better/);
    assert.doesNotMatch(JSON.stringify(establish!.body), /Answer 2/);
    const during = await visit.send('Draft, better?', { replaces: ids[0] });
    assert.deepEqual([during.status, during.body.code], [409, 40000]);
    assert.match(during.body.message, /^replaces: a person has taken part/);
    await bench.reply(conversationId, 'Hello!');
    await service.call('POST', '/v1/human/close', { conversation_id: conversationId, timestamp: 1 });
    const after = await visit.send('Draft, better?', { replaces: ids[0] });
    assert.equal(after.status, 409);
    // The refused messages changed nothing.
    const questions = (await visit.read(conversationId)).filter(({ role }) => role === 'user');
    assert.deepEqual(textsOf(questions), ['Draft?', 'Question, better?', 'human please']);
    // Messages after the person left can be replaced.
    await visit.send('New question?', { conversation_id: conversationId });
    const newest = (await visit.read(conversationId)).filter(({ role }) => role === 'user').at(-1);
    const replaced = await visit.call('POST', '/messages', { replaces: newest.message_id });
    assert.equal(replaced.status, 200);
  }),
);

testService('files of a replaced message are kept, and erased once', numbered, async (service) => {
  const visit = await openVisit(service);
  const file = { name: 'note.txt', base64_content: Buffer.from('The code is 4711.').toString('base64') };
  const sent = await visit.send('Read this', { files: [file] });
  assert.equal(sent.status, 200);
  const conversationId = conversationOf(sent);
  const withFiles = await visit.call('POST', '/messages', { replaces: idOf(sent), files: [file] });
  assert.deepEqual([withFiles.status, withFiles.body.code], [400, 40000]);
  assert.match(withFiles.body.message, /^files: cannot be sent with replaces/);
  const edited = await visit.send('Read this again', { replaces: idOf(sent) });
  assert.equal(edited.status, 200);
  assert.match(JSON.stringify(scripted.requests.at(-1)!.messages), /4711/);
  const [question] = await visit.read(conversationId);
  assert.deepEqual(
    question.files.map(({ name }: { name: string }) => name),
    ['note.txt'],
  );
  const erased = await service.app.rooms.erasure.conversation(visit.agentId, conversationId, async () => {});
  assert.deepEqual(erased, { conversations: 1, rounds: 2, files: 1 });
});

testService('a visitor cannot replace or read messages of others', numbered, async (service) => {
  const owner = await openVisit(service);
  const other = await openVisit(service);
  const { ids } = await ask(owner, ['Secret?']);
  const hostile = [ids[0]!, 'f'.repeat(24), "' or 1=1 --", '../x', 'x'.repeat(5000), '\u202e'];
  for (const id of hostile) {
    const replaced = await other.send('Mine now', { replaces: id });
    assert.deepEqual([replaced.status, replaced.body.code], [404, 40000], id);
    assert.match(replaced.body.message, /^replaces: /);
  }
  for (const id of [ids[0]!, 'f'.repeat(24), 'x'])
    assert.equal((await other.call('GET', `/messages/${id}/version`)).status, 404);
  const rounds = await service.app.db.query.selectFrom('rounds').select('replaced_by').execute();
  assert.deepEqual(
    rounds.map(({ replaced_by }) => replaced_by),
    [null],
  );
});

testService(
  'a repeated request makes one version, and two tabs do not fork a message',
  numbered,
  async (service) => {
    const visit = await openVisit(service);
    const { conversationId, ids } = await ask(visit, ['Question?']);
    const key = { 'idempotency-key': 'again' };
    const first = await visit.call('POST', '/messages', { replaces: ids[0] }, key);
    const repeated = await visit.call('POST', '/messages', { replaces: ids[0] }, key);
    assert.equal(idOf(repeated), idOf(first));
    const both = await Promise.all([
      visit.call('POST', '/messages', { replaces: idOf(first) }),
      visit.call('POST', '/messages', { replaces: idOf(first) }),
    ]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
    const [question] = await visit.read(conversationId);
    assert.equal(question.versions.length, 3);
  },
);
