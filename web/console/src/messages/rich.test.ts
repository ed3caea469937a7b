import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { compileMessage } from '../../../messages/compile-message.ts';
import { rich } from './rich.ts';
import { type MessageKey, setMessages } from './translate.ts';

const render = (text: string, values: object): string => {
  setMessages('en', { message: compileMessage(text) });
  return renderToStaticMarkup(rich('message' as MessageKey, values as never));
};
const bold = (text: unknown) => createElement('b', null, text as string);

test('tags become elements around their text', () => {
  assert.equal(render('Press <b>{key}</b> to save', { b: bold, key: 'S' }), 'Press <b>S</b> to save');
});

test('elements are inserted as values', () => {
  assert.equal(
    render('{count, plural, one {# file in {link}} other {# files in {link}}}', {
      count: 2,
      link: createElement('a', { href: '/x' }, 'here'),
    }),
    '2 files in <a href="/x">here</a>',
  );
});

test('markup in values is shown literally', () => {
  assert.equal(render('<b>{name}</b>', { b: bold, name: '<i>{x}</i>' }), '<b>&lt;i&gt;{x}&lt;/i&gt;</b>');
});
