import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Posted } from '../service/post-message.ts';
import type { ServerEvent } from '../service/read-events.ts';
import { ServiceError } from '../service/service-error.ts';
import { followRound } from './follow-round.ts';

const start = { code: 11, message: 'MessageInfo', data: { message_id: 'm1', answer_id: 'a1' } };
const text = (data: string) => ({ code: 3, message: 'Text', data });
const outputs = {
  code: 10,
  message: 'FlowOutput',
  data: [{ content: 'x', audioDatas: [{ url: '/f', transcript: 't', seconds: 1 }] }],
};
const end = { code: 0, message: 'End', data: null };
const round = [
  start,
  text('One, '),
  text('two, '),
  text('three.'),
  outputs,
  { code: 4, message: 'Cost', data: {} },
  end,
];

const wire = (events: object[], first = 1): string =>
  events.map((event, index) => `id: ${index + first}\ndata: ${JSON.stringify(event)}\n\n`).join('');

const broken = new TypeError('The connection broke');

async function* pieces(whole: string, failure?: Error) {
  for (let at = 0; at < whole.length; at += 9) yield whole.slice(at, at + 9);
  if (failure) throw failure;
}

const posted = (whole: string, failure?: Error): Posted => ({
  conversationId: 'c1',
  handedOver: undefined,
  pieces: pieces(whole, failure),
});

async function* eventsOf(list: object[], first: number, failure?: Error): AsyncGenerator<ServerEvent> {
  for (const [index, data] of list.entries()) yield { id: String(index + first), data };
  if (failure) throw failure;
}

const follow = async (
  connections: (() => Promise<Posted>)[],
  resumed: ((lastEventId: string) => AsyncIterable<ServerEvent>)[] = [],
  messageId?: string,
) => {
  const reported: unknown[] = [];
  const resumes: string[] = [];
  const result = await followRound({
    ...(messageId ? { messageId } : {}),
    begin: () => connections.shift()!(),
    resume: async (id, lastEventId) => {
      resumes.push(`${id} after ${lastEventId}`);
      return resumed.shift()!(lastEventId);
    },
    signal: new AbortController().signal,
    wait: async () => {},
    onAccepted: (ids) => reported.push(ids),
    onText: (words) => reported.push(words),
    onAudio: (audio) => reported.push(audio),
    onConnection: () => {},
  });
  return { result, reported, resumes };
};

const whole = [
  { messageId: 'm1', answerId: 'a1' },
  'One, ',
  'two, ',
  'three.',
  [{ url: '/f', transcript: 't', seconds: 1 }],
];

test('the events of a round are handled in order, to the end', async () => {
  const { result, reported } = await follow([async () => posted(wire(round))]);
  assert.deepEqual(result, { type: 'ended' });
  assert.deepEqual(reported, whole);
});

test('after a cut at any byte the other events are handled, each once', async () => {
  const bytes = wire(round);
  for (let cut = 0; cut < bytes.length; cut += 7) {
    const cutOff = async () => posted(bytes.slice(0, cut), cut % 2 ? broken : undefined);
    const { result, reported } = await follow(
      // After event 11 was cut off, the message is sent again and the service sends the same stream from event 1.
      [cutOff, async () => posted(bytes)],
      [(last) => eventsOf(round.slice(Number(last)), Number(last) + 1)],
    );
    assert.deepEqual([result, reported], [{ type: 'ended' }, whole], `cut at ${cut}`);
  }
});

test('an unavailable service is retried several times', async () => {
  const away = async () => {
    throw broken;
  };
  const gateway = async () => {
    throw new ServiceError(503, 50000, 'The server answered 503');
  };
  const { reported } = await follow([away, gateway, away, async () => posted(wire(round))]);
  assert.deepEqual(reported, whole);
});

test('a rejection ends the round with the error of the service', async () => {
  const refused = async () => {
    throw new ServiceError(429, 40008, 'Too many', 7);
  };
  assert.deepEqual((await follow([refused])).result, {
    type: 'failed',
    error: { code: 40008, message: 'Too many', status: 429, retryAfterSeconds: 7 },
  });
});

test('a failure event ends the round after the earlier text', async () => {
  const failure = { code: 50000, message: 'Internal', data: null };
  const { result, reported } = await follow([async () => posted(wire([start, text('One'), failure]))]);
  assert.deepEqual(result, { type: 'failed', error: { code: 50000, message: 'Internal' } });
  assert.deepEqual(reported.at(-1), 'One');
});

test('a message that a person gets has no reply', async () => {
  const handedOver = { conversation_id: 'c1', message_id: 'm2', status: 'waiting' };
  const { result } = await follow([async () => ({ ...posted(''), handedOver })]);
  assert.deepEqual(result, { type: 'handed', messageId: 'm2', conversationId: 'c1', status: 'waiting' });
});

test('a round with a known id is read from its start', async () => {
  const { reported, resumes } = await follow([], [() => eventsOf(round, 1)], 'm1');
  assert.deepEqual(resumes, ['m1 after 0']);
  assert.deepEqual(reported, whole);
});

test('a stream that repeatedly ends without an end event is given up', async () => {
  const { result } = await follow(
    [],
    Array(9).fill(() => eventsOf([], 1)),
    'm1',
  );
  assert.equal(result.type, 'failed');
});
