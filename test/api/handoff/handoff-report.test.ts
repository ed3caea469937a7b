import assert from 'node:assert/strict';
import { readNamedEvents } from '../../support/console/console-calls.ts';
import { type InboxStage, withInbox } from '../../support/handoff/with-inbox.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';

const [minuteMs, dayMs] = [60_000, 86_400_000];
/** Noon in UTC. */
const startMs = Date.UTC(2026, 2, 10, 12);

/** Moves a session in time. */
const moveTo = ({ service }: InboxStage, id: string, createdAtMs: number, waitedMs: number | null) =>
  service.app.db.query
    .updateTable('human_sessions')
    .set({ created_at: createdAtMs, first_reply_at: waitedMs === null ? null : createdAtMs + waitedMs })
    .where('id', '=', id)
    .execute();

const rate = ({ service }: InboxStage, id: string, rating: number) =>
  service.app.db.query
    .updateTable('human_sessions')
    .set({ rating, rating_comment: '', rated_at: startMs + dayMs })
    .where('id', '=', id)
    .execute();

/** On the first day: three answered sessions and one that the user left. On the next day: one that waits. A test chat. */
const fill = async (stage: InboxStage): Promise<void> => {
  const { ask, console, service } = stage;
  for (const [index, reason] of ['resolved', 'resolved', 'spam'].entries()) {
    const { session, id } = await ask();
    assert.equal((await console.call('POST', `${session}/replies`, { text: 'Hello' })).status, 201);
    assert.equal((await console.call('POST', `${session}/close`, { reason })).status, 200);
    await moveTo(stage, id, startMs + index * minuteMs, (index + 1) * minuteMs);
    // The third one is not rated.
    if (index < 2) await rate(stage, id, 5 - index * 3);
  }
  const left = await ask();
  await service.call('POST', '/v1/human/leave', { conversation_id: left.conversationId });
  // Before midnight in UTC, and after it two hours to the east.
  await moveTo(stage, left.id, startMs + 11 * 60 * minuteMs, null);
  await moveTo(stage, (await ask()).id, startMs + dayMs, null);
  const tried = await console.call('POST', `${console.agent}/try`, { text: 'talk to a human' });
  assert.ok(readNamedEvents(tried.text).length > 0, tried.text);
  const sessions = await service.app.db.query
    .selectFrom('human_sessions')
    .select(['id', 'channel'])
    .execute();
  const test = sessions.find(({ channel }) => channel === 'SPACE');
  assert.ok(test, 'the test chat was handed off');
  await moveTo(stage, test.id, startMs, null);
};

testService(
  'the report counts handoffs by day and agent, without test chats',
  createScriptedModel,
  (service) =>
    withInbox(service, async (stage) => {
      const { console } = stage;
      await fill(stage);
      const range = `from=${startMs - dayMs}&before=${startMs + 2 * dayMs}`;
      const { status, body, text } = await console.call('GET', `${console.base}/handoffs/report?${range}`);
      assert.equal(status, 200, text);
      const none = { notTaken: 0, noReply: 0, userLeft: 0, unreachable: 0 };
      const nobody = { human: 0, user: 0, timeout: 0, operator: 0, unreachable: 0 };
      const noReasons = { resolved: 0, noAnswer: 0, spam: 0, other: 0 };
      const noStars = { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 };
      const firstDay = {
        handoffs: 4,
        answered: 3,
        open: 0,
        missed: { ...none, userLeft: 1 },
        medianFirstReplySeconds: 120,
        closed: { ...nobody, human: 3, user: 1 },
        closedReasons: { ...noReasons, resolved: 2, spam: 1 },
        ratings: { count: 2, average: 3.5, stars: { ...noStars, '2': 1, '5': 1 } },
      };
      const secondDay = {
        handoffs: 1,
        answered: 0,
        open: 1,
        missed: none,
        medianFirstReplySeconds: null,
        closed: nobody,
        closedReasons: noReasons,
        ratings: { count: 0, average: null, stars: noStars },
      };
      const total = { ...firstDay, handoffs: 5, open: 1 };
      const agent = { agentId: console.agentId, agentName: body.byAgent[0].agentName };
      assert.deepEqual(body.total, total);
      assert.deepEqual(body.days, ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12']);
      assert.deepEqual(body.byDay, [
        { day: '2026-03-10', ...firstDay },
        { day: '2026-03-11', ...secondDay },
      ]);
      assert.deepEqual(body.byAgent, [{ ...agent, ...total }]);
      assert.deepEqual(body.items, [
        { day: '2026-03-10', ...agent, ...firstDay },
        { day: '2026-03-11', ...agent, ...secondDay },
      ]);

      const eastern = await console.call(
        'GET',
        `${console.base}/handoffs/report?${range}&utcOffsetMinutes=120`,
      );
      assert.deepEqual(
        eastern.body.byDay.map(({ day, handoffs }: { day: string; handoffs: number }) => [day, handoffs]),
        [
          ['2026-03-10', 3],
          ['2026-03-11', 2],
        ],
      );
      const other = await console.call('GET', `${console.base}/handoffs/report?${range}&agentId=none`);
      assert.deepEqual([other.body.total.handoffs, other.body.items], [0, []]);
    }),
);

testService(
  'the report is for viewers, not for support, and names wrong ranges',
  createScriptedModel,
  (service) =>
    withInbox(service, async ({ console }) => {
      const report = `${console.base}/handoffs/report`;
      const viewer = await console.signIn('viewer');
      assert.equal((await viewer('GET', report)).status, 200);
      const support = await console.signIn('support');
      assert.equal((await support('GET', report)).status, 403);
      const long = await viewer('GET', `${report}?from=0&before=${startMs}`);
      assert.equal(long.status, 400);
      assert.match(long.text, /at most 366 days apart/);
      assert.equal((await viewer('GET', `${report}?from=${startMs}&before=${startMs - 1}`)).status, 400);
      assert.equal((await viewer('GET', `${report}?utcOffsetMinutes=841`)).status, 400);
    }),
);
