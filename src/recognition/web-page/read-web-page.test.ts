import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWebPage } from './read-web-page.ts';

const read = (html: string, charset?: string) =>
  readWebPage({ bytes: Buffer.from(html), charset, url: 'https://shop.example/docs/returns?x=1' });

const long = 'Goods can be returned within thirty days of delivery, if they are not used. '.repeat(8);

test('the marked main part keeps headings, lists, tables and code, without navigation', async () => {
  const page = await read(`<html><head><title>Returns | Shop</title></head><body>
    <nav><a href="/">Home</a></nav><main><h1>Returns</h1><nav>On this page</nav><p>${long}</p><h2>Steps</h2>
    <ol><li>Pack</li><li>Send</li></ol><table><tr><th>Item</th><th>Days</th></tr><tr><td>Cane</td><td>14</td></tr></table>
    <pre><code>return(parcel)</code></pre></main><footer>Imprint</footer></body></html>`);
  assert.equal(page.title, 'Returns | Shop');
  assert.match(page.markdown, /^# Returns\n\nGoods/);
  assert.match(page.markdown, /## Steps\n\n1\. Pack\n2\. Send\n\n\| Item \| Days \|/);
  assert.match(page.markdown, /```\nreturn\(parcel\)\n```/);
  assert.doesNotMatch(page.markdown, /Home|On this page|Imprint/);
});

test('a page without marks is read by Readability', async () => {
  const links = Array.from(
    { length: 30 },
    (_none, index) => `<li><a href="/${index}">Menu ${index}</a></li>`,
  );
  const page = await read(`<html><body><div class="menu sidebar"><ul>${links.join('')}</ul></div>
    <div class="content"><h2>Returns</h2><p>${long}</p><p>${long}</p><ul><li>one, with text</li><li>two, with text</li></ul></div>
    <div class="footer">Imprint</div></body></html>`);
  assert.match(page.markdown, /Goods can be returned/);
  assert.match(page.markdown, /- one, with text\n- two, with text/);
  assert.doesNotMatch(page.markdown, /Menu 7|Imprint/);
});

test('a short page is kept as a whole', async () => {
  const page = await read('<html><body><p>Closed on Sundays.</p></body></html>');
  assert.equal(page.markdown, 'Closed on Sundays.');
});

test('links are absolute, by the base of the page, without fragments, other schemes and nofollow', async () => {
  const page = await read(`<html><head><base href="/manual/"></head><body><main><p>${long}
    <a href="a">A text</a> <a href="../b#part">B text</a> <a href="mailto:x@shop.example">Mail</a>
    <a href="https://other.example/c">C text</a> <a rel="nofollow" href="d">D</a> <a href="http://[">broken</a></p></main></body></html>`);
  assert.deepEqual(page.links, [
    'https://shop.example/manual/a',
    'https://shop.example/b',
    'https://other.example/c',
  ]);
  assert.match(page.markdown, /\[A text\]: https:\/\/shop\.example\/manual\/a/);
});

test('a page can forbid to store it and to follow its links', async () => {
  const none = await read('<meta name="ROBOTS" content="none"><p>x</p>');
  const index = await read('<meta name="robots" content="noindex, follow"><p>x</p>');
  assert.deepEqual([none.mayBeStored, none.mayBeFollowed], [false, false]);
  assert.deepEqual([index.mayBeStored, index.mayBeFollowed], [false, true]);
});
