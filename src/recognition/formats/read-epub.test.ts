import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeZip, type ZipPart } from '../../../test/support/recognition/make-zip.ts';
import { detectType } from '../detect/detect-type.ts';
import { RecognitionError } from '../recognition-error.ts';
import { readEpub } from './read-epub.ts';

const chapter = (body: string) =>
  `<?xml version="1.0"?><!DOCTYPE html><html><head><title>Walden</title></head><body>${body}</body></html>`;

const makeBook = (chapters: Record<string, string>, spine: string[], extra: ZipPart[] = []): Buffer =>
  makeZip([
    { name: 'mimetype', data: 'application/epub+zip', isStored: true },
    {
      name: 'META-INF/container.xml',
      data: '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    },
    {
      name: 'OEBPS/book.opf',
      data: `<package><metadata><dc:title>Walden</dc:title></metadata><manifest>${Object.keys(chapters)
        .map((name) => `<item id="${name}" href="text/${encodeURIComponent(name)}.xhtml"/>`)
        .join(
          '',
        )}</manifest><spine>${spine.map((id) => `<itemref idref="${id}"/>`).join('')}</spine></package>`,
    },
    ...Object.entries(chapters).map(([name, data]) => ({ name: `OEBPS/text/${name}.xhtml`, data })),
    ...extra,
  ]);

test('a book is read in the order of its spine, with its title once', async () => {
  const book = makeBook(
    {
      'b 2': chapter('<h1>Sounds</h1><ul><li>Birds</li></ul>'),
      b1: chapter('<h1>Economy</h1><p>Words.</p>'),
    },
    ['b1', 'b 2', 'b1', 'missing'],
  );
  assert.equal((await detectType({ bytes: book }, 'book.zip')).format, 'epub');
  const { markdown } = await readEpub(book);
  assert.deepEqual(markdown.split('\n\n'), ['# Walden', '# Economy', 'Words.', '\f', '# Sounds', '- Birds']);
});

const fails = async (reading: Promise<unknown>, reason: string) =>
  assert.rejects(reading, (error) => error instanceof RecognitionError && error.reason === reason);

test('a book with encrypted chapters is refused, one with obfuscated fonts is read', async () => {
  const encryption = (path: string) => ({
    name: 'META-INF/encryption.xml',
    data: `<encryption><enc:EncryptedData><enc:CipherReference URI="${path}"/></enc:EncryptedData></encryption>`,
  });
  const chapters = { a: chapter('<p>Words</p>') };
  await fails(readEpub(makeBook(chapters, ['a'], [encryption('OEBPS/text/a.xhtml')])), 'encrypted');
  const { markdown } = await readEpub(makeBook(chapters, ['a'], [encryption('OEBPS/fonts/a.otf')]));
  assert.match(markdown, /Words/);
});

test('a book without its list of chapters is damaged, and one that unpacks to gigabytes is refused', async () => {
  await fails(readEpub(makeZip([{ name: 'META-INF/container.xml', data: '<container/>' }])), 'damaged');
  await fails(readEpub(makeBook({}, ['nothing'])), 'damaged');
  const large = Buffer.alloc(60 * 2 ** 20, ' ');
  const parts = { a: chapter(large.toString()), b: chapter(large.toString()), c: chapter(large.toString()) };
  await fails(readEpub(makeBook(parts, ['a', 'b', 'c'])), 'too-complex');
});
