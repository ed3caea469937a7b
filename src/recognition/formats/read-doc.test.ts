import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectType } from '../detect/detect-type.ts';
import { readDoc } from './read-doc.ts';
import { readHtml } from './read-html.ts';

const formatOf = async (text: string): Promise<string> =>
  (await detectType({ bytes: Buffer.from(text) }, 'report.doc')).format;

const wordXml = `<?xml version="1.0" encoding="UTF-8"?>\n<?mso-application progid="Word.Document"?>
<w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"><w:styles><w:style w:type="paragraph"
w:styleId="H"><w:name w:val="heading 1"/></w:style></w:styles><w:body><wx:sect><w:p><w:pPr><w:pStyle w:val="H"/></w:pPr>
<w:r><w:t>Dues</w:t></w:r></w:p><w:p><w:r><w:t>Grüße &amp; more</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t>
</w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl></wx:sect></w:body></w:wordDocument>`;

test('a Word document saved as one XML file is a Word document', async () => {
  assert.equal(await formatOf(wordXml), 'doc');
  const { markdown } = await readDoc(Buffer.from(wordXml));
  assert.equal(markdown, '# Dues\n\nGrüße & more\n\n| a | b |\n| --- | --- |');
  await assert.rejects(readDoc(Buffer.from(wordXml.replaceAll('w:body', 'w:other'))), /damaged/);
});

const archive = (part: string): string =>
  `Date: Mon, 1 Jan 2024 00:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\tboundary="=_x"\r\n\r\n--=_x\r\n${part}\r\n--=_x\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n--=_x--\r\n`;

test('a web archive is read as its page', async () => {
  const quoted = archive(
    'Content-Type: text/html; charset=UTF-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<html><h1>D=C3=BCes</h1><p>A long=\r\ner line</p></html>',
  );
  assert.equal(await formatOf(quoted), 'html');
  assert.equal(readHtml(Buffer.from(quoted)).markdown, '# Dües\n\nA longer line');
  const packed = archive(
    `Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from('<p>packed</p>').toString('base64')}`,
  );
  assert.equal(readHtml(Buffer.from(packed)).markdown, 'packed');
});

test('a text that starts like an e-mail stays a text', async () => {
  assert.equal(await formatOf('Subject: dues\n\nThey rose.'), 'txt');
  assert.equal(await formatOf(`${'A-header: value\r\n'.repeat(500)}words`), 'txt');
});

test('an archive without a page is read as text', () => {
  const none = archive('Content-Type: text/plain\r\n\r\nwords');
  assert.match(readHtml(Buffer.from(none)).markdown, /words/);
});
