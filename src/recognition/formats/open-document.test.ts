import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeOpenDocument } from '../../../test/support/recognition/make-open-document.ts';
import { makeZip } from '../../../test/support/recognition/make-zip.ts';
import { detectType } from '../detect/detect-type.ts';
import { RecognitionError } from '../recognition-error.ts';
import { readOdp } from './read-odp.ts';
import { readOds } from './read-ods.ts';
import { readOdt } from './read-odt.ts';

const listStyles = `<text:list-style style:name="L1"><text:list-level-style-bullet text:level="1"/><text:list-level-style-number text:level="2" style:num-format="1"/></text:list-style>
<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Title"/>`;

const letter = `<text:p text:style-name="P1">Price <text:span>list</text:span></text:p>
<text:tracked-changes><text:deletion><text:p>removed</text:p></text:deletion></text:tracked-changes>
<text:h text:outline-level="2">Delivery</text:h>
<text:p>Ships<text:s text:c="3"/>in two days.<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Working days</text:p></text:note-body></text:note> See <text:a xlink:href="https://example.com/terms">the terms</text:a>.</text:p>
<text:p># not a heading</text:p>
<text:list text:style-name="L1"><text:list-item><text:p>Paper</text:p><text:list><text:list-item><text:p>A4</text:p></text:list-item><text:list-item><text:p>A5</text:p></text:list-item></text:list></text:list-item></text:list>
<text:p><draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box></draw:frame></text:p>
<table:table><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>Format</text:p></table:table-cell><table:covered-table-cell/><table:table-cell><text:p>Price</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>A4</text:p></table:table-cell><table:table-cell><text:p>2 | 3</text:p></table:table-cell></table:table-row></table:table>`;

test('a text document keeps title, headings, notes, links, lists, boxes and tables', async () => {
  const { markdown } = await readOdt(makeOpenDocument('text', letter, { styles: listStyles }));
  assert.equal(
    markdown,
    [
      '# Price list',
      '## Delivery',
      'Ships in two days.[^1] See the terms.',
      '[^1]: Working days\n[the terms]: https://example.com/terms',
      '\\# not a heading',
      '- Paper\n  1. A4\n  2. A5',
      'In a box',
      '| Format | Format | Price |\n| --- | --- | --- |\n| A4 | A4 | 2 \\| 3 |',
    ].join('\n\n'),
  );
});

test('a document whose writer chose other prefixes is read', async () => {
  const body = '<text:h text:outline-level="1">Title</text:h><text:p>Words</text:p>';
  const xml = makeOpenDocument('text', body);
  const renamed = `<ns1:document-content xmlns:ns1="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:ns2="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><ns1:body><ns1:text>${body.replaceAll('text:', 'ns2:')}</ns1:text></ns1:body></ns1:document-content>`;
  const other = makeZip([{ name: 'content.xml', data: renamed }]);
  assert.equal((await readOdt(other)).markdown, (await readOdt(xml)).markdown);
});

test('slides have their titles and notes, without running frames', async () => {
  const frame = (kind: string, content: string) =>
    `<draw:frame presentation:class="${kind}"><draw:text-box>${content}</draw:text-box></draw:frame>`;
  const slides = `<draw:page>${frame('title', '<text:p>Plan</text:p>')}${frame('outline', '<text:list><text:list-item><text:p>One</text:p></text:list-item></text:list>')}${frame('footer', '<text:p>Page</text:p>')}<presentation:notes>${frame('notes', '<text:p>Say hello</text:p>')}</presentation:notes></draw:page><draw:page>${frame('', '<text:p>Thanks</text:p>')}</draw:page>`;
  const { markdown, pages } = await readOdp(makeOpenDocument('presentation', slides));
  assert.deepEqual(markdown.split('\n\n'), [
    '## Plan',
    '- One',
    'Notes: Say hello',
    '\f',
    '## Slide 2',
    'Thanks',
  ]);
  assert.equal(pages, 2);
});

const cell = (text: string, attributes = '') =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;

test('a spreadsheet is read as displayed or as data, without endless empty cells', async () => {
  const sheet = `<table:table table:name="Prices"><table:table-row>${cell('Item')}${cell('Since')}${cell('Price')}<table:table-cell table:number-columns-repeated="16000"/></table:table-row>
<table:table-row>${cell('Lamp', 'table:number-rows-spanned="2"')}${cell('3 April', 'office:value-type="date" office:date-value="2026-04-03"')}${cell('1.200,50 €', 'office:value-type="currency" office:value="1200.5"')}</table:table-row>
<table:table-row><table:covered-table-cell/>${cell('May')}${cell('7 %', 'office:value-type="percentage" office:value="0.07"')}</table:table-row>
<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`;
  const bytes = makeOpenDocument('spreadsheet', sheet);
  assert.deepEqual((await readOds(bytes)).sheets, [
    {
      name: 'Prices',
      rows: [
        ['Item', 'Since', 'Price'],
        ['Lamp', '3 April', '1.200,50 €'],
        ['Lamp', 'May', '7 %'],
      ],
    },
  ]);
  const data = await readOds(bytes, { cellValues: true });
  assert.deepEqual(data.sheets?.[0]?.rows.slice(1), [
    ['Lamp', '2026-04-03', '1200.5'],
    ['Lamp', 'May', '0.07'],
  ]);
});

const fails = async (reading: Promise<unknown>, reason: string) =>
  assert.rejects(reading, (error) => error instanceof RecognitionError && error.reason === reason);

test('hostile and unreadable OpenDocument files are refused with a reason', async () => {
  const repeated = `<table:table><table:table-row table:number-rows-repeated="1000000">${cell('x', 'table:number-columns-repeated="1000"')}</table:table-row></table:table>`;
  await fails(readOds(makeOpenDocument('spreadsheet', repeated)), 'too-complex');
  const deep = `${'<text:section>'.repeat(30_000)}<text:p>x</text:p>`;
  await fails(readOdt(makeOpenDocument('text', deep)), 'too-complex');
  const sealed = '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>';
  await fails(readOdt(makeOpenDocument('text', letter, { manifest: sealed })), 'encrypted');
  await fails(readOdt(makeZip([{ name: 'mimetype', data: 'x' }])), 'damaged');
  await fails(readOdt(makeOpenDocument('text', letter).subarray(0, 400)), 'damaged');
  const bomb = makeOpenDocument('text', `<text:p>${' '.repeat(140 * 2 ** 20)}</text:p>`);
  await fails(readOdt(bomb), 'too-complex');
});

test('entities that a document declares are not expanded', async () => {
  const declaration = `<!DOCTYPE x [<!ENTITY a "${'lol'.repeat(50)}"><!ENTITY b "&a;&a;&a;">]>`;
  const { markdown } = await readOdt(makeOpenDocument('text', '<text:p>&b; end</text:p>', { declaration }));
  assert.ok(!markdown.includes('lol'), markdown);
});

test('OpenDocument files are recognised by their content, also cut off', async () => {
  const format = async (bytes: Uint8Array, name?: string) => (await detectType({ bytes }, name)).format;
  assert.equal(await format(makeOpenDocument('text', letter), 'report.docx'), 'odt');
  assert.equal(await format(makeOpenDocument('spreadsheet', '')), 'ods');
  assert.equal(await format(makeOpenDocument('presentation', '')), 'odp');
  assert.equal(await format(makeOpenDocument('text', letter).subarray(0, 400), 'a.odt'), 'odt');
});
