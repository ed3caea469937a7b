import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadEnglishMessages } from '../../../../test/support/console/english-messages.ts';
import { authorName, userName } from './user-name.ts';

test('a user is shown by id, also one whose id looks like that of an operator', () => {
  assert.equal(userName({ userId: 'ada', operator: null }), 'ada');
  assert.equal(userName({ userId: 'op:ada', operator: null }), 'op:ada');
  assert.equal(authorName({ userId: 'ada', operator: null }), 'ada');
});

test('a test chat is shown by the name of its operator', () => {
  loadEnglishMessages();
  const user = { userId: `op:${'a'.repeat(24)}`, operator: { name: 'Ana' } };
  assert.equal(userName(user), 'Test chat of Ana');
  assert.equal(authorName(user), 'Ana');
  assert.equal(userName({ ...user, operator: { name: null } }), 'Test chat of former operator');
});

test('a name with braces or markup is shown literally', () => {
  loadEnglishMessages();
  assert.equal(userName({ userId: 'op:x', operator: { name: '{name} <b>' } }), 'Test chat of {name} <b>');
});
