import assert from 'node:assert/strict';
import { conversationOf, openVisit } from '../../support/channels/visitor.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { readEvents, testService } from '../../support/service/service.ts';

testService('a first visitor gets a streamed reply and a history', createScriptedModel, async (service) => {
  await service.configure({ channels: { greeting: 'Hello!', suggestions: ['Prices?'] } });
  const visit = await openVisit(service, { channel: 'SHARE' });
  const { session } = visit;
  assert.equal(visit.status, 200);
  assert.match(session.visitor.anonymous_id, /^share-/);
  assert.deepEqual(
    [session.visitor.user_id, session.visitor.proven, session.conversation],
    [null, false, null],
  );
  assert.deepEqual([session.agent.greeting, session.agent.suggestions], ['Hello!', ['Prices?']]);

  const answer = await visit.send('What is it?', {}, { 'idempotency-key': 'one' });
  assert.deepEqual(
    readEvents(answer.text).map(({ code }) => code),
    [11, 3, 3, 10, 4, 0],
  );
  const conversationId = conversationOf(answer);
  const shown = await visit.read(conversationId);
  assert.deepEqual(
    shown.map(({ role, text, status }) => [role, text, status]),
    [
      ['user', 'What is it?', 'ended'],
      ['assistant', 'You said: What is it?', 'ended'],
    ],
  );
  const again = await openVisit(service, { channel: 'SHARE', browser_secret: visit.secret });
  assert.equal(again.session.visitor.anonymous_id, session.visitor.anonymous_id);
  assert.deepEqual(again.session.conversation, { conversation_id: conversationId, status: 'agent' });
  assert.deepEqual(await again.listed(), [conversationId]);
  const listed = await service.call('GET', '/v1/bot/conversation/page?conversation_type=SHARE');
  assert.equal(listed.body.total, 1);
  assert.equal(
    (await service.call('GET', '/v1/bot/conversation/page?conversation_type=EMBED')).body.total,
    0,
  );
});
