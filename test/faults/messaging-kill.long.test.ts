import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { DatabaseKind } from '../../src/db/index.ts';
import type { FaultPointName } from '../../src/lib/fault-point.ts';
import type { FaultService } from '../support/faults/fault-service.ts';
import {
  createInstallations,
  type Installation,
  type Installations,
} from '../support/faults/installation.ts';
import { type Mocks, startMocks } from '../support/faults/mocks.ts';
import {
  signingSecret,
  slackEvent,
  slackHeaders,
  slackToken,
  startSlack,
} from '../support/platforms/slack.ts';
import { messagesOf, signatureOf, startWhatsApp, textMessage } from '../support/platforms/whatsapp.ts';
import { whatsAppFields } from '../support/platforms/with-whatsapp.ts';
import { skipWithout } from '../support/runner/test-groups.ts';
import { eventually } from '../support/time/eventually.ts';

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-mocks-'));
let mocks: Mocks;
let installations: Installations;
let slack: Awaited<ReturnType<typeof startSlack>>;
let whatsApp: Awaited<ReturnType<typeof startWhatsApp>>;

before(async () => {
  mocks = await startMocks(folder);
  installations = createInstallations(mocks);
});

after(async () => {
  installations.close();
  await mocks.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Inbound {
  platform: 'slack' | 'whatsapp';
  body: string;
}

const names = ['first', 'second', 'third'];

/** Three messages of a user of each platform. */
const inbound = (): Inbound[] =>
  names.flatMap((name, index) => [
    { platform: 'slack', body: JSON.stringify(slackEvent({ text: `${name} by Slack` })) },
    {
      platform: 'whatsapp',
      body: JSON.stringify(
        messagesOf([textMessage(`${name} by WhatsApp`)], { atMs: Date.now() - (9 - index) * 1000 }),
      ),
    },
  ]);

/** Sends what was not acknowledged yet, as the platforms do. */
const send = async (
  service: FaultService,
  ids: Record<Inbound['platform'], string>,
  open: Set<Inbound>,
): Promise<void> => {
  for (const one of open) {
    const { platform, body } = one;
    const signature: Record<string, string> =
      platform === 'slack' ? slackHeaders(body) : { 'x-hub-signature-256': signatureOf(body) };
    const headers = { 'content-type': 'application/json', ...signature };
    try {
      const url = `${service.address}/channels/inbound/${ids[platform]}`;
      const { status } = await fetch(url, { method: 'POST', headers, body });
      assert.equal(status, 200);
      open.delete(one);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      // The process died.
      return;
    }
  }
};

const connect = async (service: FaultService): Promise<Record<Inbound['platform'], string>> => {
  type Listed = { items: { id: string }[] };
  const list = async (path: string) => (await service.call('GET', path)).json as unknown as Listed;
  const workspace = `/console/api/workspaces/${(await list('/console/api/workspaces')).items[0]!.id}`;
  const agent = (await list(`${workspace}/agents`)).items[0]!.id;
  const create = async (platform: string, fields: object): Promise<string> => {
    const path = `${workspace}/agents/${agent}/channel-connections`;
    const { json, text, status } = await service.call('POST', path, { platform, name: 'Team', fields });
    assert.equal(status, 201, text);
    return json.id as string;
  };
  return {
    slack: await create('slack', { botToken: slackToken, signingSecret }),
    whatsapp: await create('whatsapp', whatsAppFields),
  };
};

const storedIn = async (installation: Installation) => {
  const db = await installation.open();
  try {
    const rounds = await db.query.selectFrom('rounds').select('question_text').orderBy('id').execute();
    const deliveries = await db.query
      .selectFrom('deliveries')
      .select(['connection_id', 'status'])
      .where('target', '=', 'channel')
      .execute();
    return { asked: rounds.map(({ question_text }) => question_text ?? ''), deliveries };
  } finally {
    await db.close();
  }
};

const runCase = async (kind: DatabaseKind, point: FaultPointName, visit: number): Promise<void> => {
  slack = await startSlack();
  whatsApp = await startWhatsApp();
  const urls = `${slack.platformUrls},whatsapp=${whatsApp.url},whatsapp.files=${whatsApp.url}/lookaside`;
  const installation = await installations.make(kind);
  const services: FaultService[] = [];
  const start = async (more: Record<string, string> = {}): Promise<FaultService> => {
    const service = await installation.start({ FRONTDESK_PLATFORM_URLS: urls, ...more });
    services.push(service);
    return service;
  };
  try {
    const first = await start();
    const ids = await connect(first);
    assert.equal(await first.terminate(), 0);
    const open = new Set(inbound());
    const doomed = await start({ FAULT: `${point}@${visit}:kill` });
    await send(doomed, ids, open);
    assert.equal(await doomed.ended, 'SIGKILL', doomed.output().slice(-2000));
    const last = await start();
    await send(last, ids, open);
    assert.equal(open.size, 0);
    const total = names.length;
    await eventually(
      'every message is answered',
      () => slack.posts().length >= total && whatsApp.texts().length >= total,
    );
    assert.equal(await last.terminate(), 0);
    const { asked, deliveries } = await storedIn(installation);
    for (const platform of ['Slack', 'WhatsApp'])
      assert.deepEqual(
        asked.filter((text) => text.endsWith(platform)),
        names.map((name) => `${name} by ${platform}`),
        'each message is asked once, in order',
      );
    for (const id of Object.values(ids))
      assert.deepEqual(
        deliveries.filter(({ connection_id }) => connection_id === id).map(({ status }) => status),
        names.map(() => 'delivered'),
      );
    // A reply that was sent but not recorded is sent again.
    assert.ok(slack.posts().length + whatsApp.texts().length <= 2 * total + 1);
  } finally {
    for (const service of services) if (!service.isOver()) await service.kill();
    await installation.remove();
    await slack.close();
    await whatsApp.close();
  }
};

/** Stored and not acknowledged; acknowledged and not processed; processed and not recorded. */
const cases = [
  { point: 'update-stored', visit: 4 },
  { point: 'job-leased', visit: 3 },
  { point: 'update-ending', visit: 2 },
] as const;

for (const { point, visit } of cases)
  for (const kind of ['sqlite', 'postgres'] satisfies DatabaseKind[])
    test(
      `after a kill at ${point} each message of Slack and WhatsApp is answered once (${kind})`,
      {
        skip: kind === 'postgres' ? skipWithout('postgres') : false,
      },
      () => runCase(kind, point, visit),
    );
