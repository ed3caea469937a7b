import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openVisit } from '../support/channels/visitor.ts';
import { openConsoleCalls } from '../support/console/console-calls.ts';
import { base64 } from '../support/knowledge/documents.ts';
import { createScriptedModel } from '../support/models/scripted-model.ts';
import { testService } from '../support/service/service.ts';

/** Displayed as "invoiceexe.txt" by programs that apply the direction mark. */
const hostile = 'in\u2066voice\u202etxt.exe\u061c\u200f\n.txt';
const clean = 'invoicetxt.exe.txt';
const text = 'Tea costs 3.';

const options = () => ({
  models: createScriptedModel().models,
  environment: { FRONTDESK_EGRESS_ALLOW: '127.0.0.1' },
});

testService('no input stores a deceptive file name', options, async (service) => {
  const { app, call } = service;
  const server = createServer((_request, response) => void response.end(text)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${encodeURIComponent(hostile)}`;
  try {
    const file = { base64_content: base64(text), name: hostile };
    const conversation_id = await service.newConversation();
    const v2 = (document: object) => ({
      conversation_id,
      messages: [{ role: 'user', content: [{ type: 'document', document }] }],
    });
    const { agent, sendFile, call: manage } = await openConsoleCalls(service);
    const visit = await openVisit(service);
    const answers = [
      await call('POST', '/v2/conversation/message', v2(file)),
      await call('POST', '/v2/conversation/message', v2({ url })),
      await call('POST', '/v1/conversation/message', { conversation_id, text: 'x', files: [file] }),
      await visit.send('x', { files: [file] }),
      await call('POST', '/v1/bot/doc/text/add', {
        chunk_token: 200,
        files: [{ file_name: hostile, file_base64: base64(text) }, { file_url: url }],
      }),
      await sendFile(
        'POST',
        `${agent}/documents/upload?name=${encodeURIComponent(hostile)}`,
        Buffer.from(text),
      ),
      await manage('POST', `${agent}/documents`, { url, name: hostile }),
    ];
    for (const [index, answer] of answers.entries())
      assert.ok(answer.status < 300, `${index}: ${answer.status} ${JSON.stringify(answer.body)}`);
    const files = await app.db.query.selectFrom('files').select('name').execute();
    const documents = await app.db.query.selectFrom('documents').select('name').execute();
    assert.deepEqual(
      files.map(({ name }) => name),
      new Array(8).fill(clean),
    );
    assert.deepEqual(
      documents.map(({ name }) => name),
      new Array(4).fill(clean),
    );
  } finally {
    server.close();
  }
});
