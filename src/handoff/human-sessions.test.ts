import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openTestDatabase } from '../../test/support/databases/databases.ts';
import {
  createHandoffBench,
  type HandoffBench,
  patience,
  phrase,
} from '../../test/support/handoff/handoff-bench.ts';
import { skipWithout } from '../../test/support/runner/test-groups.ts';
import type { DatabaseKind } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';
import { awaitMessageMs } from './left-messages/leave-message.ts';

type Outcome = 'delivered' | 'failed' | 'dead';
type Plain = 'ask' | 'start' | 'stop' | 'close' | 'leave' | 'settle' | 'restart';
type Command =
  | { do: 'write'; text: string }
  | { do: 'reply'; text: string }
  | { do: 'attempt'; outcome: Outcome }
  | { do: 'wait'; ms: number }
  | { do: Plain };

type Round = NonNullable<Awaited<ReturnType<HandoffBench['send']>>>;
/** The state table as a model in memory. */
interface Model {
  backend: HandoffBench['backend'];
  status: 'none' | 'opening' | 'open' | 'awaiting_message' | 'left_message' | 'closed';
  reason: string | null;
  hasReplied: boolean;
  deadlineMs: number;
  hasNotice: boolean;
  /** Nobody took it in time, and the user was asked to leave a message. */
  isNotTaken: boolean;
  nowMs: number;
  /** Calls to the human service, with the number of ended ones. */
  calls: { kind: string; text: string; isCurrent: boolean }[];
  ended: number;
  /** Replies and notices to the user. */
  read: { kind: string; text?: string }[];
  running: { round: Round; mustBeSilent: boolean }[];
}

/** Whether the agent is silent. It answers beside a left message. */
const isLive = ({ status }: Model): boolean =>
  status === 'opening' || status === 'open' || status === 'awaiting_message';
const patienceOf = (model: Model): number => (model.hasReplied ? patience.idleMs : patience.firstReplyMs);

const begin = (model: Model): void => {
  if (isLive(model)) return;
  for (const one of model.running) one.mustBeSilent = true;
  for (const call of model.calls) call.isCurrent = false;
  Object.assign(model, {
    status: 'opening',
    reason: null,
    hasReplied: false,
    hasNotice: false,
    isNotTaken: false,
  });
  if (model.backend === 'webhook') model.calls.push({ kind: 'establish', text: '', isCurrent: true });
  // A session waits in the queue of the inbox from its start.
  else Object.assign(model, { status: 'open', deadlineMs: model.nowMs + patience.firstReplyMs });
};

const end = (model: Model, reason: string, type?: string): void => {
  Object.assign(model, { status: 'closed', reason });
  if (type && model.backend === 'webhook') model.calls.push({ kind: 'close', text: type, isCurrent: true });
};

const forward = (model: Model, text: string): void => {
  if (model.status === 'awaiting_message') {
    model.status = 'left_message';
    model.read.push({ kind: 'reply' });
    return;
  }
  if (model.backend === 'webhook') model.calls.push({ kind: 'chat', text, isCurrent: true });
  if (model.status === 'open' && model.hasReplied) model.deadlineMs = model.nowMs + patience.idleMs;
};

const attempt = (model: Model, outcome: Outcome): void => {
  const call = model.calls[model.ended];
  if (!call) return;
  if (outcome !== 'failed') model.ended += 1;
  const concernsHumanSession =
    isLive(model) && (call.kind === 'chat' || (call.kind === 'establish' && call.isCurrent));
  if (!concernsHumanSession) return;
  if (outcome === 'delivered') {
    if (call.kind === 'establish' && model.status === 'opening')
      Object.assign(model, { status: 'open', deadlineMs: model.nowMs + patience.firstReplyMs });
    return;
  }
  if (!model.hasNotice) model.read.push({ kind: 'reply' });
  model.hasNotice = true;
  if (call.kind === 'establish' && outcome === 'dead') end(model, 'UNREACHABLE');
};

const wait = (model: Model, ms: number): void => {
  model.nowMs += ms;
  if ((model.status !== 'open' && model.status !== 'awaiting_message') || model.nowMs < model.deadlineMs)
    return;
  // Nobody took it, so the user is asked to leave a message.
  if (model.backend === 'inbox' && model.status === 'open' && !model.hasReplied) {
    Object.assign(model, {
      status: 'awaiting_message',
      isNotTaken: true,
      deadlineMs: model.nowMs + awaitMessageMs,
    });
    model.read.push({ kind: 'reply' });
    return;
  }
  if (model.ended < model.calls.length) model.deadlineMs = model.nowMs + patienceOf(model);
  else end(model, 'TIMEOUT', 'TIMEOUT');
};

/** Checks that a call of the human service or of the user succeeds or is refused. */
const expectRefusal = async (isAllowed: boolean, work: Promise<unknown>): Promise<void> => {
  const refusal = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (isAllowed) return assert.equal(refusal, undefined);
  assert.ok(refusal instanceof AppError && refusal.code === 40000, String(refusal));
};

const step = async (bench: HandoffBench, id: string, model: Model, command: Command, serial: number) => {
  const { agent } = bench;
  switch (command.do) {
    case 'write':
    case 'ask': {
      const text = command.do === 'write' ? command.text : `Now ${phrase.toUpperCase()}!`;
      const wasLive = isLive(model);
      const round = await bench.send(id, text);
      assert.equal(round === undefined, wasLive || command.do === 'ask');
      if (round) model.running.push({ round, mustBeSilent: false });
      else if (wasLive) forward(model, text);
      else begin(model);
      return;
    }
    case 'start':
      if (model.status === 'awaiting_message')
        Object.assign(model, {
          status: 'open',
          isNotTaken: false,
          deadlineMs: model.nowMs + patience.firstReplyMs,
        });
      else begin(model);
      return void (await bench.startByOperator(id));
    case 'stop':
      assert.equal(await bench.closeByOperator(id), isLive(model));
      if (isLive(model)) end(model, 'OPERATOR_CLOSED', 'USER_CLOSED');
      return;
    case 'reply': {
      const isAllowed = isLive(model);
      await expectRefusal(isAllowed, bench.reply(id, command.text, serial));
      if (!isAllowed) return;
      model.read.push({ kind: 'human_reply', text: command.text });
      Object.assign(model, { status: 'open', hasReplied: true, deadlineMs: model.nowMs + patience.idleMs });
      return;
    }
    case 'close':
      await expectRefusal(isLive(model) || model.reason === 'HUMAN_CLOSED', bench.handoff.close(agent, id));
      if (isLive(model)) end(model, 'HUMAN_CLOSED');
      return;
    case 'leave':
      await expectRefusal(isLive(model) || model.reason === 'USER_CLOSED', bench.handoff.leave(agent, id));
      if (isLive(model)) end(model, 'USER_CLOSED', 'USER_CLOSED');
      return;
    case 'attempt':
      await bench.attempt(id, command.outcome);
      return attempt(model, command.outcome);
    case 'wait':
      wait(model, command.ms);
      return bench.advance(command.ms);
    case 'settle': {
      const [first] = model.running.splice(0, 1);
      if (first) assert.equal(await bench.settle(first.round), !first.mustBeSilent);
      return;
    }
    case 'restart':
      return bench.restart();
  }
};

/** Why nobody replied, as the newest session states it. */
const newestMissed = async (bench: HandoffBench, id: string): Promise<string | null> => {
  const { workspaceId } = bench.agent;
  const { sessions } = await bench.handoff.list({ workspaceId, conversationId: id }, { offset: 0, limit: 1 });
  return sessions[0]?.missed ?? null;
};

const missedOf = ({ backend, status, reason, hasReplied, isNotTaken }: Model): string | null => {
  if (isNotTaken && !hasReplied && (reason === null || reason === 'USER_CLOSED')) return 'not_taken';
  if (status !== 'closed' || hasReplied) return null;
  if (reason === 'TIMEOUT') return backend === 'inbox' ? 'not_taken' : 'no_reply';
  return { USER_CLOSED: 'user_left', UNREACHABLE: 'unreachable' }[reason!] ?? null;
};

const compare = async (bench: HandoffBench, id: string, model: Model): Promise<void> => {
  await bench.runDueJobs();
  const session = await bench.handoff.liveSession(id);
  assert.equal(session?.status ?? 'none', isLive(model) ? model.status : 'none');
  if (session?.status === 'open' || session?.status === 'awaiting_message')
    assert.equal(session.deadlineAtMs, model.deadlineMs);
  assert.equal(await newestMissed(bench, id), missedOf(model));
  const calls = await bench.ledger(id, 'human_service');
  assert.deepEqual(
    calls.map(({ kind, body }) => [kind, kind === 'chat' ? body.body : (body.type ?? '')]),
    model.calls.map(({ kind, text }) => [kind, text]),
  );
  const read = await bench.ledger(id, 'message');
  assert.deepEqual(
    read.map(({ kind, body }) => (kind === 'reply' ? { kind } : { kind, text: body.text })),
    model.read,
  );
};

const word = fc.constantFrom('yes', 'no', '您好', 'where?');
const just = (name: Plain) => fc.constant<Command>({ do: name });
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: word.map((text): Command => ({ do: 'write', text })) },
  { weight: 3, arbitrary: word.map((text): Command => ({ do: 'reply', text })) },
  {
    weight: 6,
    arbitrary: fc
      .constantFrom<Outcome[]>('delivered', 'delivered', 'delivered', 'failed', 'dead')
      .map((outcome): Command => ({ do: 'attempt', outcome })),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(1, 59_999, 60_000, 540_000, 600_000, 3_600_000)
      .map((ms): Command => ({ do: 'wait', ms })),
  },
  { weight: 3, arbitrary: just('ask') },
  ...(['start', 'stop', 'close', 'leave', 'settle', 'restart'] as const).map((name) => just(name)),
);

const runs: [DatabaseKind, HandoffBench['backend'], number][] = [
  ['sqlite', 'webhook', 150],
  ['sqlite', 'inbox', 60],
  ['postgres', 'webhook', 10],
  ['postgres', 'inbox', 5],
];

for (const [kind, backend, numRuns] of runs) {
  const skip = kind === 'postgres' ? skipWithout('postgres') : false;

  test(`sessions follow the state table, in any order of events (${backend}, ${kind})`, {
    skip,
  }, async () => {
    const { db, release } = await openTestDatabase(kind);
    try {
      const bench = await createHandoffBench(db, backend);
      const property = fc.asyncProperty(fc.array(command, { maxLength: 30 }), async (commands) => {
        const id = await bench.newConversation();
        const model: Model = {
          backend,
          status: 'none',
          reason: null,
          hasReplied: false,
          deadlineMs: 0,
          hasNotice: false,
          isNotTaken: false,
          nowMs: bench.clock.nowMs(),
          calls: [],
          ended: 0,
          read: [],
          running: [],
        };
        for (const [serial, one] of commands.entries()) {
          await step(bench, id, model, one, serial);
          await compare(bench, id, model);
        }
      });
      await fc.assert(property, { numRuns });
    } finally {
      await release();
    }
  });

  test(`the session that started last is the newest, even if the clock stops or is set back (${backend}, ${kind})`, {
    skip,
  }, async () => {
    const { db, release } = await openTestDatabase(kind);
    try {
      const bench = await createHandoffBench(db, backend);
      for (const passedMs of [0, 0, 0, 1, -5_000, -5_000]) {
        const id = await bench.newConversation();
        await bench.startByOperator(id);
        await bench.handoff.leave(bench.agent, id);
        await bench.advance(passedMs);
        await bench.startByOperator(id);
        await bench.handoff.close(bench.agent, id);
        await bench.handoff.close(bench.agent, id);
        await expectRefusal(false, bench.handoff.leave(bench.agent, id));
      }
    } finally {
      await release();
    }
  });

  test(`a round is silenced by the first session that started while it ran (${backend}, ${kind})`, {
    skip,
  }, async () => {
    const { db, release } = await openTestDatabase(kind);
    try {
      const bench = await createHandoffBench(db, backend);
      const id = await bench.newConversation();
      const round = await bench.send(id, 'Where is it?');
      const { session } = await bench.startByOperator(id);
      for (let more = 0; more < 3; more += 1) {
        await bench.handoff.leave(bench.agent, id);
        await bench.startByOperator(id);
      }
      assert.equal(await db.transaction((tx) => bench.handoff.silencedBy(tx, round!)), session.id);
    } finally {
      await release();
    }
  });

  test(`concurrent events lose nothing and have one order (${backend}, ${kind})`, { skip }, async () => {
    const { db, release } = await openTestDatabase(kind);
    try {
      const bench = await createHandoffBench(db, backend);
      const property = fc.asyncProperty(
        fc.array(command, { minLength: 4, maxLength: 16 }),
        async (commands) => {
          const id = await bench.newConversation();
          const atOnce: Command[] = [{ do: 'start' }, ...commands];
          const results = await Promise.all(atOnce.map((one, serial) => race(bench, id, one, serial)));
          const chats = results.filter((result) => result === 'chat').length;
          const replies = results.filter((result) => result === 'reply').length;
          const calls = (await bench.ledger(id, 'human_service')).map(({ kind: call }) => call);
          assert.equal(calls.filter((call) => call === 'chat').length, backend === 'webhook' ? chats : 0);
          requireHumanSessionOrder(calls);
          const read = await bench.ledger(id, 'message');
          assert.equal(read.filter(({ kind: messageKind }) => messageKind === 'human_reply').length, replies);
          const { sessions } = await bench.handoff.list(
            { workspaceId: bench.agent.workspaceId, conversationId: id },
            { offset: 0, limit: 100 },
          );
          if (backend === 'webhook')
            assert.equal(sessions.length, calls.filter((call) => call === 'establish').length);
          assert.ok(sessions.filter(({ status }) => status !== 'closed').length <= 1);
        },
      );
      const most = kind === 'sqlite' ? 60 : 30;
      await fc.assert(property, { numRuns: backend === 'webhook' ? most : most / 3 });
    } finally {
      await release();
    }
  });
}

/** All messages of a session are between its establish and its close, if it has one. */
const requireHumanSessionOrder = (calls: readonly string[]): void => {
  let isOpen = false;
  for (const call of calls) {
    if (call !== 'establish') assert.ok(isOpen, calls.join(' '));
    isOpen = call !== 'close';
  }
};

/** One of several concurrent events. Only errors with a code of the API contract are allowed. */
const race = async (bench: HandoffBench, id: string, one: Command, serial: number): Promise<string> => {
  const { agent, handoff } = bench;
  try {
    switch (one.do) {
      case 'write': {
        const before = await bench.send(id, one.text);
        return before ? ((await bench.settle(before)) ? 'answered' : 'silent') : 'chat';
      }
      case 'ask':
      case 'start':
        return (await bench.startByOperator(id)).started ? 'started' : 'there';
      case 'reply':
        await bench.reply(id, one.text, serial);
        return 'reply';
      case 'close':
        await handoff.close(agent, id);
        return 'closed';
      case 'leave':
        await handoff.leave(agent, id);
        return 'left';
      case 'stop':
        await bench.closeByOperator(id);
        return 'stopped';
      case 'attempt':
        await bench.attempt(id, one.outcome);
        return 'attempted';
      default:
        await bench.runDueJobs();
        return 'looked';
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 40000) return 'refused';
    throw error;
  }
};
