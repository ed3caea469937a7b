import assert from 'node:assert/strict';
import type { Rooms } from '../../../src/rooms.ts';
import { inboxSettings, withInbox } from '../../support/handoff/with-inbox.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const turns = (maxOpenPerPerson: number) => ({
  ...inboxSettings,
  inbox: { assignment: 'round_robin' as const, maxOpenPerPerson, survey: false, hours: null },
});

/** Operators with the role support, who are available. */
const addOperators = async (
  { app: { db, rooms } }: TestService,
  workspaceId: string,
  count: number,
): Promise<string[]> => {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1)
    await db.transaction(async (tx) => {
      const name = `person-${at}`;
      const operator = { email: `${name}@example.com`, name, passwordHash: 'none' };
      const { id } = await rooms.operators.create(tx, operator);
      await rooms.operators.setRole(tx, id, { workspaceId, role: 'support' });
      ids.push(id);
    });
  return ids;
};

const setPresence = (
  { app: { db, rooms } }: { app: { db: TestService['app']['db']; rooms: Rooms } },
  workspaceId: string,
  operatorId: string,
  status: 'available' | 'away' = 'available',
): Promise<void> =>
  db.transaction((tx) => rooms.handoff.inbox.presence.set(tx, { workspaceId, operatorId }, status));

/** Open sessions by assignee. */
const countOpen = async ({ app }: TestService): Promise<Record<string, number>> => {
  const rows = await app.db.query
    .selectFrom('human_sessions')
    .select('assignee_id')
    .where('status', '<>', 'closed')
    .execute();
  return Object.fromEntries(
    Map.groupBy(rows, (row) => row.assignee_id ?? 'nobody')
      .entries()
      .map(([id, found]) => [id, found.length]),
  );
};

testService(
  'new sessions go in turn to available operators below the limit, and waiting ones follow',
  createScriptedModel,
  (service) =>
    withInbox(service, async ({ console, inbox, bench }) => {
      const { workspaceId } = console;
      await service.configure({ humanService: turns(2) });
      const [anna = '', ben = '', away = ''] = await addOperators(service, workspaceId, 3);
      await setPresence(service, workspaceId, anna);
      await setPresence(service, workspaceId, ben);
      await setPresence(service, workspaceId, away, 'away');
      const notified: unknown[] = [];
      service.app.rooms.handoff.onNotable(async (_tx, { kind, operatorId }) => {
        if (kind === 'assigned') notified.push([kind, operatorId]);
      });
      const assigned: (string | null)[] = [];
      const conversations: string[] = [];
      for (let at = 0; at < 5; at += 1) {
        const conversationId = await service.newConversation();
        conversations.push(conversationId);
        await bench.send(conversationId, 'I want to talk to a human');
        await service.app.rooms.jobs.idle();
        const session = await service.app.rooms.handoff.liveSession(conversationId);
        assigned.push(session!.assigneeId);
      }
      // Fair: each in turn, and nobody gets more than two.
      assert.deepEqual(new Set(assigned.slice(0, 2)), new Set([anna, ben]));
      assert.deepEqual(assigned.slice(2), [assigned[0], assigned[1], null]);

      assert.deepEqual(
        notified,
        assigned.slice(0, 4).map((operatorId) => ['assigned', operatorId]),
        'the operators are notified',
      );

      // Closing a session makes its operator free for the waiting one.
      const sessionOf = async (at: number) =>
        (await service.app.rooms.handoff.liveSession(conversations[at]!))!;
      await console.call('POST', `${inbox}/sessions/${(await sessionOf(0)).id}/close`, {});
      await service.app.rooms.jobs.idle();
      assert.equal((await sessionOf(4)).assigneeId, assigned[0]);

      // So does an operator who becomes available, and a snoozed session.
      const waiting = await service.newConversation();
      await bench.send(waiting, 'I want to talk to a human');
      await service.app.rooms.jobs.idle();
      assert.equal((await service.app.rooms.handoff.liveSession(waiting))!.assigneeId, null);
      await setPresence(service, workspaceId, away);
      await service.app.rooms.jobs.idle();
      assert.equal((await service.app.rooms.handoff.liveSession(waiting))!.assigneeId, away);

      // Colleagues see who is available. An operator without an open inbox is away.
      const people = async () =>
        Object.fromEntries(
          (await console.call('GET', `${inbox}/operators`)).body.items.map(
            (one: { id: string; isAvailable: boolean; open: number }) => [
              one.id,
              [one.isAvailable, one.open],
            ],
          ),
        );
      assert.deepEqual(await people(), { [anna]: [true, 2], [ben]: [true, 2], [away]: [true, 1] });
      await service.app.db.query
        .updateTable('inbox_presence')
        .set({ seen_at: Date.now() - 91_000 })
        .where('operator_id', '=', away)
        .execute();
      assert.deepEqual((await people())[away], [false, 1]);
    }),
);

testService(
  'simultaneous handoffs and distributions assign each session once, and the limit holds',
  createScriptedModel,
  (service) =>
    withInbox(service, async ({ console, bench }) => {
      const { workspaceId } = console;
      await service.configure({ humanService: turns(3) });
      const operators = await addOperators(service, workspaceId, 4);
      // They become available while the sessions start, so that every event causes a distribution.
      const conversations = await Promise.all(Array.from({ length: 16 }, () => service.newConversation()));
      await Promise.all([
        ...conversations.map((id) => bench.send(id, 'I want to talk to a human')),
        ...operators.map((id) => setPresence(service, workspaceId, id)),
      ]);
      // Distributions beside each other, as in several processes.
      await service.app.db.transaction(async (tx) => {
        for (let at = 0; at < 8; at += 1)
          await service.app.rooms.jobs.enqueue(tx, 'inbox-assignment', { workspaceId }, { workspaceId });
      });
      await service.app.rooms.jobs.idle();
      const open = await countOpen(service);
      assert.deepEqual(open, { ...Object.fromEntries(operators.map((id) => [id, 3])), nobody: 4 });
      const turnsTaken = await service.app.db.query.selectFrom('inbox_presence').select('turn').execute();
      assert.equal(
        Math.max(...turnsTaken.map(({ turn }) => Number(turn))),
        12,
        'each assignment is one turn',
      );
    }),
);

testService(
  'sessions of an operator who is removed, deactivated or loses the role return to the queue',
  createScriptedModel,
  (service) =>
    withInbox(service, async ({ console, ask }) => {
      const { workspaceId } = console;
      const { db, rooms } = service.app;
      const [removed = '', disabled = '', reader = '', left = ''] = await addOperators(
        service,
        workspaceId,
        4,
      );
      const assignee = (session: string) =>
        console.call('GET', session).then(({ body }) => body.assignee as unknown);
      const lose: [
        id: string,
        how: (tx: Parameters<Parameters<typeof db.transaction>[0]>[0]) => Promise<unknown>,
      ][] = [
        // As the command `operator remove` does.
        [removed, (tx) => rooms.operators.remove(tx, removed)],
        [disabled, (tx) => rooms.operators.setDisabled(tx, disabled, true)],
        [reader, (tx) => rooms.operators.setRole(tx, reader, { workspaceId, role: 'viewer' })],
        [left, (tx) => rooms.operators.removeFrom(tx, left, workspaceId)],
      ];
      for (const [id, how] of lose) {
        const { session } = await ask();
        await setPresence(service, workspaceId, id);
        await console.call('PUT', `${session}/assignee`, { operatorId: id });
        assert.notEqual(await assignee(session), null);
        await db.transaction(how);
        assert.equal(await assignee(session), null);
        await console.call('POST', `${session}/close`, {});
      }
      assert.deepEqual(await db.query.selectFrom('inbox_presence').selectAll().execute(), []);
    }),
);

testService('operators set their presence, and the stream keeps it', createScriptedModel, (service) =>
  withInbox(service, async ({ console, inbox }) => {
    const support = await console.signIn('support');
    const editor = await console.signIn('editor');
    const viewer = await console.signIn('viewer');
    const presence = `${inbox}/presence`;
    assert.deepEqual((await support('GET', presence)).body, { status: 'available' });
    assert.deepEqual((await editor('GET', presence)).body, { status: 'away' });
    assert.equal((await viewer('GET', presence)).status, 403);
    assert.equal((await console.call('PUT', presence, { status: 'away' })).status, 403, 'a token is nobody');
    assert.equal((await editor('PUT', presence, { status: 'busy' })).status, 400);
    assert.deepEqual((await editor('PUT', presence, { status: 'available' })).body, { status: 'available' });
    assert.deepEqual((await editor('GET', presence)).body, { status: 'available' });

    const { rooms, db } = service.app;
    const supportId = (await console.call('GET', `${console.base}/operators`)).body.items.find(
      ({ role }: { role: string }) => role === 'support',
    ).id;
    const leave = rooms.handoff.inbox.presence.enter({
      workspaceId: console.workspaceId,
      operatorId: supportId,
      role: 'support',
    });
    await eventually('it is stored', async () => {
      const rows = await db.query.selectFrom('inbox_presence').selectAll().execute();
      return rows.length === 2;
    });
    leave();
    const available = await rooms.handoff.inbox.presence.listAvailable(console.workspaceId);
    assert.ok(available.has(supportId));
  }),
);
