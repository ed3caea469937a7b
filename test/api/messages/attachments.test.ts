import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createScriptedModel, type ScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');
/** One white pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==';

let scripted: ScriptedModel = createScriptedModel();
const readingImages = () => {
  scripted = createScriptedModel(() => [{ say: 'seen' }], { takes: { image: true } });
  return { models: scripted.models };
};
const readingText = () => {
  scripted = createScriptedModel(() => [{ say: 'read' }]);
  return { models: scripted.models };
};

const sendParts = async (service: TestService, parts: object[]) =>
  service.call('POST', '/v2/conversation/message', {
    conversation_id: await service.newConversation(),
    messages: [{ role: 'user', content: parts }],
  });

const partsSeen = () => {
  const last = scripted.requests.at(-1)!.messages.at(-1)!;
  return last.role === 'user' ? last.parts : [];
};

const storedFiles = ({ app }: TestService) => app.db.query.selectFrom('files').selectAll().execute();

testService(
  'a document becomes text for a model that does not read documents',
  readingText,
  async (service) => {
    const answer = await sendParts(service, [
      { type: 'text', text: 'What is in it?' },
      {
        type: 'document',
        document: { base64_content: base64('# Prices\n\nTea costs 3.'), name: 'prices.md' },
      },
    ]);
    assert.equal(answer.status, 200);
    const [question, file] = partsSeen();
    assert.deepEqual(question, { type: 'text', text: 'What is in it?' });
    assert.ok(file?.type === 'text' && file.text.includes('Tea costs 3.') && file.text.includes('prices.md'));
  },
);

testService(
  'of a long document the model gets the beginning, a note, and passages of the rest about the question',
  readingText,
  async (service) => {
    const filler = Array.from(
      { length: 4_000 },
      (_, index) => `Paragraph ${index} is about the harbour and its ships.`,
    );
    const text = [...filler, 'The warranty of the kettle lasts seven years.', ...filler].join('\n\n');
    const answer = await sendParts(service, [
      { type: 'text', text: 'How long is the warranty of the kettle?' },
      { type: 'document', document: { base64_content: base64(text), name: 'manual.txt' } },
    ]);
    assert.equal(answer.status, 200);
    const [, file] = partsSeen();
    assert.ok(file?.type === 'text');
    const [, kept = '', rest = ''] = /<file>\n([\s\S]*)\n<\/file>([\s\S]*)$/.exec(file.text) ?? [];
    assert.ok(kept.length <= 100_000 && kept.length > 90_000 && kept.endsWith('ships.'), kept.slice(-200));
    assert.match(rest, new RegExp(`only its first ${kept.length} of ${text.length} characters`));
    assert.match(rest, /<file_rest>[\s\S]*lasts seven years[\s\S]*<\/file_rest>/);
    assert.ok(rest.length < 15_000);
  },
);

testService(
  'an image is sent to a model that accepts images, as object or as list',
  readingImages,
  async (service) => {
    for (const image of [{ base64_content: png }, [{ base64_content: png, name: 'dot.png' }]]) {
      const answer = await sendParts(service, [{ type: 'image', image }]);
      assert.equal(answer.status, 200);
      const [part] = partsSeen();
      assert.ok(part?.type === 'image' && part.mediaType === 'image/png');
      assert.deepEqual(Buffer.from(part.bytes), Buffer.from(png, 'base64'));
    }
  },
);

testService(
  'an agent that requires the model returns 40364 if the model accepts no images',
  readingText,
  async (service) => {
    await service.configure({ recognition: { image: 'model' } });
    const answer = await sendParts(service, [{ type: 'image', image: { base64_content: png } }]);
    assert.equal(answer.status, 400);
    assert.equal(answer.body.code, 40364);
    assert.deepEqual(await storedFiles(service), []);
  },
);

testService(
  'the bytes decide the type of a file, and a rejected message leaves no file',
  readingImages,
  async (service) => {
    const cases: [part: object, message: RegExp][] = [
      [
        { type: 'image', image: { base64_content: base64('just words'), name: 'a.png' } },
        /image must be an image/,
      ],
      [{ type: 'document', document: { base64_content: png, name: 'a.pdf' } }, /document must be a document/],
      [
        { type: 'document', document: { base64_content: base64(Buffer.from([0, 1, 2, 255, 254, 0, 0, 9])) } },
        /unsupported file type/,
      ],
    ];
    for (const [part, message] of cases) {
      const answer = await sendParts(service, [part]);
      assert.equal(answer.status, 400);
      assert.match(answer.body.message, message);
    }
    assert.deepEqual(await storedFiles(service), []);
  },
);

testService('size limits are exact to the byte', readingText, async (service) => {
  await service.configure({ recognition: { maxDocumentMb: 1 } });
  const mb = 1024 * 1024;
  const send = (bytes: number) =>
    sendParts(service, [
      {
        type: 'document',
        document: { base64_content: base64('a '.repeat(bytes / 2).slice(0, bytes)), name: 'a.txt' },
      },
    ]);
  assert.equal((await send(mb)).status, 200);
  const tooLarge = await send(mb + 2);
  assert.equal(tooLarge.status, 400);
  assert.match(tooLarge.body.message, /at most 1 MB/);
});

testService('nine files are accepted, ten are not', readingText, async (service) => {
  const file = { base64_content: base64('x y z'), name: 'a.txt' };
  const files = (count: number) => [
    { type: 'document', document: Array.from({ length: count }, () => file) },
  ];
  assert.equal((await sendParts(service, files(9))).status, 200);
  const answer = await sendParts(service, files(10));
  assert.match(answer.body.message, /at most 9 files/);
});

testService('version 1 requires width and height for images only', readingImages, async (service) => {
  const send = async (file: object) =>
    service.call('POST', '/v1/conversation/message', {
      conversation_id: await service.newConversation(),
      files: [file],
    });
  assert.equal((await send({ base64_content: png, width: 1, height: 1 })).status, 200);
  assert.match((await send({ base64_content: png })).body.message, /width and height are required/);
  assert.equal((await send({ base64_content: base64('text'), name: 'a.txt' })).status, 200);
});

testService(
  'files may be URLs; one that is down, missing, wrong, huge or private is rejected by name',
  readingText,
  async (service) => {
    const server = createServer((request, response) => {
      if (request.url === '/ok.txt') response.end('Tea costs 3.');
      else if (request.url === '/away')
        response.writeHead(302, { location: 'http://169.254.169.254/secret' }).end();
      else if (request.url === '/huge.txt') response.end('a '.repeat(11 * 1024 * 1024));
      else if (request.url === '/lies.png')
        response.writeHead(200, { 'content-type': 'image/png' }).end('<html>no</html>');
      else response.writeHead(404).end('secret banner');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const send = (kind: string, url: string) => sendParts(service, [{ type: kind, [kind]: { url } }]);
      assert.equal((await send('document', `${origin}/ok.txt`)).status, 200);
      const [file] = partsSeen();
      assert.ok(file?.type === 'text' && file.text.includes('Tea costs 3.'));
      const cases: [kind: string, url: string, message: RegExp][] = [
        [
          'document',
          `${origin}/missing`,
          /document\.url could not be fetched: the server answered with status 404$/,
        ],
        ['document', `${origin}/away`, /document\.url could not be fetched/],
        ['document', `${origin}/huge.txt`, /document\.url could not be fetched/],
        ['image', `${origin}/lies.png`, /image must be an image/],
        ['document', 'http://10.0.0.1/x', /document\.url could not be fetched/],
        ['document', 'http://[::1]:1/x', /document\.url could not be fetched/],
      ];
      for (const [kind, url, message] of cases) {
        const answer = await send(kind, url);
        assert.equal(answer.status, 400, url);
        assert.equal(answer.body.code, 40000);
        assert.match(answer.body.message, message);
        assert.ok(!answer.text.includes('secret banner'));
      }
    } finally {
      server.close();
    }
  },
);

testService(
  'the model is informed of a file that cannot be read, and the round does not fail',
  readingText,
  async (service) => {
    const answer = await sendParts(service, [
      { type: 'text', text: 'Summarise' },
      { type: 'document', document: { base64_content: base64('%PDF-1.4 broken'), name: 'broken.pdf' } },
    ]);
    assert.equal(answer.status, 200);
    const file = partsSeen()[1];
    assert.ok(file?.type === 'text' && /"broken\.pdf", which could not be read/.test(file.text));
  },
);
