import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DatabaseKind } from '../../../src/db/index.ts';
import { createScriptedModel } from '../models/scripted-model.ts';
import { skipWithout } from '../runner/test-groups.ts';
import { type TestService, testOperatorToken, withService } from '../service/service.ts';
import { eventually } from '../time/eventually.ts';
import { botToken, startTelegram, type Telegram } from './telegram.ts';

type Options = Parameters<typeof withService>[1];

export interface TelegramStage {
  service: TestService;
  telegram: Telegram;
  /** Path of the agent's connections in the management API. */
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: the connection as the management API shows it
  connection: any;
  manage(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): ReturnType<TestService['call']>;
  /** Sends an update as Telegram does. */
  post(update: object, headers?: Record<string, string>): ReturnType<TestService['call']>;
  /** Waits until users have got this number of texts. Then returns all of them. */
  texts(count: number): Promise<string[]>;
}

/** A service with a bot of a loopback Telegram, whose agent repeats what users write. */
const withTelegram = async (
  kind: DatabaseKind,
  options: Options,
  work: (stage: TelegramStage) => Promise<void>,
): Promise<void> => {
  const telegram = await startTelegram();
  try {
    const environment = {
      FRONTDESK_PLATFORM_URLS: `telegram=${telegram.url}`,
      FRONTDESK_PUBLIC_URL: 'https://desk.example',
      ...options.environment,
    };
    await withService(
      kind,
      { models: createScriptedModel().models, ...options, environment },
      async (service) => {
        const agent = await service.app.db.query
          .selectFrom('agents')
          .select(['id', 'workspace_id'])
          .executeTakeFirstOrThrow();
        const path = `/console/api/workspaces/${agent.workspace_id}/agents/${agent.id}/channel-connections`;
        const manage: TelegramStage['manage'] = (method, url, body) =>
          service.call(method, url, body, { key: testOperatorToken });
        const created = await manage('POST', path, {
          platform: 'telegram',
          name: 'Shop',
          fields: { botToken },
        });
        assert.equal(created.status, 201, created.text);
        const connection = created.body;
        await work({
          service,
          telegram,
          path,
          connection,
          manage,
          post: (update, headers) =>
            service.call('POST', `/channels/inbound/${connection.id}`, update, {
              key: null,
              headers: { 'x-telegram-bot-api-secret-token': telegram.webhook?.secret ?? '', ...headers },
            }),
          texts: async (count) => {
            await eventually(`${count} texts arrived`, () => telegram.texts().length >= count);
            return telegram.texts();
          },
        });
      },
    );
  } finally {
    await telegram.close();
  }
};

/** The same test on both databases. */
export const testTelegram = (
  name: string,
  options: Options | (() => Options),
  work: (stage: TelegramStage) => Promise<void>,
): void => {
  for (const kind of ['sqlite', 'postgres'] satisfies DatabaseKind[])
    test(`${name} (${kind})`, { skip: kind === 'postgres' ? skipWithout('postgres') : false }, () =>
      withTelegram(kind, typeof options === 'function' ? options() : options, work),
    );
};
