import assert from 'node:assert/strict';
import type { Database } from '../../../../src/db/index.ts';
import type { LedgerLine, Mocks } from '../mocks.ts';

interface Arrived {
  id: string;
  body: string;
  conversationId: string;
}

const arrivedAt = (lines: LedgerLine[]): Arrived[] =>
  lines.flatMap(({ id, body }) => {
    const { conversation_id: conversationId } = JSON.parse(body) as { conversation_id?: string };
    return id !== undefined && conversationId !== undefined ? [{ id, body, conversationId }] : [];
  });

/**
 * Every expected delivery arrived under its own id, byte for byte, in order within its conversation. Nothing else
 * arrived, and there are at most as many duplicates as kills.
 */
export const checkDeliveries = async ({ query }: Database, mocks: Mocks, deaths: number): Promise<void> => {
  const deliveries = await query.selectFrom('deliveries').selectAll().orderBy('sequence').execute();
  assert.deepEqual(
    deliveries.filter(({ status }) => status !== 'delivered'),
    [],
    'everything was delivered',
  );
  const conversations = await query.selectFrom('conversations').select('id').execute();
  const targets = { message: mocks.receiver, human_service: mocks.desk } as const;
  for (const [target, mock] of Object.entries(targets)) {
    const arrived = arrivedAt(mock.lines());
    for (const { id: conversationId } of conversations) {
      const expected = deliveries.filter(
        (delivery) => delivery.target === target && delivery.conversation_id === conversationId,
      );
      const own = arrived.filter((call) => call.conversationId === conversationId);
      const distinct = own.filter((call, index) => call.id !== own[index - 1]?.id);
      assert.deepEqual(
        distinct.map(({ id, body }) => ({ id, body })),
        expected.map(({ id, body }) => ({ id, body })),
        `${target} got all deliveries in order`,
      );
      assert.ok(own.length - distinct.length <= deaths, 'at most one duplicate per kill');
    }
  }
  const answered = await query
    .selectFrom('rounds')
    .select('id')
    .where('mode', '=', 'webhook')
    .where('human_session_id', 'is', null)
    .execute();
  for (const { id } of answered) {
    const replies = deliveries.filter(
      ({ kind, body }) => kind === 'reply' && (JSON.parse(body) as { message_id?: string }).message_id === id,
    );
    assert.equal(replies.length, 1, 'a webhook round is delivered once');
  }
};
