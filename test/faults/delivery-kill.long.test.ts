import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTestDatabase } from '../support/databases/postgres.ts';
import { conversationIds } from '../support/faults/delivery-process.ts';
import { skipWithout } from '../support/runner/test-groups.ts';
import { startReceiver } from '../support/servers/receiver.ts';

/** DELIVERY_KILLS=200 runs a longer test. */
const kills = Number(process.env.DELIVERY_KILLS ?? 4);

const program = join(import.meta.dirname, '../support/faults/delivery-process.ts');

/** Kills at four points around the answer, in rotation. */
const moments = ['before the answer', 'with the answer', 'just after', 'a little later'] as const;

/**
 * Runs processes one after the other on the same database. Each one is killed during a delivery, the last one runs
 * to the end. Returns what arrived at the receiver, in order.
 */
const deliverUnderFire = async (installation: string, perConversation: number) => {
  let child: ChildProcess | undefined;
  let killed = 0;
  let callsOfChild = 0;
  const receiver = await startReceiver((_call, response) => {
    callsOfChild += 1;
    const answer = () => response.writeHead(200).end('{"code":0}');
    // Some are delivered first, so that the kill affects deliveries in every position.
    if (killed >= kills || callsOfChild < 2 + (killed % 3)) return answer();
    if (callsOfChild > 2 + (killed % 3)) return undefined;
    const moment = moments[killed % moments.length]!;
    const kill = () => child!.kill('SIGKILL');
    if (moment === 'before the answer') kill();
    else if (moment === 'with the answer') response.writeHead(200).end('{"code":0}', kill);
    else {
      answer();
      if (moment === 'just after') setImmediate(kill);
      else setTimeout(kill, 3);
    }
    return undefined;
  });
  try {
    for (;;) {
      callsOfChild = 0;
      const names = [`process-${killed}`, killed === 0 ? '' : `process-${killed - 1}`];
      const args = [program, installation, receiver.url, ...names, String(perConversation)];
      child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
      const [code, signal] = await once(child, 'exit');
      if (signal === null) {
        assert.equal(code, 0);
        return receiver.calls;
      }
      killed += 1;
    }
  } finally {
    child?.kill('SIGKILL');
    await receiver.close();
  }
};

const checkLedger = (
  calls: { headers: Record<string, unknown>; body: string }[],
  perConversation: number,
): void => {
  const expected = Array.from({ length: perConversation }, (_, number) => number);
  for (const conversationId of conversationIds) {
    const arrived = calls
      .map((call) => ({ id: call.headers['webhook-id'], ...JSON.parse(call.body) }))
      .filter((call) => call.conversationId === conversationId);
    // A duplicate arrives before later deliveries of its conversation, so removing it restores the order.
    const distinct = arrived.filter((call, index) => call.id !== arrived[index - 1]?.id);
    assert.deepEqual(
      distinct.map((call) => call.number),
      expected,
    );
    assert.equal(new Set(arrived.map((call) => call.id)).size, perConversation);
    assert.ok(arrived.length - distinct.length <= kills, 'at most one duplicate per kill');
  }
};

const perConversation = Math.max(10, kills * 2);

test('killed around the answer: nothing is lost, order is kept, repetitions keep their id (sqlite)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-test-'));
  try {
    checkLedger(await deliverUnderFire(folder, perConversation), perConversation);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('killed around the answer: nothing is lost, order is kept, repetitions keep their id (postgres)', {
  skip: skipWithout('postgres'),
}, async () => {
  const { url, drop } = await createTestDatabase();
  try {
    checkLedger(await deliverUnderFire(url, perConversation), perConversation);
  } finally {
    await drop();
  }
});
