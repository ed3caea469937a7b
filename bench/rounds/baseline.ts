/**
 * The baseline: a bare Fastify route with the minimum of a round, blocking or streaming. The same rows
 * in the same two transactions, the same wait for the disk, the same model, the same response. No validation, no
 * queue, no memory, no tools.
 */
import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import { answerMeasurement } from '../support/answer-measurement.ts';
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

const eventOf = (code: number, message: string, data: unknown): string =>
  `data: ${JSON.stringify({ code, message, data })}\n\n`;

server.post('/v2/conversation/message', async (request, reply) => {
  const {
    conversation_id: conversationId,
    messages,
    response_mode: mode,
  } = request.body as {
    conversation_id: string;
    messages: { content: string }[];
    response_mode?: string;
  };
  const stream = mode === 'streaming' ? reply.raw : undefined;
  const id = newId();
  const question = messages.at(-1)!.content;
  await store.beginRound({ id, conversationId, question });

  const events: object[] = [{ type: 'message-start', messageId: id }];
  let text = '';
  if (stream) {
    reply.hijack();
    stream.writeHead(200, { 'content-type': 'text/event-stream' });
  }
  for await (const delta of model(question)) {
    text += delta;
    events.push({ type: 'text-delta', text: delta });
    stream?.write(eventOf(3, 'Text', delta));
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
  if (stream) {
    stream.end(eventOf(0, 'End', null));
    return reply;
  }
  return { create_time: Date.now(), conversation_id: conversationId, message_id: id, output, usage };
});

const address = await server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 });
process.send?.({ address, key: 'none' });
process.on('message', async (message) => {
  if (answerMeasurement(message)) return;
  await server.close();
  await store.close();
  process.exit(0);
});
