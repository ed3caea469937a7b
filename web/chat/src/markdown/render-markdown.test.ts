import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ComponentChild, ComponentChildren, VNode } from 'preact';
import { renderMarkdown, renderPlain } from './render-markdown.ts';

const options = {
  images: { hosts: ['images.example.com', '*.pictures.example'], origin: 'https://desk.example.com' },
  Code: ({ text }: { text: string }) => text,
  Formula: ({ text }: { text: string }) => text,
  Scroll: ({ children }: { children: ComponentChildren }) => children,
  tableLabel: 'Table',
};

interface Found {
  type: unknown;
  props: Record<string, unknown>;
}

const isElement = (child: ComponentChild): child is VNode => typeof child === 'object' && child !== null;

/** Every element of a tree, and its text. */
const walk = (children: ComponentChild, found: Found[] = [], words: string[] = []): [Found[], string[]] => {
  if (Array.isArray(children)) for (const child of children) walk(child, found, words);
  else if (isElement(children)) {
    const { children: inner, ...props } = children.props as Record<string, unknown>;
    found.push({ type: children.type, props });
    walk(inner as ComponentChild, found, words);
  } else if (children !== null && children !== undefined) words.push(String(children));
  return [found, words];
};

const elementsOf = (text: string): Found[] => walk(renderMarkdown(text, options))[0];
const only = (text: string, type: string): Record<string, unknown>[] =>
  elementsOf(text)
    .filter((element) => element.type === type)
    .map(({ props }) => props);

const harmless = new Set([
  'p',
  'ul',
  'ol',
  'li',
  'blockquote',
  'em',
  'strong',
  's',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'hr',
  'br',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'code',
  'a',
  'img',
  'table',
  'label',
  'input',
]);
const properties = new Set([
  'href',
  'target',
  'rel',
  'src',
  'alt',
  'loading',
  'referrerpolicy',
  'class',
  'start',
  'type',
  'checked',
  'disabled',
]);

const assertHarmless = (text: string): void => {
  for (const { type, props } of elementsOf(text)) {
    if (typeof type === 'function') continue;
    assert.ok(harmless.has(String(type)), `<${String(type)}> from ${text}`);
    for (const name of Object.keys(props)) assert.ok(properties.has(name), `${name} from ${text}`);
    if (props.href !== undefined) assert.match(String(props.href), /^(https?|mailto|tel):/, text);
    if (props.src !== undefined)
      assert.match(String(props.src), /^https:\/\/(images|desk)\.example\.com\//, text);
  }
};

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\u0000script:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](&#x6A&#x61;vascript&colon;alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](data:image/svg+xml;base64,PHN2Zz4=)',
  '[x](file:///etc/passwd)',
  '[x](blob:https://desk.example.com/1)',
  '[x](//evil.example/x)',
  '[x](/console)',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '![x](https://evil.example/track.png)',
  '![x](https://images.example.com@evil.example/x.png)',
  '![x](https://user:secret@images.example.com/x.png)',
  '![x](https://images.example.com.evil.example/x.png)',
  '![x"onerror="alert(1)](https://images.example.com/a.png"onerror="alert(1))',
  '[x]: javascript:alert(1)\n\n[x]',
  '<javascript:alert(1)>',
  '```"><script>alert(1)</script>\ncode\n```',
  '| a |\n|:-:|\n| <img src=x onerror=alert(1)> |',
  '[x](https://a.example "\'><script>alert(1)</script>")',
  '[![x](https://evil.example/i.png)](javascript:alert(1))',
];

test('hostile Markdown becomes only allowed elements with safe addresses', () => {
  for (const text of hostile) assertHarmless(text);
});

test('random combinations of hostile pieces become only allowed elements', () => {
  const pieces = fc.constantFrom(
    ...hostile,
    '[',
    '](',
    ')',
    '![',
    '<',
    '>',
    '"',
    '`',
    '\n',
    '\n\n',
    '&#',
    '\\',
    '*',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => assertHarmless(parts.join(''))),
    { numRuns: 300 },
  );
});

test('HTML tags are shown as text', () => {
  const [, words] = walk(renderMarkdown('<b>bold</b> & <i>', options));
  assert.equal(words.join(''), '<b>bold</b> & <i>');
});

test('links open in a new tab and send no referrer', () => {
  assert.deepEqual(only('[x](https://a.example/b) and https://c.example', 'a'), [
    { href: 'https://a.example/b', target: '_blank', rel: 'noopener noreferrer nofollow' },
    { href: 'https://c.example/', target: '_blank', rel: 'noopener noreferrer nofollow' },
  ]);
});

test('every address that must not be followed is shown as plain text, without Markdown marks', () => {
  const addresses = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '&#106;avascript:alert(1)',
    'javascript&colon;alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,x',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    'blob:https://desk.example.com/1',
    'intent://x',
    'chrome://settings',
    'ms-word:ofe',
    '//evil.example/x',
    '/console',
    'console',
    '#top',
  ];
  for (const address of addresses)
    for (const text of [
      `[the words](${address})`,
      `[the words](<${address}> "title")`,
      `[the words][ref]\n\n[ref]: ${address}`,
      `![the words](${address})`,
      `![the words][ref]\n\n[ref]: <${address}>`,
    ]) {
      const [found, words] = walk(renderMarkdown(text, options));
      // An image of the service itself is allowed.
      if (text.startsWith('!') && address.startsWith('/console')) continue;
      assert.deepEqual([found.map(({ type }) => type), words.join('')], [['p'], 'the words'], text);
    }
  for (const text of [
    '<javascript:alert(1)>',
    '<data:text/html,x>',
    'javascript:alert(1)',
    'ftp://a.example/x',
  ]) {
    const [found, words] = walk(renderMarkdown(text, options));
    assert.deepEqual(
      [found.map(({ type }) => type), words.join('')],
      [['p'], text.replace(/[<>]/g, '')],
      text,
    );
  }
});

test('a link without text shows its address', () => {
  for (const [text, shown] of [
    ['[](https://a.example/b)', 'https://a.example/b'],
    ['[](javascript:alert)', 'javascript:alert'],
    ['![](https://other.example/a.png)', 'https://other.example/a.png'],
  ] as const)
    assert.equal(walk(renderMarkdown(text, options))[1].join(''), shown);
});

test('images of the service and of allowed hosts are shown', () => {
  assert.deepEqual(
    only('![a](https://images.example.com/a.png) ![b](/files/b.png)', 'img').map(({ src }) => src),
    ['https://images.example.com/a.png', 'https://desk.example.com/files/b.png'],
  );
});

test('an image with a blob URL or without an origin is not shown', () => {
  for (const source of ['blob:https://desk.example.com/1', 'data:image/svg+xml,<svg/>', 'about:blank'])
    for (const origin of [options.images.origin, 'null'])
      for (const text of [`![x](${source})`, `![\\[x](${source})`]) {
        const [found] = walk(renderMarkdown(text, { ...options, images: { hosts: [], origin } }));
        assert.deepEqual(
          found.filter(({ type }) => type === 'img' || type === 'a'),
          [],
          text,
        );
      }
});

test('a wildcard matches subdomains, over HTTPS only', () => {
  const shown = (address: string) => only(`![a](${address})`, 'img').length === 1;
  assert.equal(shown('https://a.pictures.example/x.png'), true);
  for (const address of [
    'http://a.pictures.example/x.png',
    'https://pictures.example/x.png',
    'https://evilpictures.example/x.png',
  ])
    assert.equal(shown(address), false, address);
});

test('an image of another host becomes a link', () => {
  const text = '![a chart](https://other.example/a.png)';
  assert.deepEqual(only(text, 'img'), []);
  assert.deepEqual(
    only(text, 'a').map(({ href }) => href),
    ['https://other.example/a.png'],
  );
  assert.equal(walk(renderMarkdown(text, options))[1].join(''), 'a chart');
});

test('lists, tables, code and headings become their elements', () => {
  const types = (text: string) =>
    elementsOf(text).map(({ type }) => (typeof type === 'function' ? type.name : type));
  assert.deepEqual(types('3. a\n4. b'), ['ol', 'li', 'li']);
  assert.equal(only('3. a', 'ol')[0]?.start, 3);
  assert.deepEqual(types('| a | b |\n|---|--:|\n| 1 | 2 |'), [
    'Scroll',
    'table',
    'thead',
    'tr',
    'th',
    'th',
    'tbody',
    'tr',
    'td',
    'td',
  ]);
  assert.deepEqual(
    only('| a | b |\n|---|--:|\n| 1 | 2 |', 'td').map((props) => props.class),
    ['align-start', 'align-right'],
  );
  assert.deepEqual(types('# A\n\n##### B'), ['h2', 'h3']);
  assert.deepEqual(types('### A\n\n#### B\n\n## C\n\n### D\n\n### E'), ['h2', 'h3', 'h2', 'h3', 'h3']);
  assert.deepEqual(types('`a`\n\n```js x\nb\n```'), ['p', 'code', 'Code']);
  assert.deepEqual(types('one\ntwo'), ['p', 'br']);
});

test('the text of a person is unchanged, except that addresses become links', () => {
  const [found, words] = walk(renderPlain('1. *see* <b> https://a.example/x\nbye', options));
  assert.deepEqual(
    found.map(({ type }) => type),
    ['p', 'a', 'br'],
  );
  assert.equal(words.join('|'), '1. *see* <b> |https://a.example/x|bye');
});

test('deeply nested marks are rendered in bounded time', () => {
  for (const piece of ['*', '[', '![', '> ', '- ', '`', '<', '_a*']) assertHarmless(piece.repeat(5000));
});

test('a task list has read-only checkboxes with the text as their label', () => {
  const text = '- [ ] Print the *label*\n- [x] Pack it\n\n  - [X] with paper\n- [link](https://example.com)';
  assert.deepEqual(
    only(text, 'input'),
    [false, true, true].map((checked) => ({ type: 'checkbox', checked, disabled: true })),
  );
  assert.deepEqual(
    only(text, 'li').map((props) => props.class),
    ['task', 'task', 'task', undefined],
  );
  const [label] = walk(renderMarkdown('1. [x] Pack **it**', options))[0].filter(
    ({ type }) => type === 'label',
  );
  assert.ok(label);
  assert.deepEqual(walk(renderMarkdown('1. [x] Pack **it**', options))[1].join(''), 'Pack it');
});

test('text that only looks like a task is unchanged', () => {
  for (const text of [
    '[ ] no list',
    '- [  ] two spaces',
    '- [y] another letter',
    '- [x]',
    '- a [ ] b',
    '- `[ ] x`',
  ]) {
    assert.deepEqual(only(text, 'input'), [], text);
    assert.equal(walk(renderMarkdown(text, options))[1].join(''), text.replace(/^- |`/g, ''));
  }
  assert.equal(walk(renderPlain('- [x] Pack it', options))[1].join(''), '- [x] Pack it');
});

test('a table has an accessible name, and long cells get enough width', () => {
  const text = `| A | B |\n|---|--:|\n| ${'x'.repeat(30)} | ${'y '.repeat(20)} |`;
  const box = elementsOf(text).find(({ type }) => type === options.Scroll);
  assert.equal(box?.props.label, 'Table');
  assert.deepEqual(
    only(text, 'td').map((props) => props.class),
    ['align-start', 'align-right long'],
  );
});
