import assert from 'node:assert/strict';
import { openConsoleCalls } from '../../support/console/console-calls.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const openSet = async (service: TestService) => {
  const calls = await openConsoleCalls(service);
  const { body: set } = await calls.call('POST', `${calls.agent}/test-sets`, { name: ' Basics ' });
  return { ...calls, set, path: `${calls.agent}/test-sets/${set.id}` };
};

const filesLeft = async ({ app }: TestService): Promise<{ all: number; loose: number }> => ({
  all: (await app.db.query.selectFrom('files').select('id').execute()).length,
  loose: (await app.db.query.selectFrom('loose_files').select('file_id').execute()).length,
});

testService('a test set has settings and cases with files', {}, async (service) => {
  const { call, agent, set, path } = await openSet(service);
  assert.deepEqual([set.name, set.repeats, set.cases, set.judgeModel], ['Basics', 1, 0, null]);
  const added = await call('POST', `${path}/cases`, {
    turns: [
      { text: 'Read this', files: [{ name: 'plan.txt', base64Content: base64('The plan') }] },
      { text: 'And now?' },
    ],
    expectations: [{ type: 'contains', text: 'plan', turn: 2 }],
  });
  assert.equal(added.status, 201, added.text);
  const [file] = added.body.turns[0].files;
  assert.deepEqual([file.name, file.sizeBytes, added.body.origin], ['plan.txt', 8, 'manual']);
  assert.deepEqual(await filesLeft(service), { all: 1, loose: 0 });

  // The file stays if it is named, and is released if it is not.
  const kept = { turns: [{ text: 'Read this', files: [file] }] };
  const changed = await call('PUT', `${path}/cases/${added.body.id}`, kept);
  assert.deepEqual(changed.body.turns[0].files, [file]);
  assert.deepEqual(await filesLeft(service), { all: 1, loose: 0 });
  await call('PUT', `${path}/cases/${added.body.id}`, { turns: ['Hello'] });
  assert.deepEqual(await filesLeft(service), { all: 1, loose: 1 });

  // A file of another case cannot be used.
  const stolen = await call('POST', `${path}/cases`, { turns: [{ text: 'x', files: [file] }] });
  assert.equal(stolen.status, 400);
  assert.match(stolen.body.message, /turns: a file has an id that this case does not have/);

  const { body: list } = await call('GET', `${path}/cases`);
  assert.deepEqual([list.total, list.items[0].label], [1, 'Hello']);
  const patched = await call('PATCH', path, { repeats: 3, description: 'Every day' });
  assert.deepEqual([patched.body.repeats, patched.body.cases, patched.body.name], [3, 1, 'Basics']);
  assert.equal((await call('PATCH', path, { repeats: 21 })).status, 400);
  assert.equal((await call('DELETE', `${path}/cases/${added.body.id}`)).status, 204);
  assert.equal((await call('GET', `${path}/cases/${added.body.id}`)).status, 404);
  assert.equal((await call('DELETE', path)).status, 204);
  assert.deepEqual((await call('GET', `${agent}/test-sets`)).body.items, []);
});

testService('a case that is not valid is refused with the field, and no file stays', {}, async (service) => {
  const { call, path } = await openSet(service);
  const messageOf = async (body: unknown) => {
    const { status, body: answer } = await call('POST', `${path}/cases`, body);
    assert.equal(status, 400);
    return answer.message;
  };
  const file = { name: 'plan.txt', base64Content: base64('The plan') };
  assert.match(
    await messageOf({
      turns: [{ text: 'x', files: [file] }],
      expectations: [{ type: 'pattern', pattern: '(' }],
    }),
    /^expectations\[0\]\.pattern is not a usable pattern/,
  );
  assert.match(
    await messageOf({ turns: ['x'], expectations: [{ type: 'json-schema', schema: { type: 'nonsense' } }] }),
    /^expectations\[0\]\.schema is not a valid schema/,
  );
  assert.match(
    await messageOf({ turns: [{ text: 'x', files: [{ name: 'a', base64Content: '%%%' }] }] }),
    /^turns\[0\]\.files\[0\]\.base64_content must be base64/,
  );
  assert.match(await messageOf([]), /^case must be an object|body/);
  assert.deepEqual(await filesLeft(service), { all: 0, loose: 0 });
});

testService('cases are imported and exported, at most 10,000 per set', {}, async (service) => {
  const { call, path } = await openSet(service);
  const send = (format: string, content: string, replace = false) =>
    call('POST', `${path}/import`, { format, content, replace });
  const first = await send('csv', 'name,question,contains\nHours,When do you open?,"nine\nMonday"\n');
  assert.deepEqual(first.body, { imported: 1 }, first.text);
  const jsonl = (await call('GET', `${path}/export?format=jsonl`)).text;
  assert.deepEqual(
    JSON.parse(jsonl).expectations.map(({ text }: { text: string }) => text),
    ['nine', 'Monday'],
  );
  const csv = await call('GET', `${path}/export?format=csv`);
  assert.match(String(csv.headers['content-disposition']), /Basics\.csv/);
  assert.equal((await send('csv', csv.text, true)).status, 200);
  assert.equal((await call('GET', `${path}/export?format=jsonl`)).text, jsonl);

  const bad = await send('csv', 'question,pattern\nHello,(a+)+\n,x\n');
  assert.equal(bad.status, 400);
  assert.equal(
    bad.body.message,
    'row 2, column pattern: is not a usable pattern: a repeated group must not contain repetitions or alternatives; row 3, column question: must not be empty',
  );
  const most = await send('csv', `question\n${'Hello\n'.repeat(10_000)}`, true);
  assert.deepEqual(most.body, { imported: 10_000 }, most.text);
  const full = await send('csv', 'question\nOne more\n');
  assert.equal(full.status, 409);
  assert.match(full.body.message, /at most 10000 cases/);
  assert.equal((await call('GET', path)).body.cases, 10_000);
});

testService(
  'a case is made from a conversation or a rated answer, and erased with the user',
  createScriptedModel,
  async (service) => {
    const { call, agent, path } = await openSet(service);
    const conversationId = await service.newConversation('ada');
    const ask = async (content: string) =>
      (
        await service.call('POST', '/v2/conversation/message', {
          conversation_id: conversationId,
          messages: [{ role: 'user', content }],
        })
      ).body;
    await ask('My order is late');
    const second = await ask('Its number is 7');
    await call('PUT', `${agent}/rounds/${second.message_id}/quality`, { quality: 'FULLY_RESOLVED' });
    await ask('Thank you');

    const make = (body: object) =>
      call('POST', `${path}/cases/from-conversation`, { conversationId, ...body });
    const texts = ({ body }: Awaited<ReturnType<typeof make>>) =>
      body.turns.map(({ text }: { text: string }) => text);
    const rated = await make({ roundId: second.message_id });
    assert.deepEqual(texts(rated), ['My order is late', 'Its number is 7']);
    assert.deepEqual(rated.body.expectations, [
      { type: 'similar', reference: 'You said: Its number is 7', threshold: 0.7 },
    ]);
    const corrected = await make({
      roundId: second.message_id,
      withEarlier: false,
      reference: 'It arrives today.',
    });
    assert.deepEqual(texts(corrected), ['Its number is 7']);
    assert.equal(corrected.body.expectations[0].reference, 'It arrives today.');
    const whole = await make({});
    assert.deepEqual(
      [texts(whole).length, whole.body.expectations, whole.body.origin],
      [3, [], 'conversation'],
    );
    const byRound = await call('POST', `${path}/cases/from-conversation`, { roundId: second.message_id });
    assert.equal(byRound.body.conversationId, conversationId);
    assert.equal((await call('POST', `${path}/cases/from-conversation`, {})).status, 400);
    assert.equal((await make({ roundId: 'f'.repeat(24) })).status, 404);
    assert.equal((await make({ conversationId: 'f'.repeat(24) })).status, 404);

    const audit = await call('GET', '/console/api/audit?action=test-case.create');
    assert.ok(!audit.text.includes('order is late'), 'the audit log has no words of the user');
    assert.equal((await call('DELETE', `${agent}/user?userId=ada`)).status, 200);
    assert.equal((await call('GET', `${path}/cases`)).body.total, 0);
  },
);

testService('a set of another agent is not found, and viewers only read', {}, async (service) => {
  const { call, base, set, path, signIn } = await openSet(service);
  const { body: other } = await call('POST', `${base}/agents`, { name: 'Other' });
  const foreign = `${base}/agents/${other.id}/test-sets/${set.id}`;
  assert.equal((await call('GET', foreign)).status, 404);
  assert.equal((await call('GET', `${foreign}/cases`)).status, 404);
  const viewer = await signIn('viewer');
  assert.equal((await viewer('GET', path)).status, 200);
  assert.equal((await viewer('POST', `${path}/cases`, { turns: ['x'] })).status, 403);
});
