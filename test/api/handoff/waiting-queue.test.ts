import assert from 'node:assert/strict';
import { listen, openLive, openVisit } from '../../support/channels/visitor.ts';
import { type InboxStage, withInbox } from '../../support/handoff/with-inbox.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';

/** A visitor who waits for a person. */
const wait = async ({ service, console, inbox }: InboxStage, name: string) => {
  const visit = await openVisit(service, { user_id: name, email: `${name}@example.com` });
  const { body } = await visit.call('POST', '/handoff', {});
  const conversationId: string = body.conversation_id;
  const { items } = (await console.call('GET', `${inbox}/sessions?queue=waiting&limit=100`)).body;
  const { id } = items.find((one: { conversationId: string }) => one.conversationId === conversationId);
  return { visit, conversationId, session: `${inbox}/sessions/${id}` };
};

testService(
  'waiting users see their position and, with enough answers, the expected time',
  createScriptedModel(),
  (service) =>
    withInbox(service, async (stage) => {
      const support = await stage.console.signIn('support');
      const address = await listen(service.app);
      const follow = async (name: string) => {
        const { visit, conversationId, session } = await wait(stage, name);
        const live = await openLive(address, visit, { conversationId });
        const isNow = (what: string, isRight: (data: Record<string, unknown>) => boolean) =>
          live.until(`${name} sees ${what}`, (events) => {
            const status = events.findLast(({ data }) => data.type === 'status')?.data;
            return status !== undefined && isRight(status);
          });
        const sees = (position: number, wait_minutes: number | null) =>
          isNow(
            `${position}, ${wait_minutes}`,
            ({ status, queue }) =>
              status === 'waiting' && JSON.stringify(queue) === JSON.stringify({ position, wait_minutes }),
          );
        return { session, live, sees, isNow };
      };
      const ada = await follow('ada');
      const bob = await follow('bob');
      const cleo = await follow('cleo');
      await ada.sees(1, null);
      await bob.sees(2, null);
      await cleo.sees(3, null);

      // Taken and snoozed sessions are not in the queue.
      assert.equal((await support('POST', `${ada.session}/take`)).status, 200);
      await ada.isNow('no position', (status) => status.status === 'waiting' && !('queue' in status));
      await cleo.sees(2, null);
      const until = new Date(Date.now() + 3_600_000).toISOString();
      assert.equal((await support('PUT', `${bob.session}/snooze`, { until })).status, 200);
      await cleo.sees(1, null);

      // Five sessions that were answered after almost three minutes.
      for (const name of ['d', 'e', 'f', 'g', 'h']) {
        const { session } = await wait(stage, name);
        assert.equal((await support('POST', `${session}/replies`, { text: 'Hello' })).status, 201);
      }
      await service.app.db.query
        .updateTable('human_sessions')
        .set((eb) => ({ created_at: eb('first_reply_at', '-', 175_000) as never }))
        .where('first_reply_at', 'is not', null)
        .execute();
      await cleo.sees(1, 3);
      const positions = cleo.live.events.flatMap(({ data }) => data.queue?.position ?? []);
      assert.deepEqual(
        positions.toSorted((one, other) => other - one),
        positions,
        'nobody overtakes',
      );
      for (const { live } of [ada, bob, cleo]) live.leave();
    }),
);
