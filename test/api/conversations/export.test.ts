import assert from 'node:assert/strict';
import papaparse from 'papaparse';
import { operatorOf } from '../../support/console/operator.ts';
import { withHandoff } from '../../support/handoff/with-handoff.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const ask = (service: TestService, conversation_id: string, content: string) =>
  service.call('POST', '/v2/conversation/message', {
    conversation_id,
    messages: [{ role: 'user', content }],
  });

const jsonLines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const rowsOf = (text: string) =>
  papaparse.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;

testService(
  'questions and answers are exported, and no cell runs as a formula',
  createScriptedModel,
  async (service) => {
    const { get, call } = await operatorOf(service);
    const formula = '=HYPERLINK("http://evil.example","free")';
    const { body: rated } = await ask(service, await service.newConversation('@ada'), formula);
    await service.call('POST', '/v1/message/feedback', {
      answer_id: rated.answer_id,
      feedback: 'NEGATIVE',
      reason: 'OFF_TOPIC',
      comment: '=1+1',
    });
    await ask(service, await service.newConversation('bob'), 'Line one\nline "two", 你好');

    const csv = await get('/export/qa?format=csv');
    assert.match(String(csv.headers['content-type']), /^text\/csv/);
    assert.match(String(csv.headers['content-disposition']), /attachment; filename="qa\.csv"/);
    const [first, second] = rowsOf(csv.text);
    assert.deepEqual([first!.question, first!.userId], [`'${formula}`, "'@ada"]);
    assert.deepEqual([first!.feedbackReason, first!.feedbackComment], ['OFF_TOPIC', "'=1+1"]);
    assert.deepEqual([second!.feedbackReason, second!.feedbackComment], ['', '']);
    assert.deepEqual(
      [second!.question, second!.answer],
      ['Line one\nline "two", 你好', 'You said: Line one\nline "two", 你好'],
    );

    const lines = jsonLines((await get('/export/qa?format=jsonl')).text);
    // JSON is not opened in spreadsheets, so the text is unchanged.
    assert.deepEqual(
      lines.map(({ question, userId, status }) => [question, userId, status]),
      [
        [formula, '@ada', 'done'],
        ['Line one\nline "two", 你好', 'bob', 'done'],
      ],
    );
    const ofBob = jsonLines((await get('/export/qa?format=jsonl&userId=bob')).text);
    assert.deepEqual(
      ofBob.map(({ userId }) => userId),
      ['bob'],
    );
    assert.equal((await get('/export/qa?format=jsonl&channel=WIDGET')).text, '');
    assert.equal((await get(`/export/qa?format=jsonl&before=${Date.parse(lines[0].askedAt)}`)).text, '');
    for (const query of ['', '?format=xlsx', '?format=csv&channel=MARS'])
      assert.equal((await get(`/export/qa${query}`)).status, 400);
    const audit = await call('GET', '/audit?action=qa.export');
    assert.equal(audit.body.total, 5);
    assert.ok(
      !JSON.stringify(audit.body).includes('bob'),
      'the audit log must not contain user data, because it is kept after erasure',
    );
  },
);

testService('conversations are exported with all their messages', createScriptedModel, (service) =>
  withHandoff(service, { phrases: ['human please'] }, async (bench) => {
    const { get } = await operatorOf(service);
    const id = await service.newConversation('ada');
    await ask(service, id, 'Hello');
    await bench.send(id, 'human please');
    await bench.heard(1);
    await service.app.rooms.jobs.idle();
    await bench.reply(id, 'I am Grace.');
    await ask(service, await service.newConversation('bob'), '-1+2');

    const [first, second, ...others] = jsonLines((await get('/export/conversations?format=jsonl')).text);
    assert.equal(others.length, 0);
    assert.deepEqual([first.conversationId, first.userId, first.rounds], [id, 'ada', 2]);
    assert.deepEqual(
      first.messages.map(({ role, text }: { role: string; text: string }) => [role, text]),
      [
        ['user', 'Hello'],
        ['assistant', 'You said: Hello'],
        ['user', 'human please'],
        ['human', 'I am Grace.'],
      ],
    );
    assert.equal(second.userId, 'bob');
    const rows = rowsOf((await get('/export/conversations?format=csv&userId=bob')).text);
    assert.deepEqual(
      rows.map(({ role, text }) => [role, text]),
      [
        ['user', "'-1+2"],
        ['assistant', 'You said: -1+2'],
      ],
    );
  }),
);
