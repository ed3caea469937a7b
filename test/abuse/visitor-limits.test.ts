import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { userHash } from '../../src/channels/index.ts';
import { openChannels, openVisit, type Visit } from '../support/channels/visitor.ts';
import { operatorOf } from '../support/console/operator.ts';
import { createScriptedModel } from '../support/models/scripted-model.ts';
import { type TestService, testService, withService } from '../support/service/service.ts';

const mb = 1024 * 1024;
const scripted = () => createScriptedModel(() => [{ say: 'Fine.' }]);

/** Text of this many bytes, different for each file. */
let files = 0;
const file = (bytes: number) => {
  files += 1;
  const text = `${files} `.padEnd(bytes, 'all work and no play ');
  return { name: `note-${files}.txt`, base64_content: Buffer.from(text).toString('base64') };
};

const statuses = async (work: (() => Promise<{ status: number }>)[]): Promise<Record<number, number>> => {
  const counts: Record<number, number> = {};
  for (const call of work) {
    const { status } = await call();
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
};

/** Files on disk, or as chunks in the database. */
const storedFiles = async ({ app, folder }: TestService): Promise<number> => {
  if (app.db.kind === 'postgres') {
    const rows = await app.db.query.selectFrom('file_pieces').select('file_id').distinct().execute();
    return rows.length;
  }
  const root = join(folder, 'files');
  if (!existsSync(root)) return 0;
  return readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
};

const totals = async ({ app }: TestService): Promise<Record<string, number>> => {
  const rows = await app.db.query.selectFrom('file_totals').selectAll().orderBy('scope').execute();
  return Object.fromEntries(rows.map(({ scope, bytes }) => [scope, Number(bytes)]));
};

testService('new sessions from one address do not allow more messages', scripted, async (service) => {
  await openChannels(service);
  await service.configure({
    channels: {
      messagesPerMinute: 10,
      messagesPerMinutePerAddress: 8,
      messagesPerMinutePerAgent: 12,
      newVisitorsPerMinutePerAddress: 10,
    },
  });
  const visits: Visit[] = [];
  for (let visitor = 0; visitor < 10; visitor += 1) visits.push(await openVisit(service));
  const eleventh = await openVisit(service);
  assert.deepEqual([eleventh.status, eleventh.session.code], [429, 40008]);
  assert.match(eleventh.session.message, /new visitors from your network: at most 10 a minute/);
  const known = await openVisit(service, { browser_secret: visits[0]!.secret });
  assert.equal(known.status, 200, 'a known browser is not limited');

  const first = await statuses(visits.slice(1).map((visit) => () => visit.send('Hello')));
  assert.deepEqual(first, { 200: 8, 429: 1 });
  const refused = await visits[5]!.send('Hello');
  assert.match(refused.body.message, /messages from your network: at most 8 a minute/);
  assert.ok(Number(refused.headers['retry-after']) >= 1);
});

test('all visitors of an agent together have a limit, from any addresses', () =>
  withService(
    'sqlite',
    { ...scripted(), environment: { FRONTDESK_TRUSTED_PROXIES: '127.0.0.1' } },
    async (service) => {
      const identitySecret = 'a secret between site and service';
      await openChannels(service);
      await service.configure({
        channels: { identitySecret, messagesPerMinutePerAddress: 3, messagesPerMinutePerAgent: 5 },
      });
      const sendFrom = async (address: string, more: object = {}) => {
        const visit = await openVisit(service, more);
        return visit.send('Hello', {}, { 'x-forwarded-for': address });
      };
      // Addresses of one /64 belong to one subscriber.
      const network = await statuses(
        ['2001:db8::1', '2001:db8::2', '2001:db8::ffff', '2001:db8::abcd'].map((one) => () => sendFrom(one)),
      );
      assert.deepEqual(network, { 200: 3, 429: 1 });
      const others = await statuses(
        ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((one) => () => sendFrom(one)),
      );
      assert.deepEqual(others, { 200: 2, 429: 1 });
      const ada = { user_id: 'ada', user_hash: userHash('ada', identitySecret) };
      assert.equal((await sendFrom('192.0.2.9', ada)).status, 200, 'a known user is not limited');
    },
  ));

testService('files in a message of a visitor are limited in number and size', scripted, async (service) => {
  const visit = await openVisit(service);
  const { features } = visit.session;
  assert.deepEqual([features.max_files, features.max_message_mb], [4, 20]);
  const send = (...given: object[]) => visit.send('Look', { files: given });
  const many = await send(...Array.from({ length: 5 }, () => file(10)));
  assert.deepEqual([many.status, many.body.message], [400, 'files: at most 4 in a message']);
  await service.configure({ channels: { messageMb: 1, filesPerMessage: 2 } });
  const large = await send(file(0.6 * mb), file(0.6 * mb));
  assert.deepEqual(
    [large.status, large.body.code, large.body.message],
    [413, 40000, 'files: at most 1 MB in a message, all files together'],
  );
  // Rejected by its length before the body is read.
  const huge = await send(file(4 * mb));
  assert.deepEqual([huge.status, /at most \d+ bytes/.test(huge.body.message)], [413, true]);
  assert.equal(await storedFiles(service), 0);
  assert.equal((await send(file(0.4 * mb), file(0.4 * mb))).status, 200);
  await service.configure({ channels: { filesPerMessage: 0 } });
  assert.match((await send(file(10))).body.message, /does not accept files/);
});

testService(
  'files of visitors, agents and workspaces have quotas, released with the files',
  () => ({
    ...scripted(),
    environment: { FRONTDESK_WORKSPACE_QUOTA_MB: '3' },
  }),
  async (service) => {
    await openChannels(service);
    await service.configure({ channels: { storedMbPerVisitor: 1 }, limits: { storedMb: 2 } });
    const { remove, get } = await operatorOf(service);
    const send = (visit: Visit, bytes: number) => visit.send('Look', { files: [file(bytes)] });
    const one = await openVisit(service);
    assert.equal((await send(one, 0.7 * mb)).status, 200);
    const full = await send(one, 0.4 * mb);
    assert.deepEqual(
      [full.status, full.body.code, full.body.message],
      [413, 40000, 'The storage quota of the visitor is exceeded: its files may use at most 1 MB'],
    );
    assert.equal((await send(one, 0.2 * mb)).status, 200, 'a file that fits is accepted');
    assert.equal((await one.send('Just words')).status, 200);
    const two = await openVisit(service);
    assert.equal((await send(two, 0.9 * mb)).status, 200);
    const three = await openVisit(service);
    const ofAgent = await send(three, 0.3 * mb);
    assert.match(ofAgent.body.message, /quota of the agent.*2 MB/);
    const stored = Math.ceil(0.7 * mb) + Math.ceil(0.2 * mb) + Math.ceil(0.9 * mb);
    const { agent, workspace } = await totals(service);
    assert.ok(Math.abs(agent! - stored) < 10 && agent === workspace, `${agent} of ${stored}`);
    assert.equal(await storedFiles(service), 3, 'files of rejected messages are deleted');

    // The same quota for documents and for messages of the API.
    const { base64_content } = file(0.4 * mb);
    const document = { files: [{ file_name: 'a.txt', file_base64: base64_content }], chunk_token: 200 };
    const added = await service.call('POST', '/v1/bot/doc/text/add', document);
    assert.deepEqual([added.status, added.body.code], [413, 40000]);
    assert.match(added.body.message, /quota of the agent/);
    await service.configure({ limits: { storedMb: 100 } });
    assert.equal((await send(three, 0.9 * mb)).status, 200);
    const ofWorkspace = await service.call('POST', '/v1/bot/doc/text/add', document);
    assert.match(ofWorkspace.body.message, /quota of the workspace.*3 MB/);

    const shown = (await get('/storage')).body;
    assert.deepEqual(
      [shown.agent.limitBytes, shown.workspace.limitBytes, shown.visitorLimitBytes],
      [100 * mb, 3 * mb, mb],
    );
    assert.equal(shown.agent.usedBytes, (await totals(service)).agent);

    for (const visit of [one, two, three])
      assert.equal((await remove(`/user?userId=${visit.session.visitor.anonymous_id}`)).status, 200);
    await service.app.rooms.jobs.idle();
    const left = await totals(service);
    assert.deepEqual([left.agent ?? 0, left.workspace ?? 0, left.visitor], [0, 0, undefined]);
    assert.equal((await service.call('POST', '/v1/bot/doc/text/add', document)).status, 200);
  },
);

testService('parallel messages of visitors do not exceed a quota', scripted, async (service) => {
  await openChannels(service);
  await service.configure({ channels: { messagesPerMinutePerAddress: 100 }, limits: { storedMb: 1 } });
  const visits = [];
  for (let visitor = 0; visitor < 6; visitor += 1) visits.push(await openVisit(service));
  const sent = await Promise.all(visits.map((visit) => visit.send('Look', { files: [file(0.3 * mb)] })));
  const accepted = sent.filter(({ status }) => status === 200).length;
  assert.equal(accepted, 3);
  assert.ok(sent.every(({ status }) => status === 200 || status === 413));
  assert.equal(await storedFiles(service), 3);
});

test('files are rejected with 507 before the disk is full, and text is still accepted', () =>
  withService(
    'sqlite',
    { ...scripted(), environment: { FRONTDESK_MIN_FREE_DISK_MB: '1000000000' } },
    async (service) => {
      const visit = await openVisit(service);
      for (const bytes of [1000, 0.5 * mb]) {
        const refused = await visit.send('Look', { files: [file(bytes)] });
        assert.deepEqual([refused.status, refused.body.code], [507, 50000]);
        assert.match(refused.body.message, /low on disk space/);
      }
      const { base64_content } = file(0.5 * mb);
      const document = { files: [{ file_name: 'a.txt', file_base64: base64_content }], chunk_token: 200 };
      assert.equal((await service.call('POST', '/v1/bot/doc/text/add', document)).status, 507);
      assert.equal((await visit.send('Just words')).status, 200);
      assert.deepEqual(readdirSync(join(service.folder, 'uploads')), []);
    },
  ));
