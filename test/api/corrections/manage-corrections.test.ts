import assert from 'node:assert/strict';
import { openConsoleCalls } from '../../support/console/console-calls.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const question = 'How long does shipping take?';

const open = async (service: TestService) => {
  const console = await openConsoleCalls(service);
  const path = `${console.agent}/corrections`;
  const ask = async (content: string, userId?: string) => {
    const replied = await service.call('POST', '/v2/conversation/message', {
      conversation_id: await service.newConversation(userId),
      messages: [{ role: 'user', content }],
    });
    assert.equal(replied.status, 200, replied.text);
    return replied.body;
  };
  const list = async (query = '') => (await console.call('GET', `${path}${query}`)).body;
  return { ...console, path, ask, list };
};

testService(
  'corrections are created from a round, changed, listed, searched and deleted',
  createScriptedModel,
  async (service) => {
    const { call, path, agent, ask, list } = await open(service);
    const { message_id: roundId, conversation_id: conversationId } = await ask(question);
    const created = await call('POST', path, {
      question: `  How long\n does shipping take? `,
      answer: ' Two days. ',
      roundId,
    });
    assert.equal(created.status, 201, created.text);
    const { id } = created.body;
    assert.deepEqual(
      [created.body.question, created.body.answer, created.body.source, created.body.enabled],
      [question, 'Two days.', { conversationId, roundId }, true],
    );
    await call('POST', path, { question: 'Where is the shop?', answer: 'In 100% of towns.' });

    const twice = await call('POST', path, {
      question: 'how long does shipping take',
      answer: 'Three days.',
    });
    assert.equal(twice.status, 409);
    assert.match(twice.body.message, /question: there is already a correction/);

    const changed = await call('PATCH', `${path}/${id}`, { answer: 'Three days.', enabled: false });
    assert.deepEqual(
      [changed.status, changed.body.answer, changed.body.enabled],
      [200, 'Three days.', false],
    );
    assert.equal((await list()).total, 2);
    assert.deepEqual(
      (await list('?search=SHIPPING')).items.map((one: { id: string }) => one.id),
      [id],
    );
    assert.equal((await list('?search=100%25')).total, 1, 'a percent sign is not a wildcard');
    assert.equal((await list('?search=%25%25')).total, 0);
    assert.equal((await list('?enabled=true')).total, 1);

    const audit = (await call('GET', '/console/api/audit?limit=10')).body.items;
    assert.deepEqual(
      audit.slice(0, 3).map(({ action }: { action: string }) => action),
      ['correction.update', 'correction.create', 'correction.create'],
    );
    assert.equal((await call('DELETE', `${path}/${id}`)).status, 204);
    assert.equal((await call('DELETE', `${path}/${id}`)).status, 404);
    assert.equal((await list()).total, 1);
    assert.equal((await call('DELETE', `${agent}/conversations/${conversationId}`)).status, 200);
  },
);

testService('bad input is refused with the field and the rule', createScriptedModel, async (service) => {
  const { call, path } = await open(service);
  const refused = async (body: object): Promise<string> => {
    const { status, body: answered } = await call('POST', path, body);
    assert.equal(status, 400, JSON.stringify(answered));
    return answered.message;
  };
  assert.match(await refused({ question: '?!', answer: 'a' }), /question must contain a letter or a digit/);
  assert.match(await refused({ question: 'x', answer: '  ' }), /answer must not be empty/);
  assert.match(await refused({ question: 'x'.repeat(1001), answer: 'a' }), /question/);
  assert.match(
    await refused({ question: 'x', answer: 'a', knowledgeBaseId: 'none' }),
    /knowledgeBaseId must be/,
  );
  assert.match(await refused({ question: 'x', answer: 'a', roundId: 'none' }), /roundId must be a round/);
  const foreign = await call('PATCH', `${path}/none`, { answer: 'a' });
  assert.equal(foreign.status, 404);
});

testService(
  'the test names the correction a question would get, with scores, and near-duplicates with other answers',
  createScriptedModel,
  async (service) => {
    const { call, path } = await open(service);
    const first = (await call('POST', path, { question, answer: 'Two days.' })).body;
    await call('POST', path, {
      question: 'What does the chair cost in blue?',
      answer: 'Ten.',
      enabled: false,
    });
    const match = async (asked: string) => (await call('POST', `${path}/match`, { question: asked })).body;
    const found = await match('How long does the shipping take');
    assert.deepEqual([found.mode, found.threshold], ['answer', 0.9]);
    const [best] = found.items;
    assert.deepEqual([best.correction.id, best.applied, best.comparedBy], [first.id, true, 'meaning']);
    assert.ok(best.score >= 0.9 && best.score < 1, String(best.score));
    const disabled = (await match('What does the chair cost in blue?')).items[0];
    assert.deepEqual(
      [disabled.score, disabled.applied],
      [1, false],
      'one that is switched off is shown only',
    );
    await service.configure({ corrections: { threshold: 0.99 } });
    assert.equal((await match('How long does the shipping take')).items[0].applied, false);
  },
);

testService(
  'hits are counted for users and not for test chats, and survive a stop of the service',
  createScriptedModel,
  async (service) => {
    const { call, path, agent, ask, list } = await open(service);
    await call('POST', path, { question, answer: 'Two days.' });
    await ask(question);
    await ask(question);
    await call('POST', `${agent}/try`, { text: question });
    const [{ hitCount, lastHitAt }] = (await list()).items;
    assert.equal(hitCount, 2);
    assert.ok(lastHitAt);
    await ask(question);
    await service.restart();
    assert.equal((await list()).items[0].hitCount, 3);
    assert.equal((await ask(question)).output[0].content.text, 'Two days.', 'read again after the restart');
  },
);

testService('an erased conversation is removed from its correction', createScriptedModel, async (service) => {
  const { call, path, agent, ask, list } = await open(service);
  const { message_id: roundId } = await ask(question, 'ada');
  await call('POST', path, { question, answer: 'Two days.', roundId });
  const erased = await call('DELETE', `${agent}/user?userId=ada`);
  assert.equal(erased.status, 200, erased.text);
  const [correction] = (await list()).items;
  assert.deepEqual([correction.source, correction.answer], [null, 'Two days.']);
});

testService(
  'an import stores valid rows, replaces answers of known questions and names row and column of the others',
  createScriptedModel,
  async (service) => {
    const { call, path, agent, ask, list } = await open(service);
    const base = (await call('POST', `${agent}/knowledge-bases`, { name: 'Shop' })).body.id;
    await call('POST', path, { question, answer: 'Two days.' });
    const csv = [
      'answer,id,Question,knowledge_base,enabled',
      'Four days.,1,how long does shipping take,,',
      '"=1+1, ""quoted""\nsecond line",2,Where is the shop?,Shop,no',
      ',3,No answer here?,,',
      'Yes.,4,Is it open?,Garage,',
      'Yes.,5,Is it big?,,perhaps',
      'Yes.,6,HOW long does shipping take!,,',
      ',,,,',
    ].join('\r\n');
    const imported = await call('POST', `${path}/import`, { csv });
    assert.equal(imported.status, 200, imported.text);
    const { problems, ...counts } = imported.body;
    assert.deepEqual(counts, { added: 1, replaced: 1, unchanged: 0, problemCount: 4 });
    assert.deepEqual(problems, [
      { row: 4, column: 'answer', message: 'must not be empty' },
      { row: 5, column: 'knowledge_base', message: 'the agent has no knowledge base "Garage"' },
      { row: 6, column: 'enabled', message: 'must be yes, no, or empty for yes' },
      { row: 7, column: 'question', message: 'repeats the question of row 2' },
    ]);
    assert.equal((await ask(question)).output[0].content.text, 'Four days.');
    const shop = (await list('?search=shop')).items[0];
    assert.deepEqual(
      [shop.answer, shop.knowledgeBaseId, shop.enabled],
      ['=1+1, "quoted"\nsecond line', base, false],
    );

    const exported = await call('GET', `${path}/export`);
    assert.equal(exported.status, 200);
    assert.match(exported.text, /^\uFEFFquestion,answer,knowledge_base,enabled,/);
    assert.doesNotMatch(exported.text, /^=|,=/m);
    const again = await call('POST', `${path}/import`, { csv: exported.text });
    assert.deepEqual(again.body, { added: 0, replaced: 0, unchanged: 2, problems: [], problemCount: 0 });

    const refused = await call('POST', `${path}/import`, { csv: 'a,b\n1,2' });
    assert.deepEqual([refused.status, /csv must have a first row/.test(refused.body.message)], [400, true]);
  },
);

testService('imported questions are embedded by a job', createScriptedModel, async (service) => {
  const { call, path } = await open(service);
  const rows = Array.from({ length: 70 }, (_, index) => `Where is shelf ${index}?,Row ${index}`);
  await call('POST', `${path}/import`, { csv: ['question,answer', ...rows].join('\n') });
  const compared = async () =>
    (await call('POST', `${path}/match`, { question: 'Where is the shelf 7' })).body.items[0];
  await eventually('all are embedded', async () => {
    const { count } = await service.app.db.query
      .selectFrom('corrections')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('model', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(count) === 0;
  });
  await eventually('the index has the vectors', async () => (await compared()).comparedBy === 'meaning');
  assert.equal((await compared()).correction.answer, 'Row 7');
});
