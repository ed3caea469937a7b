// In a process of its own: the tracer is global to the process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { startReceiver, status } from '../../support/servers/receiver.ts';
import { type TestService, withService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

const ask = async (service: TestService, text: string) => {
  const conversation_id = await service.newConversation();
  return service.call('POST', '/v2/conversation/message', {
    conversation_id,
    messages: [{ role: 'user', content: text }],
  });
};

const spansIn = (body: string): Span[] =>
  JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: Span[] }[] }) =>
    resource.scopeSpans.flatMap(({ spans }) => spans),
  );

const attribute = (span: Span | undefined, key: string): unknown =>
  Object.values(span?.attributes.find((one) => one.key === key)?.value ?? {})[0];

// In sequence, because a process registers its tracer once.
test('spans of a round reach a collector below one span of the round, without message texts', async () => {
  const collector = await startReceiver(status(200));
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  try {
    let messageId = '';
    await withService('sqlite', { ...createScriptedModel(), environment }, async (service) => {
      messageId = (await ask(service, 'Where is my parcel?')).body.message_id;
    });
    // Closing the service sends all spans.
    await eventually('spans arrived', () => collector.calls.length > 0);
    assert.equal(collector.calls[0]!.path, '/hook/v1/traces');
    const spans = collector.calls.flatMap(({ body }) => spansIn(body));
    const round = spans.find(({ name }) => name === 'round');
    assert.equal(attribute(round, 'frontdesk.message_id'), messageId);
    assert.equal(attribute(round, 'frontdesk.status'), 'done');
    const model = spans.find(({ name }) => name === 'model scripted');
    assert.deepEqual([model?.parentSpanId, model?.traceId], [round?.spanId, round?.traceId]);
    assert.equal(Number(attribute(model, 'gen_ai.usage.output_tokens')), 5);
    assert.ok(!collector.calls.some(({ body }) => body.includes('parcel')));
  } finally {
    await collector.close();
  }
});

test('an unreachable collector delays neither a round nor the end of the service', async () => {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
  await withService('sqlite', { ...createScriptedModel(), environment }, async (service) => {
    assert.equal((await ask(service, 'Hello')).status, 200);
  });
});
