import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathTree } from './path-tree.ts';

test('URLs and paths become a tree of servers, folders and pages with their numbers', () => {
  const tree = pathTree([
    'https://a.example/',
    'https://a.example/docs/one',
    'https://a.example/docs/two?x=1',
    'https://b.example/c',
    'guides/a.md',
    'mailto:x.md',
    'guides/de/b.md',
  ]);
  const shown = (nodes: typeof tree): unknown[] =>
    nodes.map(({ name, pages, children }) => (children.length > 0 ? [name, pages, shown(children)] : name));
  assert.deepEqual(shown(tree), [
    ['a.example', 3, ['/', ['docs/', 2, ['one', 'two?x=1']]]],
    ['b.example', 1, ['c']],
    ['guides/', 2, ['a.md', ['de/', 1, ['b.md']]]],
    'mailto:x.md',
  ]);
});
