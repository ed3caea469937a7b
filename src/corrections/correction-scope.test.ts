import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowsNone, isInScope, scopeOfCorrections } from './correction-scope.ts';

const all = { groupIds: null, dataIds: null };

test('without a restriction every correction is in scope', () => {
  for (const call of [undefined, {}]) assert.equal(scopeOfCorrections(call, all), null);
});

test('a call that names knowledge bases gets their corrections only', () => {
  const scope = scopeOfCorrections({ groupIds: ['a'], dataIds: ['d'] }, all);
  assert.deepEqual(
    ['a', 'b', ''].map((id) => isInScope(id, scope)),
    [true, false, false],
  );
});

test('a call with empty lists, or with documents only, gets none', () => {
  for (const call of [{ groupIds: [], dataIds: [] }, { dataIds: ['d'] }, { groupIds: [] }])
    assert.ok(allowsNone(scopeOfCorrections(call, all)));
});

test('the scope of the agent does not exclude corrections without a knowledge base', () => {
  const scope = scopeOfCorrections(undefined, { groupIds: ['a'], dataIds: null });
  assert.deepEqual(
    ['a', 'b', ''].map((id) => isInScope(id, scope)),
    [true, false, true],
  );
  assert.ok(isInScope('', scopeOfCorrections(undefined, { groupIds: null, dataIds: ['d'] })));
});
