import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quotePassage } from './quote-passage.ts';

test('a passage becomes a quote with a link to its source', () => {
  const passage = {
    documentName: 'Parcels',
    sourceUrl: 'https://shop.example/a',
    content: 'One.\r\n\nTwo.\n',
  };
  assert.equal(quotePassage(passage), '> One.\n>\n> Two.\n\n[Parcels](https://shop.example/a)\n');
});

test('names and addresses of documents cannot break out of the link', () => {
  assert.equal(
    quotePassage({ documentName: 'A](x) [b', sourceUrl: 'https://shop.example/a) (b', content: 'c' }),
    '> c\n\n[A\\](x) \\[b](https://shop.example/a%29%20%28b)\n',
  );
});

test('a document without a public address is named without a link', () => {
  for (const sourceUrl of ['', 'javascript:alert(1)', 'file:///etc/passwd'])
    assert.equal(quotePassage({ documentName: 'Parcels', sourceUrl, content: 'c' }), '> c\n\nParcels\n');
});
