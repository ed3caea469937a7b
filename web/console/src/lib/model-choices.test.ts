import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseReference, referenceValue } from './model-choices.ts';

test('the value of a model in a select is read back, whatever its name contains', () => {
  for (const name of ['gpt', 'org/model:8b', 'a "quoted" name', '[1,2]']) {
    const reference = { provider: 'connection' as const, connectionId: 'id', name };
    assert.deepEqual(parseReference(referenceValue(reference)), reference);
  }
  for (const value of ['', 'embedded', 'openai']) assert.equal(parseReference(value), undefined);
});
