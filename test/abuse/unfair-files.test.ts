import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { openVisit } from '../support/channels/visitor.ts';
import { createScriptedModel } from '../support/models/scripted-model.ts';
import { testService } from '../support/service/service.ts';
import { eventually } from '../support/time/eventually.ts';

const picture = readFileSync(new URL('../fixtures/documents/english.gif', import.meta.url)).toString(
  'base64',
);
const four = Array.from({ length: 4 }, (_, index) => ({ name: `${index}.gif`, base64_content: picture }));
const base64 = (text: string): string => Buffer.from(text).toString('base64');

testService(
  'images of a visitor do not delay small texts, and a visitor with too many gets 429',
  () => ({ models: createScriptedModel().models }),
  async (service) => {
    const { db, rooms } = service.app;
    const visit = await openVisit(service);
    const sent = [1, 2, 3, 4].map((number) => visit.send(`Read these ${number}`, { files: four }));
    await eventually('the messages are being answered', () => rooms.runtime.liveCount === 4);

    const refused = await visit.send('And these too', { files: four });
    assert.equal(refused.status, 429);
    assert.equal(refused.body.code, 40008);
    assert.match(refused.body.message, /16 files of earlier messages are still being read/);
    assert.ok(Number(refused.headers['retry-after']) > 0);

    const text = { base64_content: base64('The lamp is blue.'), name: 'lamp.txt' };
    const answered = await service.call('POST', '/v2/conversation/message', {
      conversation_id: await service.newConversation('somebody else'),
      response_mode: 'blocking',
      messages: [{ role: 'user', content: [{ type: 'document', document: text }] }],
    });
    assert.equal(answered.status, 200);
    assert.ok(rooms.runtime.liveCount > 0);

    const running = await db.query
      .selectFrom('rounds')
      .select('id')
      .where('status', '=', 'running')
      .execute();
    for (const { id } of running) await rooms.runtime.stopRound(id);
    await Promise.all(sent);
    assert.equal(
      (await visit.send('A note', { files: [{ name: 'note.txt', base64_content: base64('A note.') }] }))
        .status,
      200,
    );
  },
);
