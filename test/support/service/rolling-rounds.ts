import assert from 'node:assert/strict';
import type { Receiver } from '../servers/receiver.ts';
import { eventually } from '../time/eventually.ts';
import { readEvents, testApiKey } from './service.ts';

export const modes = ['blocking', 'streaming', 'webhook'] as const;
export type Mode = (typeof modes)[number];

/** Calls of the API at an address, by fetch. */
export const createCaller = (address: string) => {
  const post = (path: string, body: object): Promise<Response> =>
    fetch(address + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${testApiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  /** Sends a message in a new conversation. The result contains the promise of the answer, to be awaited later. */
  const send = async (mode: Mode, text: string): Promise<{ answer: Promise<string> }> => {
    const created = await post('/v1/conversation', { user_id: 'ada' });
    assert.equal(created.status, 200);
    const { conversation_id } = (await created.json()) as { conversation_id: string };
    const answer = post('/v2/conversation/message', {
      conversation_id,
      response_mode: mode,
      messages: [{ role: 'user', content: text }],
    }).then(async (response) => {
      const body = await response.text();
      assert.equal(response.status, 200, `${mode}: ${body}`);
      return body;
    });
    answer.catch(() => {});
    return { answer };
  };
  return { send };
};

/** Fails unless the reply is complete. */
export const checkAnswer = (mode: Mode, body: string, reply: string): void => {
  if (mode === 'blocking') assert.equal(JSON.parse(body).output[0].content.text, reply);
  if (mode !== 'streaming') return;
  const events = readEvents(body);
  assert.equal(events.at(-1)?.code, 0, body);
  assert.equal(events.flatMap(({ code, data }) => (code === 3 ? [data] : [])).join(''), reply);
};

/** Waits for the deliveries of these messages: each arrives once, complete and without an error. */
export const checkDeliveries = async (receiver: Receiver, bodies: string[], reply: string): Promise<void> => {
  const expected = bodies.map((body) => JSON.parse(body).message_id as string).sort();
  await eventually(
    `${expected.length} replies were delivered`,
    () => receiver.calls.length >= expected.length,
  );
  const delivered = receiver.calls.map(({ body }) => JSON.parse(body));
  assert.deepEqual(delivered.map(({ message_id }) => message_id).sort(), expected);
  for (const body of delivered) assert.equal(body.output[0]?.content.text, reply, JSON.stringify(body));
};
