import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { seedConversation } from '../../test/support/memory/seed-conversation.ts';
import { createManualTime } from '../../test/support/time/manual-time.ts';
import type { Database } from '../db/index.ts';
import { createJobs } from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import { createNotifications } from './index.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const all = ['waiting', 'assigned', 'mentioned', 'replied', 'missed'] as const;

const addOperatorTo = async (db: Database, workspaceId: string, name: string, language: string | null) => {
  await db.query
    .insertInto('operators')
    .values({
      id: name,
      email: `${name}@example.com`,
      name,
      password_hash: '',
      created_at: 1,
      disabled_at: null,
      language,
    })
    .execute();
  await db.query
    .insertInto('memberships')
    .values({ operator_id: name, workspace_id: workspaceId, role: 'support' })
    .execute();
};

const prepare = async (db: Database) => {
  const time = createManualTime();
  const jobs = createJobs({ db, clock: time.clock, timer: time.timer, log: silent, processId: 'one' });
  const mails: { to: string; subject: string; text: string }[] = [];
  const mailer = {
    isConfigured: true,
    enqueue: async (_tx: unknown, mail: { to: string; subject: string; text: string }) => {
      mails.push(mail);
      return '';
    },
  };
  const notifications = createNotifications({
    db,
    clock: time.clock,
    jobs,
    mailer,
    baseUrl: 'https://desk.example/console',
  });
  const {
    workspaceId,
    agentId,
    conversationId: firstId,
  } = await seedConversation(db, [{ question: 'Hello', answer: 'Hi' }]);
  const conversation = await db.query
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', firstId)
    .executeTakeFirstOrThrow();
  const now = time.clock.nowMs();
  const addSession = async (change: object = {}): Promise<string> => {
    const id = newId(now);
    const conversationId = newId(now);
    await db.query
      .insertInto('conversations')
      .values({ ...conversation, id: conversationId })
      .execute();
    await db.query
      .insertInto('human_sessions')
      .values({
        id,
        workspace_id: workspaceId,
        agent_id: agentId,
        conversation_id: conversationId,
        ordinal: 1,
        channel: 'WIDGET',
        status: 'open',
        trigger_kind: 'phrase',
        start_sequence: 1,
        establish_delivery_id: id,
        first_reply_ms: 1,
        idle_ms: 1,
        has_replied: 0,
        told_unreachable: 0,
        created_at: now,
        backend: 'inbox',
        waiting_since: now,
        ...change,
      } as never)
      .execute();
    return id;
  };
  const note = (sessionId: string, kind: (typeof all)[number], operatorId: string | null = null) =>
    db.transaction((tx) => notifications.note(tx, { workspaceId, agentId, sessionId, kind, operatorId }));
  const choose = (operatorId: string, change: object = {}) =>
    db.transaction((tx) =>
      notifications.saveSettings(
        tx,
        { operatorId, workspaceId },
        { byMail: true, byBrowser: false, sound: false, events: [...all], agentIds: null, ...change },
      ),
    );
  /** Lets time pass in small steps, as jobs see it. */
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 5) {
      time.advance(5000);
      await jobs.idle();
    }
  };
  const addOperator = (name: string, language: string | null = null) =>
    addOperatorTo(db, workspaceId, name, language);
  return { jobs, mails, notifications, workspaceId, agentId, addOperator, addSession, note, choose, pass };
};

forEachDatabase('many waiting users make one e-mail per reader and interval', async (db) => {
  const { jobs, mails, addOperator, addSession, note, choose, pass } = await prepare(db);
  for (const name of ['ada', 'bob', 'cleo']) await addOperator(name, name === 'bob' ? 'zh-Hans' : null);
  await choose('ada');
  await choose('bob');
  await choose('cleo', { byMail: false });
  await jobs.start();
  for (let number = 0; number < 50; number += 1) await note(await addSession(), 'waiting');
  await pass(60);
  assert.deepEqual(
    mails.map(({ to }) => to),
    ['ada@example.com', 'bob@example.com'],
  );
  assert.match(
    mails[0]!.text,
    /^50 people are waiting for a reply\.\n\nOpen Frontdesk: https:\/\/desk\.example\/console\/w\//,
  );
  assert.match(mails[0]!.text, /https:\/\/desk\.example\/console\/account/);
  assert.match(mails[1]!.text, /^50 位用户正在等待回复。/);
  await note(await addSession(), 'waiting');
  await pass(60);
  assert.equal(mails.length, 2, 'not before the interval has passed');
  await pass(60);
  assert.equal(mails.length, 4);
  assert.match(mails[2]!.text, /^1 person is waiting/);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('what is done, not chosen, or not for the reader is not reported', async (db) => {
  const { jobs, mails, addOperator, addSession, note, choose, pass } = await prepare(db);
  for (const name of ['ada', 'bob', 'dora', 'eve', 'fay']) await addOperator(name);
  await choose('ada');
  await choose('bob', { events: ['missed'] });
  await choose('dora', { agentIds: ['other'] });
  await choose('eve');
  await choose('fay');
  await note(await addSession(), 'waiting');
  await note(await addSession({ assignee_id: 'ada' }), 'waiting');
  await note(await addSession({ status: 'closed', closed_at: 1 }), 'waiting');
  await note(await addSession({ assignee_id: 'ada' }), 'assigned', 'ada');
  await note(await addSession({ assignee_id: 'eve' }), 'assigned', 'ada');
  await note(await addSession({ assignee_id: 'ada', waiting_since: null }), 'replied', 'ada');
  // Lost access and deactivated after the events.
  await db.query.deleteFrom('memberships').where('operator_id', '=', 'eve').execute();
  await db.query.updateTable('operators').set({ disabled_at: 2 }).where('id', '=', 'fay').execute();
  await jobs.start();
  await pass(60);
  assert.deepEqual(
    mails.map(({ to }) => to),
    ['ada@example.com'],
  );
  assert.match(mails[0]!.text, /^1 person is waiting for a reply\.\n1 session was assigned to you\.\n\n/);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('nothing is stored while nobody in the workspace gets e-mails', async (db) => {
  const { addOperator, addSession, note, choose, notifications, workspaceId, agentId } = await prepare(db);
  await addOperator('ada');
  await choose('ada', { byMail: false, byBrowser: true, agentIds: [agentId] });
  await note(await addSession(), 'waiting');
  assert.deepEqual(await db.query.selectFrom('notification_events').selectAll().execute(), []);
  assert.deepEqual(await db.query.selectFrom('jobs').selectAll().execute(), []);
  assert.deepEqual(await notifications.settingsOf('ada', workspaceId), {
    byMail: false,
    byBrowser: true,
    sound: false,
    events: [...all],
    agentIds: [agentId],
  });
});
