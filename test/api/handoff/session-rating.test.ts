import assert from 'node:assert/strict';
import { openVisit } from '../../support/channels/visitor.ts';
import { type InboxStage, inboxSettings, withInbox } from '../../support/handoff/with-inbox.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const survey = { assignment: 'manual' as const, maxOpenPerPerson: 5, survey: true, hours: null };
const withSurvey = { humanService: { ...inboxSettings, inbox: survey } };

const askForPerson = async (service: TestService, userId: string) => {
  const visit = await openVisit(service, { user_id: userId, email: `${userId}@example.com` });
  const { body } = await visit.call('POST', '/handoff', {});
  const conversationId: string = body.conversation_id;
  const { id } = await service.app.db.query
    .selectFrom('human_sessions')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow();
  const rate = (rating: unknown, comment?: unknown, where = {}) =>
    visit.call('POST', '/handoff/rating', {
      conversation_id: conversationId,
      session_id: id,
      rating,
      comment,
      ...where,
    });
  const end = async () => (await visit.read(conversationId)).at(-1);
  return { visit, conversationId, id, rate, end };
};

/** Exports of conversations contain the rating. */
const checkExports = async ({ call, agent }: InboxStage['console'], sessionId: string): Promise<void> => {
  const { ratings } = JSON.parse((await call('GET', `${agent}/export/conversations?format=jsonl`)).text);
  assert.deepEqual(
    ratings.map(({ ratedAt, ...rating }: { ratedAt: string }) => rating),
    [{ sessionId, stars: 2, comment: 'Too slow' }],
  );
  const csv = (await call('GET', `${agent}/export/conversations?format=csv`)).text.trim().split('\r\n');
  assert.match(csv[0]!, /,createdAt,rating$/);
  assert.match(csv.at(-1)!, new RegExp(`,${sessionId},rating,Too slow,[^,]+,2$`));
};

testService(
  'a user rates an ended session, can change the rating, and operators read it',
  createScriptedModel(),
  (service) =>
    withInbox(service, async ({ console, inbox }) => {
      await service.configure(withSurvey);
      const support = await console.signIn('support');
      const { id, rate, end, visit, conversationId } = await askForPerson(service, 'ada');
      assert.equal((await visit.send('Hello', { conversation_id: conversationId })).status, 202);
      assert.equal((await rate(5)).status, 409, 'the session is open');
      await support('POST', `${inbox}/sessions/${id}/replies`, { text: 'Here I am.' });
      await support('POST', `${inbox}/sessions/${id}/close`, {});
      assert.deepEqual((await end()).survey, { rating: null, comment: '' });

      for (const wrong of [0, 6, 2.5, 'x', null])
        assert.equal((await rate(wrong)).status, 400, String(wrong));
      assert.equal((await rate(4, 'x'.repeat(1001))).status, 400);
      assert.equal((await support('GET', `${inbox}/sessions/${id}`)).body.rating, null);

      assert.equal((await rate(4, `  ${'😀'.repeat(1000)} `)).status, 200);
      assert.equal((await rate(2, 'Too slow')).status, 200);
      const { version, rating } = (await support('GET', `${inbox}/sessions/${id}`)).body;
      assert.deepEqual([rating.stars, rating.comment], [2, 'Too slow']);
      assert.ok(version > 3, 'the change is reported to open inboxes');
      assert.deepEqual((await end()).survey, { rating: 2, comment: 'Too slow' });
      await checkExports(console, id);

      await service.app.db.query
        .updateTable('human_sessions')
        .set({ survey_until: Date.now() - 1 })
        .where('id', '=', id)
        .execute();
      assert.equal((await rate(5)).status, 409, 'too late');
      assert.equal((await end()).survey, undefined);
      assert.equal((await support('GET', `${inbox}/sessions/${id}`)).body.rating.stars, 2);
    }),
);

testService(
  'a rating is refused from another visitor, for another session, and for a session without a reply or survey',
  createScriptedModel(),
  (service) =>
    withInbox(service, async ({ console, inbox }) => {
      await service.configure(withSurvey);
      const support = await console.signIn('support');
      const close = (id: string, body = {}) => support('POST', `${inbox}/sessions/${id}/close`, body);
      const reply = (id: string) => support('POST', `${inbox}/sessions/${id}/replies`, { text: 'Hello.' });

      const answered = await askForPerson(service, 'ada');
      await reply(answered.id);
      await close(answered.id);
      const other = await askForPerson(service, 'grace');
      const theirs = { conversation_id: answered.conversationId, session_id: answered.id };
      assert.equal((await other.rate(1, undefined, theirs)).status, 404, 'another visitor');
      assert.equal(
        (await other.rate(1, undefined, { session_id: answered.id })).status,
        404,
        'a session of another conversation',
      );
      assert.equal((await answered.rate(5, undefined, { session_id: 'x' })).status, 404);

      await close(other.id);
      assert.equal((await other.rate(5)).status, 409, 'nobody replied');
      assert.equal((await other.end()).survey, undefined);

      const spam = await askForPerson(service, 'eve');
      await reply(spam.id);
      await close(spam.id, { reason: 'spam' });
      assert.equal((await spam.rate(1)).status, 409, 'closed as spam');

      await service.configure({ humanService: { ...inboxSettings, inbox: { ...survey, survey: false } } });
      const without = await askForPerson(service, 'ida');
      await reply(without.id);
      await close(without.id);
      assert.equal((await without.rate(5)).status, 409, 'no survey');
      assert.equal((await answered.rate(5)).status, 200, 'asked before the survey was switched off');
    }),
);
