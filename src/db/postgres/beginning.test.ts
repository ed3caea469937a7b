import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { lastStatementFollows } from './beginning.ts';
import { createPlannedPool } from './planned-pool.ts';

/** A server that answers when the test calls `answer`, and records the contents of each packet. */
const createSlowServer = () => {
  const packets: string[][] = [];
  const waiting: { resolve: (answer: unknown) => void; reject: (error: Error) => void }[] = [];
  const createClient = () => {
    let corked = 0;
    let packet: string[] | undefined;
    return {
      query: (statement: string | { text: string }) => {
        const text = typeof statement === 'string' ? statement : statement.text;
        assert.ok(corked > 0, 'sent outside a packet');
        packet?.push(text);
        return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
      },
      connection: {
        stream: {
          cork: () => {
            corked += 1;
            packet = [];
          },
          uncork: () => {
            corked -= 1;
            packets.push(packet!);
          },
        },
      },
      release: () => {},
    };
  };
  const pool = () => createPlannedPool({ connect: async () => createClient() } as unknown as pg.Pool);
  return {
    packets,
    pool,
    connect: () => pool().connect(),
    answer: (rows: unknown[] = []) => waiting.shift()!.resolve({ command: 'X', rowCount: 0, rows }),
    refuse: () => waiting.shift()!.reject(new Error('cancelled')),
  };
};

const tick = () => new Promise((resolve) => setImmediate(resolve));

test('reads are sent with `begin` in one packet, and resolve after it', async () => {
  const server = createSlowServer();
  const { query } = await server.connect();
  await query('begin', []);
  const read = Promise.all([query('select 1', []), query('select 2', [])]);
  await tick();
  assert.deepEqual(server.packets, [['begin', 'select 1', 'select 2']]);
  server.answer();
  server.answer(['one']);
  server.answer(['two']);
  assert.deepEqual(
    (await read).map(({ rows }) => rows[0]),
    ['one', 'two'],
  );
});

test('a write, and what follows it, waits for the response to `begin`', async () => {
  const server = createSlowServer();
  const { query } = await server.connect();
  await query('begin', []);
  const written = Promise.all([query('select 1', []), query('update t', []), query('select 2', [])]);
  await tick();
  assert.deepEqual(server.packets, [['begin', 'select 1']]);
  server.answer();
  await tick();
  assert.deepEqual(server.packets.slice(1), [['update t', 'select 2']]);
  for (let left = 3; left > 0; left -= 1) server.answer();
  await written;
  void query('update u', []);
  await tick();
  assert.deepEqual(server.packets.slice(2), [['update u']]);
});

test('nothing is written if `begin` fails', async () => {
  const server = createSlowServer();
  const { query } = await server.connect();
  await query('begin', []);
  const outcomes = Promise.allSettled([query('select 1', []), query('insert into t', [])]);
  await tick();
  server.refuse();
  server.answer();
  assert.deepEqual(
    (await outcomes).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  await tick();
  assert.deepEqual(server.packets, [['begin', 'select 1']]);
});

test('a transaction without a statement is not sent, and the next one begins normally', async () => {
  const server = createSlowServer();
  const { query } = await server.connect();
  for (const end of ['commit', 'rollback']) {
    await query('begin', []);
    await query(end, []);
  }
  await tick();
  assert.deepEqual(server.packets, []);
  await query('begin', []);
  void query('select 1', []);
  await tick();
  assert.deepEqual(server.packets, [['begin', 'select 1']]);
});

test('with `start transaction` the first statements and the commit are sent in one packet', async () => {
  const server = createSlowServer();
  const { query } = await server.connect();
  await query('start transaction read write', []);
  const written = Promise.all([query('update t', []), query('insert into t', []), query('commit', [])]);
  await tick();
  assert.deepEqual(server.packets, [['start transaction read write', 'update t', 'insert into t', 'commit']]);
  for (let left = 4; left > 0; left -= 1) server.answer();
  await written;
  await query('commit', []);
  await tick();
  assert.equal(server.packets.length, 1, 'a second commit is not sent');
});

test('the only statement of a transaction is sent without `begin` and `commit`', async () => {
  const server = createSlowServer();
  const { query } = await server.connect();
  await query('start transaction read write', []);
  const written = Promise.all([query(lastStatementFollows, []), query('update t', []), query('commit', [])]);
  await tick();
  server.answer();
  await written;
  await query('commit', []);
  await tick();
  assert.deepEqual(server.packets, [['update t']]);
  await query('start transaction read write', []);
  const both = Promise.all([query('select 1', []), query(lastStatementFollows, []), query('commit', [])]);
  await tick();
  for (let left = 3; left > 0; left -= 1) server.answer();
  await both;
  assert.deepEqual(server.packets.slice(1), [['start transaction read write', 'select 1', 'commit']]);
});

test('reads of one turn of the event loop share a connection and a packet, up to eight', async () => {
  const server = createSlowServer();
  const { execute } = server.pool();
  const read = Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      // As in another request of the same turn.
      if (index >= 5) await new Promise<void>((resolve) => process.nextTick(resolve));
      return execute(`select ${index}`, []);
    }),
  );
  await tick();
  assert.deepEqual(
    server.packets.map((packet) => packet.length),
    [8, 2],
  );
  for (let index = 0; index < 10; index += 1) server.answer([index]);
  assert.deepEqual((await read).flat(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  void execute('update t', []);
  void execute('select 10', []);
  await tick();
  assert.deepEqual(server.packets.slice(2), [['update t'], ['select 10']], 'a write has its own connection');
});
