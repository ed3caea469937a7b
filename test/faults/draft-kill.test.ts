import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sqliteFileName } from '../../src/db/index.ts';
import { type ModelServer, startModelServer } from '../support/models/model-server.ts';
import { botToken, privateUpdate, startTelegram, type Telegram } from '../support/platforms/telegram.ts';
import { testOperatorToken } from '../support/service/service.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service/service-process.ts';
import { eventually } from '../support/time/eventually.ts';

interface Stage {
  folder: string;
  model: ModelServer;
  telegram: Telegram;
  start(): Promise<ServiceProcess>;
}

/** A data folder, a model server, a Telegram, and processes of the service that run one after the other. */
const onStage = async (work: (stage: Stage) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-kill-'));
  const model = await startModelServer();
  const telegram = await startTelegram();
  const services: ServiceProcess[] = [];
  try {
    await work({
      folder,
      model,
      telegram,
      start: async () => {
        const service = await startServiceProcess({
          FRONTDESK_DATA_DIR: folder,
          FRONTDESK_MODEL_BASE_URL: model.url,
          FRONTDESK_MODEL_NAME: 'stub',
          FRONTDESK_PLATFORM_URLS: `telegram=${telegram.url}`,
        });
        services.push(service);
        return service;
      },
    });
  } finally {
    for (const service of services)
      if (service.process.exitCode === null && service.process.signalCode === null) await service.kill();
    await telegram.close();
    await model.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Connects the bot and asks it a question. The model stops after its first word. */
const ask = async (service: ServiceProcess, { model, telegram }: Stage): Promise<void> => {
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${service.address}/console/api/workspaces${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${testOperatorToken}`,
        'x-frontdesk-console': '1',
        'content-type': 'application/json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    assert.ok(response.ok, path);
    return (await response.json()) as { id: string; items: { id: string }[] };
  };
  const workspace = (await call('')).items[0]!.id;
  const agent = (await call(`/${workspace}/agents`)).items[0]!.id;
  const created = { platform: 'telegram', name: 'Shop', fields: { botToken } };
  const { id } = await call(`/${workspace}/agents/${agent}/channel-connections`, created);
  model.pause();
  const asked = await service.post(`/channels/inbound/${id}`, privateUpdate({ text: 'How is it?' }), {
    'x-telegram-bot-api-secret-token': telegram.webhook!.secret,
  });
  assert.equal(asked.status, 200);
};

const isDraftStored = ({ folder }: Stage): boolean => {
  const database = new DatabaseSync(join(folder, sqliteFileName), { readOnly: true });
  const row = database.prepare('select draft from channel_replies').get();
  database.close();
  return row !== undefined && row.draft !== '';
};

test('killed while the draft is shown: the reply replaces the draft', () =>
  onStage(async (stage) => {
    const { model, telegram, start } = stage;
    const first = await start();
    await ask(first, stage);
    await eventually('the draft is shown', () => telegram.shown()[0] === 'All …');
    await eventually('the id of the draft is stored', () => isDraftStored(stage));
    await first.kill();
    model.goOn();
    await start();
    await eventually('the reply is shown', () => telegram.shown().includes('All is well.'));
    assert.deepEqual(telegram.shown(), ['All is well.']);
  }));

test('killed before the id of the draft is known: the draft stays, and the reply is sent once', () =>
  onStage(async (stage) => {
    const { model, telegram, start } = stage;
    const first = await start();
    telegram.holdAnswers('sendMessage');
    await ask(first, stage);
    await eventually('the draft is shown', () => telegram.shown()[0] === 'All …');
    await first.kill();
    telegram.holdAnswers(undefined);
    model.goOn();
    await start();
    await eventually('the reply is shown', () => telegram.shown().includes('All is well.'));
    assert.deepEqual(telegram.shown(), ['All …', 'All is well.']);
  }));
