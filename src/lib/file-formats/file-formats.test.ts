import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  categoryOf,
  chatEndings,
  fileFormats,
  formatOfName,
  knowledgeFormats,
  knowledgeKindOfName,
  knowledgeLimitMb,
  listFormats,
  mediaTypeOf,
  messageKindOf,
} from './index.ts';

test('no extension and no first bytes belong to two formats', () => {
  const endings = fileFormats.flatMap(([format, row]) => [
    format,
    ...(row.endings ?? []),
    ...(row.synonyms ?? []),
  ]);
  assert.equal(new Set(endings).size, endings.length);
  const magic = fileFormats.flatMap(([, row]) => (row.magic ?? []).map((one) => JSON.stringify(one)));
  assert.equal(new Set(magic).size, magic.length);
});

test('the last extension of a name gives the format, case-insensitive', () => {
  for (const [name, format] of [
    ['report.PDF', 'pdf'],
    ['a.b.Jpeg', 'jpg'],
    ['talk.acc', 'aac'],
    ['page.htm ', 'html'],
    ['csv', 'csv'],
    ['a.zip', undefined],
    ['a.exe', undefined],
    ['constructor', undefined],
    ['', undefined],
    [undefined, undefined],
  ] as const)
    assert.equal(formatOfName(name), format, String(name));
});

test('messages accept documents, images and recordings', () => {
  const kinds = (['pdf', 'ods', 'py', 'webp', 'm4a', 'zip', 'mp4'] as const).map(messageKindOf);
  assert.deepEqual(kinds, ['document', 'document', 'document', 'image', 'audio', undefined, undefined]);
  assert.equal(mediaTypeOf('png'), 'image/png');
  assert.equal(mediaTypeOf('py'), 'text/plain');
});

test('the chat offers the formats of the contract and those that are read as documents', () => {
  assert.deepEqual(chatEndings('image'), ['jpg', 'jpeg', 'png', 'gif', 'webp']);
  assert.deepEqual(chatEndings('audio'), ['mp3', 'wav', 'aac', 'acc', 'm4a', 'ogg', 'opus', 'flac']);
  const contract = 'pdf txt docx csv xlsx html c cpp java json md php pptx py rb tex css js ts xml';
  const more = 'odt rtf odp epub htm eml msg srt vtt jsonl ods';
  assert.deepEqual(new Set(chatEndings('document')), new Set(`${contract} ${more}`.split(' ')));
});

test('knowledge bases accept texts and spreadsheets, each up to its size limit', () => {
  assert.deepEqual(
    knowledgeFormats('text'),
    'pdf txt md doc docx odt rtf pptx odp epub html eml msg srt vtt json jpg png gif webp mp3 wav aac m4a ogg flac'.split(
      ' ',
    ),
  );
  assert.deepEqual(knowledgeFormats('spreadsheet'), ['csv', 'xls', 'xlsx', 'ods']);
  assert.deepEqual(
    [knowledgeLimitMb('pdf'), knowledgeLimitMb('csv'), knowledgeLimitMb('py')],
    [30, 10, undefined],
  );
  assert.deepEqual(['a.xls', 'a.tsv', 'a.md', 'a'].map(knowledgeKindOfName), [
    'spreadsheet',
    'spreadsheet',
    'text',
    'text',
  ]);
  assert.ok(knowledgeFormats().every((format) => categoryOf(format) !== 'other'));
});

test('a list of formats reads as a sentence', () => {
  assert.equal(listFormats(['pdf'], 'and'), 'pdf');
  assert.equal(listFormats(['pdf', 'txt', 'md'], 'or'), 'pdf, txt or md');
});
