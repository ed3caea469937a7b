import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { OpenApiDocument } from '../../../src/http/openapi/index.ts';
import { createDocumentValidator } from '../../support/document/document-validator.ts';
import { bodyOf, withHandoff } from '../../support/handoff/with-handoff.ts';
import { createScriptedModel, textOf } from '../../support/models/scripted-model.ts';
import type { ReceivedCall } from '../../support/servers/receiver.ts';
import { testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const secret = `whsec_${Buffer.from('a signing secret of 32 bytes 123').toString('base64')}`;
const signingSecrets = [secret];
const authorization = { scheme: 'Bearer', token: 'token-of-the-receiver' } as const;

const failing = () =>
  createScriptedModel((request) =>
    textOf(request) === 'fail' ? [{ fail: 'rejected' }] : [{ say: 'Hello.' }],
  );

/** The name of the webhook that describes a call to the message receiver. */
const nameOf = (body: { event?: string; flow_output?: unknown }): string => {
  if (body.event !== undefined) return 'event';
  return body.flow_output === undefined ? 'reply' : 'replyV1';
};

const deskNames: Record<string, string> = {
  '/hook/conversation/establish': 'humanEstablish',
  '/hook/chat': 'humanChat',
  '/hook/conversation/close': 'humanClose',
};

testService(
  'every call to a webhook has the headers and the body that the document describes',
  failing,
  (service) =>
    withHandoff(
      service,
      { phrases: ['human'], authorization, signingSecrets },
      async ({ user, desk, send, reply }) => {
        const document = (await service.call('GET', '/openapi.json')).body as OpenApiDocument;
        const validator = createDocumentValidator(document);
        await service.configure({ webhook: { authorization, signingSecrets, events: 'all' } });
        for (const version of [2, 1] as const)
          for (const text of ['Hello', 'fail'])
            await send(await service.newConversation(), text, { version });
        const conversation = await service.newConversation();
        await send(conversation, 'human please');
        await eventually(
          'the session is open',
          async () => (await reply(conversation, 'I am Grace.')).status === 200,
        );
        await send(conversation, 'My order number is A-1001.');
        await service.call('POST', '/v1/human/leave', { conversation_id: conversation });

        const names = () => [
          ...user.calls.map((call) => nameOf(bodyOf(call))),
          ...desk.calls.map(({ path }) => deskNames[path]!),
        ];
        const expected = Object.keys(document.webhooks!).sort();
        await eventually('each webhook was called', () => new Set(names()).size === expected.length);
        assert.deepEqual([...new Set(names())].sort(), expected);
        const errors = user.calls.map(bodyOf).filter(({ error }) => error);
        assert.equal(errors.length, 2, 'a failed round of each version');

        const check = (call: ReceivedCall, name: string): void => {
          const { post } = document.webhooks![name]!;
          validator.check(post.requestBody!.content['application/json']!.schema, bodyOf(call), name);
          assert.equal(call.headers.authorization, 'Bearer token-of-the-receiver');
          for (const { $ref } of post.parameters) {
            const { name: header } = document.components.parameters![$ref.split('/').at(-1)!]!;
            assert.ok(call.headers[header], `${name} has no header ${header}`);
          }
          const { 'webhook-id': id, 'webhook-timestamp': timestamp } = call.headers;
          const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
          const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${call.body}`).digest('base64');
          assert.equal(call.headers['webhook-signature'], `v1,${mac}`);
        };
        for (const call of user.calls) check(call, nameOf(bodyOf(call)));
        for (const call of desk.calls) check(call, deskNames[call.path]!);
      },
    ),
);
