import { test } from 'node:test';
import type { DatabaseKind } from '../../../src/db/index.ts';
import { testedDatabases } from '../databases/tested-databases.ts';
import { skipWithout } from '../runner/test-groups.ts';
import type { TestService } from '../service/service.ts';
import { eventually } from '../time/eventually.ts';
import { botToken, startTelegram, type Telegram } from './telegram.ts';
import { type ConnectionStage, type ServiceOptions, withConnection } from './with-connection.ts';

export interface TelegramStage extends ConnectionStage {
  telegram: Telegram;
  /** Sends an update as Telegram does. */
  post(update: object, headers?: Record<string, string>): ReturnType<TestService['call']>;
  /** Waits until users have got this number of texts. Then returns all of them. */
  texts(count: number): Promise<string[]>;
}

/** A service with a bot of a loopback Telegram, whose agent repeats what users write. */
const withTelegram = async (
  kind: DatabaseKind,
  options: ServiceOptions,
  work: (stage: TelegramStage) => Promise<void>,
): Promise<void> => {
  const telegram = await startTelegram();
  const created = { platform: 'telegram', fields: { botToken }, urls: `telegram=${telegram.url}` };
  try {
    await withConnection(kind, created, options, (stage) =>
      work({
        ...stage,
        telegram,
        post: (update, headers) =>
          stage.service.call('POST', `/channels/inbound/${stage.connection.id}`, update, {
            key: null,
            headers: { 'x-telegram-bot-api-secret-token': telegram.webhook?.secret ?? '', ...headers },
          }),
        texts: async (count) => {
          await eventually(`${count} texts arrived`, () => telegram.texts().length >= count);
          return telegram.texts();
        },
      }),
    );
  } finally {
    await telegram.close();
  }
};

/** The same test on both databases. */
export const testTelegram = (
  name: string,
  options: ServiceOptions | (() => ServiceOptions),
  work: (stage: TelegramStage) => Promise<void>,
): void => {
  for (const kind of testedDatabases)
    test(`${name} (${kind})`, { skip: kind === 'postgres' ? skipWithout('postgres') : false }, () =>
      withTelegram(kind, typeof options === 'function' ? options() : options, work),
    );
};
