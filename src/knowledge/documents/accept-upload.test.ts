import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSettings } from '../../agents/index.ts';
import type { Files } from '../../files/index.ts';
import { knowledgeKindOfName } from '../../lib/file-formats/index.ts';
import type { SafeFetch } from '../../lib/safe-fetch/index.ts';
import { createAcceptUpload, UploadRefused } from './accept-upload.ts';

const mb = 1024 * 1024;

const accept = createAcceptUpload({
  files: {
    store: async (file: { name: string }) => ({ id: 'f', name: file.name }),
  } as unknown as Files,
  fetch: (() => Promise.reject(new Error('not to be called'))) as unknown as SafeFetch,
  folder: 'unused',
});

const upload = (kind: 'text' | 'spreadsheet', name: string | undefined, bytes: Uint8Array) =>
  accept({
    agent: { id: 'a', workspaceId: 'w', settings: defaultSettings() },
    kind,
    name,
    source: { bytes },
  });

const sized = (head: string, size: number): Uint8Array =>
  Buffer.alloc(size, 'x').fill(head, 0, head.length, 'latin1');

test('a file of exactly the maximum size is accepted, one byte more is not', async () => {
  for (const [kind, name, head, limit] of [
    ['text', 'a.txt', '', 10 * mb],
    ['text', 'a.md', '# t\n', 10 * mb],
    ['text', 'a.pdf', '%PDF-1.7\n', 30 * mb],
    ['text', 'a.eml', 'From: a\n\n', 30 * mb],
    ['text', 'a.png', '\x89PNG', 10 * mb],
    ['spreadsheet', 'a.csv', 'a,b\n', 10 * mb],
  ] as const) {
    assert.equal((await upload(kind, name, sized(head, limit))).fileId, 'f');
    await assert.rejects(upload(kind, name, sized(head, limit + 1)), UploadRefused);
  }
});

test('the content decides the format, not the file name', async () => {
  assert.equal((await upload('text', 'a.txt', Buffer.from('%PDF-1.4\n…'))).format, 'pdf');
  assert.equal((await upload('text', 'a.pdf', Buffer.from('only text'))).format, 'txt');
  assert.equal((await upload('text', 'a.txt', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))).format, 'png');
  await assert.rejects(
    upload('text', 'a.txt', Buffer.from('\x1f\x8b\x08', 'latin1')),
    /file is of type gzip; supported types: pdf, txt, .*; as a spreadsheet: csv, xls, xlsx, ods$/,
  );
  await assert.rejects(upload('spreadsheet', 'a.xlsx', Buffer.from('%PDF-1.4\n')), /file is of type pdf/);
  await assert.rejects(upload('text', 'a.py', Buffer.from('print(1)')), UploadRefused);
});

test('Rich Text and HTML that are named as Word documents are Word documents', async () => {
  const rich = Buffer.from('{\\rtf1 words}');
  const page = Buffer.from('<html><body>words</body></html>');
  assert.equal((await upload('text', 'Letter.DOC', rich)).format, 'doc');
  assert.equal((await upload('text', 'a.docx', rich)).format, 'doc');
  assert.equal((await upload('text', 'export.doc', page)).format, 'doc');
  assert.equal((await upload('text', 'a.doc', Buffer.from('only words'))).format, 'txt');
  assert.equal((await upload('text', 'a.doc', Buffer.from('{"a": 1}'))).format, 'txt');
  assert.equal((await upload('text', 'a.rtf', rich)).format, 'rtf');
  assert.equal((await upload('text', 'a.html', page)).format, 'html');
  await assert.rejects(upload('spreadsheet', 'a.doc', rich), UploadRefused);
});

test('a table with tabs is a spreadsheet with both of its extensions', async () => {
  for (const name of ['a.tsv', 'a.csv'])
    assert.equal((await upload(knowledgeKindOfName(name), name, Buffer.from('a\tb\n1\t2'))).format, 'csv');
});

test('text without a known extension is text for documents and CSV for spreadsheets', async () => {
  assert.equal((await upload('text', undefined, Buffer.from('[1] see below'))).format, 'txt');
  assert.equal((await upload('spreadsheet', 'numbers', Buffer.from('a,b\n1,2'))).format, 'csv');
  assert.equal((await upload('text', undefined, Buffer.from('hello'))).name, 'document.txt');
});

test('an empty file is rejected', async () => {
  await assert.rejects(upload('text', 'a.txt', new Uint8Array()), UploadRefused);
});
