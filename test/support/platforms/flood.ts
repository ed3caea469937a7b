import assert from 'node:assert/strict';
import { eventually } from '../time/eventually.ts';
import { messagesOf, textMessage } from './whatsapp.ts';
import type { WhatsAppStage } from './with-whatsapp.ts';

export interface Flood {
  chats: number;
  perChat: number;
}

const numberOf = (chat: number): string => String(16_500_000_000 + chat);

const shuffled = <T>(items: readonly T[]): T[] => {
  // The same order in each run.
  let state = 7;
  return items
    .map((item) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return { item, rank: state };
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
};

/**
 * All messages of all chats at once, as after an outage of the network: the messages of a chat in order, everything twice. A
 * request that gets 503 is repeated, as Meta does. Returns the number of such answers.
 */
export const sendFlood = async (
  { post }: WhatsAppStage,
  { chats, perChat }: Flood,
  whileRefused: () => Promise<void> = async () => {},
): Promise<number> => {
  const startMs = Date.now() - perChat * 1000;
  let refused = 0;
  const deliver = async (webhook: object): Promise<void> => {
    for (;;) {
      const { status } = await post(webhook);
      if (status === 200) return;
      assert.equal(status, 503);
      refused += 1;
      await whileRefused();
    }
  };
  const sendChat = async (chat: number): Promise<void> => {
    const from = numberOf(chat);
    for (let index = 0; index < perChat; index += 1) {
      const webhook = messagesOf([textMessage(`message ${index} of ${chat}`)], {
        from,
        id: `wamid.${chat}-${index}`,
        atMs: startMs + index * 1000,
      });
      await Promise.all([deliver(webhook), deliver(webhook)]);
    }
  };
  await Promise.all(shuffled(Array.from({ length: chats }, (_, chat) => chat)).map(sendChat));
  return refused;
};

/** Waits until everything is answered, and checks that each message was answered once and in order. */
export const checkFlood = async (
  { whatsApp, service }: WhatsAppStage,
  { chats, perChat }: Flood,
  timeoutMs?: number,
): Promise<void> => {
  const wanted = chats * perChat;
  await eventually(
    'every message is answered',
    () => whatsApp.sent.length >= wanted,
    ...(timeoutMs === undefined ? [] : [timeoutMs]),
  );
  const answers = Map.groupBy(whatsApp.sent, ({ to }) => to as string);
  assert.equal(answers.size, chats);
  for (let chat = 0; chat < chats; chat += 1)
    assert.deepEqual(
      answers.get(numberOf(chat))!.map(({ text }) => text.body),
      Array.from({ length: perChat }, (_, index) => `You said: message ${index} of ${chat}`),
    );
  const pending = await service.app.db.query
    .selectFrom('channel_updates')
    .select('update_key')
    .where('processed_at', 'is', null)
    .limit(1)
    .execute();
  assert.deepEqual(pending, []);
  const users = await service.app.db.query.selectFrom('channel_users').select('user_id').execute();
  assert.equal(new Set(users.map(({ user_id }) => user_id)).size, chats, 'each person is one user');
};
