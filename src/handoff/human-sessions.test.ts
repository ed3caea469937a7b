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
import {
  attempt,
  begin,
  end,
  forward,
  type HandoffCommand,
  type HandoffModel,
  handoffCommand,
  isLive,
  wait,
} from '../../test/support/handoff/handoff-model.ts';
import { skipWithout } from '../../test/support/runner/test-groups.ts';
import type { DatabaseKind } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';

/** Checks that a call of the human service or of the user succeeds or is refused. */
const expectRefusal = async (isAllowed: boolean, work: Promise<unknown>): Promise<void> => {
  const refusal = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (isAllowed) return assert.equal(refusal, undefined);
  assert.ok(refusal instanceof AppError && refusal.code === 40000, String(refusal));
};

const step = async (
  bench: HandoffBench,
  id: string,
  model: HandoffModel,
  command: HandoffCommand,
  serial: number,
) => {
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
      Object.assign(model, {
        status: 'open',
        hasReplied: true,
        hasNotice: false,
        deadlineMs: model.nowMs + patience.idleMs,
      });
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

const missedOf = ({ backend, status, reason, hasReplied, isNotTaken }: HandoffModel): string | null => {
  if (isNotTaken && !hasReplied && (reason === null || reason === 'USER_CLOSED')) return 'not_taken';
  if (status !== 'closed' || hasReplied) return null;
  if (reason === 'TIMEOUT') return backend === 'inbox' ? 'not_taken' : 'no_reply';
  return { USER_CLOSED: 'user_left', UNREACHABLE: 'unreachable' }[reason!] ?? null;
};

const compare = async (bench: HandoffBench, id: string, model: HandoffModel): Promise<void> => {
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
      const property = fc.asyncProperty(fc.array(handoffCommand, { maxLength: 30 }), async (commands) => {
        const id = await bench.newConversation();
        const model: HandoffModel = {
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
      // A failure of the human service after a reply is rare in random events, so it is always checked.
      const failsAfterReply: HandoffCommand[] = [
        { do: 'start' },
        { do: 'attempt', outcome: 'delivered' },
        { do: 'write', text: 'yes' },
        { do: 'attempt', outcome: 'failed' },
        { do: 'attempt', outcome: 'failed' },
        { do: 'reply', text: 'yes' },
        { do: 'attempt', outcome: 'failed' },
        { do: 'attempt', outcome: 'failed' },
      ];
      await fc.assert(property, { numRuns, examples: [[failsAfterReply]] });
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
        fc.array(handoffCommand, { minLength: 4, maxLength: 16 }),
        async (commands) => {
          const id = await bench.newConversation();
          const atOnce: HandoffCommand[] = [{ do: 'start' }, ...commands];
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
const race = async (
  bench: HandoffBench,
  id: string,
  one: HandoffCommand,
  serial: number,
): Promise<string> => {
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
