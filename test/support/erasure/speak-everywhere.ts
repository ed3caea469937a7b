import type { HandoffBench } from '../handoff/with-handoff.ts';
import { withHandoff } from '../handoff/with-handoff.ts';
import { createScriptedModel, textOf } from '../models/scripted-model.ts';
import type { TestService } from '../service/service.ts';
import { eventually } from '../time/eventually.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

export const send = (service: TestService, conversation_id: string, content: unknown, more: object = {}) =>
  service.call('POST', '/v2/conversation/message', {
    conversation_id,
    messages: [{ role: 'user', content }],
    ...more,
  });

/** Stores the word through every input. */
export const speakEverywhere = async (
  service: TestService,
  bench: HandoffBench,
  { userId, word }: { userId: string; word: string },
): Promise<string> => {
  const created = await service.call(
    'POST',
    '/v1/conversation',
    { user_id: userId },
    { headers: { 'idempotency-key': `conversation of ${word}` } },
  );
  const id = created.body.conversation_id;
  await service.call('POST', '/v1/property/update', {
    user_id: userId,
    property_values: [{ property_name: 'pet', value: `a dog called ${word}` }],
  });
  const document = { base64_content: base64(`# Letter\n\nDear ${word},`), name: `${word}.md` };
  await send(service, id, [
    { type: 'text', text: `My dog is called ${word}.` },
    { type: 'document', document },
  ]);
  await service.call(
    'POST',
    '/v2/conversation/message',
    {
      conversation_id: id,
      response_mode: 'streaming',
      messages: [
        { role: 'user', content: [{ type: 'document', document }] },
        { role: 'assistant', content: `I know ${word}.` },
        { role: 'user', content: 'Do you?' },
      ],
    },
    { headers: { 'idempotency-key': `message of ${word}` } },
  );
  for (let round = 1; round <= 8; round += 1)
    await send(service, id, `Tell me something about subject number ${round} and ${word}, please.`);
  await service.app.rooms.jobs.idle();
  await bench.send(id, `${word} in a webhook round`);
  await eventually('the webhook was called', () => bench.user.calls.length > 0);
  await bench.send(id, 'I want a human');
  await eventually('the human service was called', () => bench.desk.calls.length > 0);
  await service.app.rooms.jobs.idle();
  await bench.reply(id, `Is ${word} well?`);
  await bench.send(id, `${word} is well`);
  await service.app.rooms.jobs.idle();
  return id;
};

/** Columns that have the word afterwards. */
export const doors = [
  'conversations.subject',
  'conversations.summary',
  'deliveries.body',
  'delivery_attempts.response_excerpt',
  'files.name',
  'human_messages.text',
  'idempotency_keys.key',
  'memories.text',
  'round_events.events',
  'rounds.answer_text',
  'rounds.human_text',
  'rounds.outputs',
  'rounds.question',
  'rounds.question_text',
  'rounds.request',
  'traces.steps',
  'user_properties.value',
];

/**
 * Repeats its input. A summary is one short sentence with the user's word: a repeated summary would grow
 * with each call, and how many calls there are depends on how fast the memory jobs run.
 */
export const talkative = () =>
  createScriptedModel((request) => {
    const text = textOf(request);
    const [system] = request.messages;
    if (system?.role !== 'system' || !system.text.startsWith('Summarise'))
      return [{ say: `You said: ${text}` }];
    return [{ say: `They talked about ${/[A-Z][a-z]+-[0-9a-f]{4}/.exec(text)?.[0] ?? 'nothing'}.` }];
  });

/** A service whose receivers return their input, and the last of them fails. */
export const withEchoes = (service: TestService, work: (bench: HandoffBench) => Promise<void>) =>
  withHandoff(service, { phrases: ['I want a human'] }, async (bench) => {
    bench.user.answerWith((call, response) => response.writeHead(200).end(call.body));
    bench.desk.answerWith((call, response) =>
      response.writeHead(call.path.endsWith('/chat') ? 503 : 200).end(call.body),
    );
    await service.configure({
      memory: { shortTermTokens: 150 },
      webhook: { events: 'all' },
      prices: { textInputPerMillion: '1000', textOutputPerMillion: '1000' },
    });
    await work(bench);
  });

/** Entries of the ledger: their sum, and how many name a user, a conversation or a round. */
export const ledger = async ({ app }: TestService) => {
  const rows = await app.db.query.selectFrom('ledger_entries').selectAll().execute();
  const sum = rows.reduce((total, row) => total + row.credits_nano, 0);
  const named = rows.filter((row) => row.user_id ?? row.conversation_id ?? row.round_id);
  return { count: rows.length, sum, named: named.length };
};
