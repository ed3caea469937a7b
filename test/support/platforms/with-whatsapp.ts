import { test } from 'node:test';
import { testedDatabases } from '../databases/tested-databases.ts';
import { skipWithout } from '../runner/test-groups.ts';
import type { TestService } from '../service/service.ts';
import { eventually } from '../time/eventually.ts';
import {
  accessToken,
  appSecret,
  type Inbound,
  messagesOf,
  phoneNumberId,
  signatureOf,
  startWhatsApp,
  textMessage,
  verifyToken,
  type WhatsApp,
} from './whatsapp.ts';
import { type ConnectionStage, type ServiceOptions, withConnection } from './with-connection.ts';

export interface WhatsAppStage extends ConnectionStage {
  whatsApp: WhatsApp;
  /** Sends a signed webhook as Meta does. */
  post(webhook: object, headers?: Record<string, string>): ReturnType<TestService['call']>;
  /** A text of the user, now by the clock of the service. */
  write(text: string, options?: Inbound): ReturnType<TestService['call']>;
  /** Waits until users have got this number of texts. Then returns all of them. */
  texts(count: number): Promise<string[]>;
}

export const whatsAppFields = { phoneNumberId, accessToken, appSecret, verifyToken };

/** The same test on both databases, with a number of a loopback WhatsApp. */
export const testWhatsApp = (
  name: string,
  given: (ServiceOptions & { fields?: Record<string, string> }) | (() => ServiceOptions),
  work: (stage: WhatsAppStage) => Promise<void>,
): void => {
  for (const kind of testedDatabases)
    test(`${name} (${kind})`, { skip: kind === 'postgres' ? skipWithout('postgres') : false }, async () => {
      const { fields, ...options }: ServiceOptions & { fields?: Record<string, string> } =
        typeof given === 'function' ? given() : given;
      const whatsApp = await startWhatsApp();
      const connection = {
        platform: 'whatsapp',
        fields: { ...whatsAppFields, ...fields },
        urls: `whatsapp=${whatsApp.url},whatsapp.files=${whatsApp.url}/lookaside`,
      };
      try {
        await withConnection(kind, connection, options, async (stage) => {
          const url = `/channels/inbound/${stage.connection.id}`;
          const post: WhatsAppStage['post'] = (webhook, headers) => {
            const body = JSON.stringify(webhook);
            return stage.service.call('POST', url, body as unknown as object, {
              key: null,
              headers: { 'x-hub-signature-256': signatureOf(body), ...headers },
            });
          };
          await work({
            ...stage,
            whatsApp,
            post,
            write: (text, inbound) =>
              post(
                messagesOf([textMessage(text)], { atMs: options.clock?.nowMs() ?? Date.now(), ...inbound }),
              ),
            texts: async (count) => {
              await eventually(`${count} texts arrived`, () => whatsApp.texts().length >= count);
              return whatsApp.texts();
            },
          });
        });
      } finally {
        await whatsApp.close();
      }
    });
};
