import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { makeM4a } from '../speech/make-m4a.ts';
import { makeDocx, paragraph, relationsXml } from './make-docx.ts';
import { makeOpenDocument } from './make-open-document.ts';
import { makeZip } from './make-zip.ts';

export interface SampleFile {
  name: string;
  bytes: Buffer;
  /** Part of its text. */
  text: string;
  /** Type of the part of a message. */
  kind: 'document' | 'image' | 'audio';
  isSpreadsheet?: true;
}

const fixture = (path: string): Buffer => readFileSync(new URL(`../../fixtures/${path}`, import.meta.url));

const makePptx = (title: string): Buffer =>
  makeZip([
    {
      name: 'ppt/presentation.xml',
      data: '<p:presentation><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
    },
    { name: 'ppt/_rels/presentation.xml.rels', data: relationsXml([['r1', 'slide', 'slides/slide1.xml']]) },
    {
      name: 'ppt/slides/slide1.xml',
      data: `<p:sld><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${title}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
    },
  ]);

const makeEpub = (words: string): Buffer =>
  makeZip([
    { name: 'mimetype', data: 'application/epub+zip', isStored: true },
    { name: 'META-INF/container.xml', data: '<container><rootfile full-path="a.opf"/></container>' },
    {
      name: 'a.opf',
      data: '<package><manifest><item id="c" href="c.xhtml"/></manifest><spine><itemref idref="c"/></spine></package>',
    },
    { name: 'c.xhtml', data: `<html><body><p>${words}</p></body></html>` },
  ]);

const makeMail = (words: string, attached: Buffer): string =>
  [
    'From: Ann <ann@example.com>',
    'To: Bob <bob@example.com>',
    'Subject: Order',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    `--b\r\nContent-Type: text/plain\r\n\r\n${words}`,
    `--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=terms.docx\r\nContent-Transfer-Encoding: base64\r\n\r\n${attached.toString('base64')}`,
    '--b--',
  ].join('\r\n');

/** Words that no other sample has. */
const wordsFor = (name: string): string =>
  `The reference of ${name.replace('.', ' ')} is ${createHash('sha256').update(name).digest('hex').slice(0, 8)}.`;

/** A file of each format besides those of the contract, with text in it. */
export const sampleFiles = (): SampleFile[] => {
  const document = (name: string, make: (words: string) => Buffer | string): SampleFile => {
    const text = wordsFor(name);
    return { name, bytes: Buffer.from(make(text) as Buffer), text, kind: 'document' };
  };
  const paragraphOf = (words: string) => `<text:p>${words}</text:p>`;
  return [
    document('a.pptx', makePptx),
    document('a.odt', (words) => makeOpenDocument('text', paragraphOf(words))),
    document('a.odp', (words) =>
      makeOpenDocument(
        'presentation',
        `<draw:page><draw:text-box>${paragraphOf(words)}</draw:text-box></draw:page>`,
      ),
    ),
    {
      ...document('a.ods', (words) =>
        makeOpenDocument(
          'spreadsheet',
          `<table:table table:name="S"><table:table-row><table:table-cell>${paragraphOf('Title')}</table:table-cell></table:table-row><table:table-row><table:table-cell>${paragraphOf(words)}</table:table-cell></table:table-row></table:table>`,
        ),
      ),
      isSpreadsheet: true,
    },
    document('a.epub', makeEpub),
    document('a.rtf', (words) => `{\\rtf1\\ansi ${words}\\par}`),
    document('a.html', (words) => `<!doctype html><title>Page</title><p>${words}</p>`),
    document('a.eml', (words) => makeMail('Hello', makeDocx(paragraph(words)))),
    document('a.json', (words) => JSON.stringify({ words })),
    document('a.jsonl', (words) => `${JSON.stringify({ id: 1 })}\n${JSON.stringify({ words })}\n`),
    document('a.srt', (words) => `1\n00:00:01,000 --> 00:00:02,000\n${words}\n`),
    document('a.vtt', (words) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${words}\n`),
    { name: 'a.gif', bytes: fixture('documents/english.gif'), text: 'within thirty days', kind: 'image' },
    { name: 'a.m4a', bytes: makeM4a(fixture('recordings/order.aac')), text: 'Monday morning', kind: 'audio' },
  ];
};
