import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentDisposition } from './content-disposition.ts';

test('a name is sent in ASCII and encoded', () => {
  assert.equal(
    contentDisposition('attachment', 'Prüfung (1).pdf'),
    `attachment; filename="Pr_fung (1).pdf"; filename*=UTF-8''Pr%C3%BCfung%20%281%29.pdf`,
  );
});

test('a name cannot end the header, its quotes or the line, nor change the direction of text', () => {
  assert.equal(
    contentDisposition('inline', 'a"; x=\\y\r\nSet-Cookie: z\u202e.txt'),
    `inline; filename="a__ x=_ySet-Cookie: z.txt"; filename*=UTF-8''a%22%3B%20x%3D%5CySet-Cookie%3A%20z.txt`,
  );
});

test('a name without any valid characters becomes "file"', () => {
  assert.equal(
    contentDisposition('attachment', '\u202e\n'),
    `attachment; filename="file"; filename*=UTF-8''file`,
  );
});

test('half a surrogate pair does not break the header', () => {
  assert.equal(
    contentDisposition('attachment', '\ud800'),
    `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`,
  );
});
