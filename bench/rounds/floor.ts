/**
 * The floor: a bare Fastify route that does by hand what a blocking round does at the least. The same rows
 * in the same two transactions, the same wait for the disk, the same model, the same answer. No checks, no
 * queue, no memory, no tools.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';
import { createDurabilityBarrier } from '../../src/db/sqlite/durability-barrier.ts';
import { createFloorModel } from './floor-model.ts';

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-floor-'));
const path = join(folder, 'floor.sqlite');
const database = new DatabaseSync(path);
database.exec(`
  pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -65536; pragma wal_autocheckpoint = 4000;
  create table conversations (id text primary key, user_id text, message_count integer, recent_chat_at integer);
  create table rounds (id text primary key, conversation_id text, sequence integer, question text, answer text,
    outputs text, usage text, status text, created_at integer, ended_at integer);
  create unique index rounds_in_order on rounds (conversation_id, sequence);
  create table round_events (round_id text, first_sequence integer, events text, primary key (round_id, first_sequence));
  create table traces (round_id text primary key, steps text);
  create table ledger_entries (id text primary key, round_id text, tokens text, credits integer, created_at integer);
`);
const barrier = await createDurabilityBarrier(`${path}-wal`);
const insertConversation = database.prepare('insert into conversations values (?, ?, 0, ?)');
const touch = database.prepare(
  'update conversations set message_count = message_count + 1, recent_chat_at = ? where id = ? returning message_count',
);
const insertRound = database.prepare(
  "insert into rounds values (?, ?, ?, ?, '', '[]', null, 'running', ?, null)",
);
const endRound = database.prepare(
  "update rounds set answer = ?, outputs = ?, usage = ?, status = 'done', ended_at = ? where id = ?",
);
const insertEvents = database.prepare('insert into round_events values (?, 0, ?)');
const insertTrace = database.prepare('insert into traces values (?, ?)');
const insertLedger = database.prepare('insert into ledger_entries values (?, ?, ?, 0, ?)');
const newId = (): string => randomBytes(12).toString('hex');
const model = createFloorModel(process.env.BENCH_MODEL_URL);

const server = Fastify();
server.post('/v1/conversation', async (request) => {
  const id = newId();
  insertConversation.run(id, (request.body as { user_id: string }).user_id, Date.now());
  await barrier.wait();
  return { conversation_id: id };
});

server.post('/v2/conversation/message', async (request) => {
  const { conversation_id: conversationId, messages } = request.body as {
    conversation_id: string;
    messages: { content: string }[];
  };
  const id = newId();
  const question = messages.at(-1)!.content;
  database.exec('begin immediate');
  const { message_count: sequence } = touch.get(Date.now(), conversationId) as { message_count: number };
  insertRound.run(id, conversationId, sequence, question, Date.now());
  database.exec('commit');

  const events: object[] = [{ type: 'message-start', messageId: id }];
  let text = '';
  for await (const delta of model(question)) {
    text += delta;
    events.push({ type: 'text-delta', text: delta });
  }

  const output = [
    { from_component_branch: '', from_component_name: 'Default', content: { text, audio: [] } },
  ];
  const usage = { tokens: { total_tokens: 26, prompt_tokens: 20, completion_tokens: 6 } };
  database.exec('begin immediate');
  endRound.run(text, JSON.stringify(output), JSON.stringify(usage), Date.now(), id);
  insertEvents.run(id, JSON.stringify(events));
  insertTrace.run(id, '[]');
  insertLedger.run(newId(), id, JSON.stringify(usage), Date.now());
  database.exec('commit');
  await barrier.wait();
  return { create_time: Date.now(), conversation_id: conversationId, message_id: id, output, usage };
});

const address = await server.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ address, key: 'none' });
process.on('message', async () => {
  await server.close();
  database.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
