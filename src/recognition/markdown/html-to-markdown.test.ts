import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecognitionError } from '../recognition-error.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';

test('headings, paragraphs, lists and quotes keep their structure', () => {
  const html = `<h1>Title</h1><p>First <b>bold</b>
    words.</p><ul><li>one<ol><li>inner</li></ol></li><li>two</li></ul><blockquote><p>said</p></blockquote>`;
  assert.equal(htmlToMarkdown(html), '# Title\n\nFirst bold words.\n\n- one\n  1. inner\n- two\n\n> said');
});

test('a quotation keeps its lists, and a list item keeps its quotation', () => {
  const html = `<blockquote><p>one</p><ul><li>x<ul><li>y</li></ul></li></ul><blockquote>inner</blockquote></blockquote>
    <ol start=3><li><p>a</p><p>b</p><blockquote>said</blockquote></li><li value=7>c</li></ol>`;
  assert.equal(htmlToMarkdown(html), '> one\n>\n> - x\n>   - y\n>\n> > inner\n\n3. a\n   b\n   > said\n7. c');
});

test('terms stay with their definitions, and indented text stays text', () => {
  assert.equal(
    htmlToMarkdown(
      '<dl><dt>Dues</dt><dt>Fees</dt><dd>paid</dd><dd>twice</dd><div><dt>Ship</dt><dd>x</dd></div></dl>',
    ),
    '- Dues, Fees: paid\n  twice\n- Ship: x',
  );
  assert.equal(htmlToMarkdown('<dl><dd>moved in</dd></dl>'), 'moved in');
});

const notes: [string, string][] = [
  [
    'Word',
    '<p>Dues<a href="#footnote-1">[1]</a><a href="#endnote-2">[2]</a></p><ol><li id="footnote-1">Paid.<a href="#footnote-ref-1">↑</a></li><li id="endnote-2">Late.</li></ol>',
  ],
  [
    'Markdown programs',
    '<p>Dues<sup><a href="#fn1" id="fnref1">1</a></sup><sup><a href="#fn:e2">e2</a></sup></p><ol><li id="fn1"><p>Paid.<a href="#fnref1">↩︎</a></p></li><li id="fn:e2">Late.</li></ol>',
  ],
  [
    'encyclopedias',
    '<p>Dues<sup id="cite_ref-1"><a href="#cite_note-1">[1]</a></sup><sup id="cite_ref-2"><a href="#cite_note-2">[e2]</a></sup></p><ol><li id="cite_note-1"><a href="#cite_ref-1">^</a> Paid.</li><li id="cite_note-2">^ <sup><a href="#cite_ref-2">a</a></sup> Late.</li></ol>',
  ],
];

for (const [writer, html] of notes) {
  test(`footnotes as ${writer} write them do not stick to the word before them`, () => {
    assert.match(htmlToMarkdown(html), /^Dues\[\^1\]\[\^e2\]\n\n\[\^1\]: Paid\.\n\[\^e2\]: (?:\^ )?Late\.$/);
  });
}

test('a link within the page and a superscript number are not footnotes', () => {
  assert.equal(
    htmlToMarkdown(
      '<p>See <a href="#top">1</a>, x<sup>2</sup> and <sup><a href="#none">3</a></sup></p><p id=top>t</p>',
    ),
    'See 1, x2 and 3\n\nt',
  );
});

test('lists and quotations in a cell stay in its row', () => {
  const html =
    '<table><tr><td>a</td><td><ul><li>x</li><li>y</li></ul></td></tr><tr><td>b</td><td><blockquote>q</blockquote></td></tr></table>';
  assert.equal(htmlToMarkdown(html), '| a | x; y |\n| --- | --- |\n| b | q |');
});

test('a table keeps its rows, fills merged cells and escapes bars', () => {
  const html = `<table><tr><th rowspan=2>Ship</th><th colspan=2>Dues</th></tr><tr><th>in</th><th>out</th></tr>
    <tr><td>A|B</td><td>1</td><td>2</td></tr></table>`;
  assert.equal(
    htmlToMarkdown(html),
    '| Ship | Dues | Dues |\n| --- | --- | --- |\n| Ship | in | out |\n| A\\|B | 1 | 2 |',
  );
});

test('a title row across the whole table is not repeated', () => {
  const html = '<table><tr><td colspan=2>Prices</td></tr><tr><td>a</td><td>1</td></tr></table>';
  assert.equal(htmlToMarkdown(html), '| Prices |  |\n| --- | --- |\n| a | 1 |');
});

test('a table in a cell stays in its row', () => {
  const inner = '<table><tr><td>x</td><td>y</td></tr><tr><td>z</td></tr></table>';
  const html = `<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>${inner}</td></tr><tr><td>d</td><td>e</td></tr></table>`;
  assert.equal(htmlToMarkdown(html), '| a | b |\n| --- | --- |\n| c | x, y; z |\n| d | e |');
});

test('scripts, styles, hidden parts and image data are not read', () => {
  const html = `<head><title>T</title><style>p{}</style></head><p>seen</p><script>alert('no')</script>
    <p hidden>no</p><div style="display: none">no</div><img src="data:image/png;base64,AAAA" alt="logo"><svg><text>no</text></svg>`;
  assert.equal(htmlToMarkdown(html), '# T\n\nseen\n\n[logo]');
});

test('a URL is placed below its paragraph', () => {
  const html =
    '<p>See the <a href="https://example.com/guide">guide</a> first.</p><nav><a href="https://example.com">Home</a></nav>';
  assert.equal(htmlToMarkdown(html), 'See the guide first.\n\n[guide]: https://example.com/guide\n\nHome');
});

test('a paragraph that looks like a heading does not become one', () => {
  assert.equal(htmlToMarkdown('<p># not a heading</p>'), '\\# not a heading');
});

test('code keeps its lines, even if it contains fences', () => {
  assert.equal(htmlToMarkdown('<pre>a\n```\n  b</pre>'), '````\na\n```\n  b\n````');
});

test('deep nesting is flattened and extreme nesting is refused', () => {
  assert.equal(htmlToMarkdown(`${'<div>'.repeat(5_000)}deep`), 'deep');
  assert.throws(
    () => htmlToMarkdown('<div>'.repeat(300_000)),
    (error) => error instanceof RecognitionError && error.reason === 'too-complex',
  );
});

test('spans of a million cells are limited', () => {
  const html = `<table><tr><td colspan=99999999 rowspan=99999999>x</td><td>y</td></tr><tr><td>z</td></tr></table>`;
  assert.ok(htmlToMarkdown(html).length < 100_000);
});
