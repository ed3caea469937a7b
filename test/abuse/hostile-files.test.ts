import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { base64, settled } from '../support/knowledge/documents.ts';
import { createScriptedModel } from '../support/models/scripted-model.ts';
import { makeDocx, paragraph } from '../support/recognition/make-docx.ts';
import { makeOpenDocument } from '../support/recognition/make-open-document.ts';
import { makePdf } from '../support/recognition/make-pdf.ts';
import { makeZip } from '../support/recognition/make-zip.ts';
import { type TestService, withService } from '../support/service/service.ts';

const megabyte = 2 ** 20;
const outsideName = 'frontdesk-abuse-slipped.txt';

/** Each entity contains the previous one ten times: a gigabyte if expanded. */
const entityBomb = (): string => {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
  );
  return `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY e0 "boom">${levels.join('')}]>`;
};

const wordPart = (xml: string): Buffer =>
  makeZip([
    { name: '[Content_Types].xml', data: '<Types/>' },
    { name: 'word/document.xml', data: xml },
  ]);

const deepTables = (depth: number): string =>
  `${'<w:tbl><w:tr><w:tc>'.repeat(depth)}${paragraph('deep')}${'</w:tc></w:tr></w:tbl>'.repeat(depth)}`;

/** FAILED: with the reason. AVAILABLE: only the text is read. */
const files: { name: string; bytes: Buffer; ends: 'FAILED' | 'AVAILABLE' | 'either'; reason?: RegExp }[] = [
  {
    name: 'zip-bomb.docx',
    bytes: makeZip([
      { name: '[Content_Types].xml', data: '<Types/>' },
      { name: 'word/document.xml', data: Buffer.alloc(130 * megabyte, 32), statedSize: 100 },
    ]),
    ends: 'FAILED',
    reason: /unpack|large|complex|memory/i,
  },
  {
    name: 'entity-bomb.docx',
    bytes: wordPart(
      `${entityBomb()}<w:document xmlns:w="w"><w:body>${paragraph('&e9;')}${paragraph('after')}</w:body></w:document>`,
    ),
    ends: 'either',
  },
  {
    name: 'zip-slip.docx',
    bytes: makeZip([
      { name: `../../../../../../../../../../${tmpdir()}/${outsideName}`, data: 'slipped' },
      { name: `/${tmpdir()}/${outsideName}`, data: 'slipped' },
      { name: `..\\..\\${outsideName}`, data: 'slipped' },
      { name: '[Content_Types].xml', data: '<Types/>' },
      { name: 'word/document.xml', data: '<w:document><w:body><w:p/></w:body></w:document>' },
    ]),
    ends: 'either',
  },
  {
    name: 'truncated.docx',
    bytes: makeDocx(paragraph('words '.repeat(5000))).subarray(0, -200),
    ends: 'FAILED',
    reason: /damaged/i,
  },
  {
    name: 'truncated.pdf',
    bytes: makePdf([[{ text: 'Hello', x: 72, y: 700, size: 12 }]]).subarray(0, 60),
    ends: 'FAILED',
    reason: /damaged/i,
  },
  { name: 'deep.docx', bytes: makeDocx(deepTables(20_000)), ends: 'either' },
  {
    name: 'blanks.md',
    bytes: Buffer.from(`a${' '.repeat(100_000)}b${'\n'.repeat(50_000)}c`),
    ends: 'AVAILABLE',
  },
  {
    name: 'brackets.md',
    bytes: Buffer.from(`${'[!['.repeat(10_000)}x${'](('.repeat(10_000)}`),
    ends: 'AVAILABLE',
  },
  {
    name: 'emphasis.md',
    bytes: Buffer.from(`${'*_'.repeat(10_000)}a${'`'.repeat(10_000)}`),
    ends: 'AVAILABLE',
  },
  {
    name: 'quotes.md',
    bytes: Buffer.from(`${'> '.repeat(20_000)}deep\n${'- '.repeat(20_000)}deep`),
    ends: 'AVAILABLE',
  },
  {
    name: 'picture.docx',
    bytes: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(500)]),
    ends: 'FAILED',
    reason: /damaged/i,
  },
  {
    name: 'bomb.odt',
    bytes: makeOpenDocument('text', `<text:p>${' '.repeat(130 * megabyte)}</text:p>`),
    ends: 'FAILED',
    reason: /unpack/i,
  },
  {
    name: 'entities.odt',
    bytes: makeOpenDocument('text', '<text:p>&e9; after</text:p>', { declaration: entityBomb() }),
    ends: 'either',
  },
  { name: 'sound.ogg', bytes: Buffer.from('OggS and no sound'), ends: 'FAILED', reason: /damaged/i },
  { name: 'words.txt', bytes: Buffer.from('a'.repeat(100_000)), ends: 'AVAILABLE' },
];

/** Rejected at upload, because the type is not accepted. */
const strangers: Record<string, Buffer> = {
  'program.pdf': Buffer.concat([Buffer.from('MZ'), Buffer.alloc(4000, 1)]),
  'archive.docx': Buffer.concat([Buffer.from('1f8b080000000000', 'hex'), Buffer.alloc(500)]),
};

const add = async (service: TestService, name: string, bytes: Buffer) => {
  const { status, body } = await service.call('POST', '/v1/bot/doc/text/add', {
    chunk_token: 600,
    files: [{ file_name: name, file_base64: base64(bytes) }],
  });
  assert.equal(status, 200, name);
  return body as { doc: { doc_id: string }[]; failed: string[] };
};

test('hostile files are rejected or fail with a reason, and other documents are found', async () => {
  const model = createScriptedModel();
  await withService('sqlite', { models: model.models }, async (service) => {
    const ids = new Map<string, string>();
    for (const { name, bytes } of files) ids.set(name, (await add(service, name, bytes)).doc[0]!.doc_id);
    const good = (await add(service, 'good.md', Buffer.from('# Tea\n\nThe kettle is blue.'))).doc[0]!.doc_id;
    for (const [name, bytes] of Object.entries(strangers))
      assert.deepEqual((await add(service, name, bytes)).failed, [name]);

    const states = await settled(service, [...ids.values(), good]);
    assert.equal(states.get(good)!.status, 'AVAILABLE');
    for (const { name, ends, reason } of files) {
      const state = states.get(ids.get(name)!)!;
      const told = `${name}: ${state.status} ${state.reason}`;
      if (ends !== 'either') assert.equal(state.status, ends, told);
      if (state.status === 'FAILED') {
        assert.match(state.reason ?? '', reason ?? /\w+ \w+/, told);
        assert.doesNotMatch(state.reason ?? '', /node_modules|\.ts:|heap|Error:/, told);
      }
    }
    const { body: found } = await service.call('POST', '/v1/vector/match', { prompt: 'kettle' });
    assert.match(found.list[0].content, /The kettle is blue/);
    const { body: boom } = await service.call('POST', '/v1/vector/match', {
      prompt: 'boom',
      embedding_rate: 0,
    });
    assert.deepEqual(boom.list, [], 'no entity was expanded');

    // The same files as part of a message: a reply or an error, never a 5xx.
    for (const { name, bytes } of files.slice(0, 5)) {
      const { status, body } = await service.call('POST', '/v2/conversation/message', {
        conversation_id: await service.newConversation(),
        messages: [
          {
            role: 'user',
            content: [{ type: 'document', document: { name, base64_content: base64(bytes) } }],
          },
        ],
      });
      assert.ok(status === 200 || (status >= 400 && status < 500 && body.code > 0), `${name}: ${status}`);
    }
    assert.ok(!existsSync(join(tmpdir(), outsideName)), 'nothing was written outside');
    const inside = readdirSync(service.folder, { recursive: true, encoding: 'utf8' });
    assert.ok(
      !inside.some((path) => path.includes(outsideName)),
      'no file was written under the name in the archive',
    );
  });
});
