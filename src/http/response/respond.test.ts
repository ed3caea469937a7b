import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import type { Runtime, SendInput } from '../../runtime/index.ts';
import { type RouteReply, route } from '../route.ts';
import { respond } from './respond.ts';

const Shown = Type.Object({
  conversation_id: Type.String(),
  message_id: Type.String(),
  answer_id: Type.String(),
  create_time: Type.Integer(),
  text: Type.Optional(Type.String()),
});

const ids = { conversationId: 'c', messageId: 'm', answerId: 'a' };
const runtime = {
  send: async () => ({ ...ids, createdAtMs: 7000 }),
  replyOf: async () => ({ ...ids, endedAtMs: 9000 }),
} as unknown as Runtime;
const shown = { conversation_id: 'c', message_id: 'm', answer_id: 'a', create_time: 9, text: 'Hi' };
const inputOf = (mode: SendInput['mode']) => ({ mode }) as SendInput;
const reply = undefined as unknown as RouteReply;

// The compiler checks the routes of this file with `npm run check`: an unused `@ts-expect-error` is an error.
const send = { method: 'POST', key: 'agent', schema: { response: { 200: Shown } } } as const;

export const routes = [
  route({
    ...send,
    url: '/reply',
    handler: async (_request, reply) => respond(reply, runtime, inputOf('blocking'), () => shown),
  }),
  route({
    ...send,
    url: '/extra',
    handler: async (_request, reply) =>
      // @ts-expect-error: the schema has no field `model`.
      respond(reply, runtime, inputOf('blocking'), () => ({ ...shown, model: 'lost' })),
  }),
];

test('a blocking call returns the reply, a webhook call the ids and the time', async () => {
  assert.deepEqual(await respond(reply, runtime, inputOf('blocking'), () => shown), shown);
  const { text: _, ...accepted } = { ...shown, create_time: 7 };
  assert.deepEqual(await respond(reply, runtime, inputOf('webhook'), () => shown), accepted);
});
