/**
 * The baseline: a bare Fastify route with the minimum of a blocking round. The same rows
 * in the same two transactions, the same wait for the disk, the same model, the same response. No validation, no
 * queue, no memory, no tools.
 */
import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import { createBaselineModel } from './baseline-model.ts';
import { openPostgresBaselineStore } from './postgres-baseline-store.ts';
import { openSqliteBaselineStore } from './sqlite-baseline-store.ts';

const databaseUrl = process.env.DATABASE_URL;
const store = databaseUrl ? await openPostgresBaselineStore(databaseUrl) : await openSqliteBaselineStore();
const newId = (): string => randomBytes(12).toString('hex');
const model = createBaselineModel(process.env.BENCH_MODEL_URL);

const server = Fastify();
server.post('/v1/conversation', async (request) => {
  const id = newId();
  await store.createConversation(id, (request.body as { user_id: string }).user_id);
  return { conversation_id: id };
});

server.post('/v2/conversation/message', async (request) => {
  const { conversation_id: conversationId, messages } = request.body as {
    conversation_id: string;
    messages: { content: string }[];
  };
  const id = newId();
  const question = messages.at(-1)!.content;
  await store.beginRound({ id, conversationId, question });

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
  await store.endRound({
    id,
    ledgerId: newId(),
    answer: text,
    outputs: JSON.stringify(output),
    usage: JSON.stringify(usage),
    events: JSON.stringify(events),
  });
  return { create_time: Date.now(), conversation_id: conversationId, message_id: id, output, usage };
});

const address = await server.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ address, key: 'none' });
process.on('message', async () => {
  await server.close();
  await store.close();
  process.exit(0);
});
