import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { consoleDocumentPath } from '../../scripts/generated/generated-paths.ts';
import { operationsOf } from '../support/abuse/operations.ts';
import { needsOwnInputs } from '../support/abuse/worst/generic-inputs.ts';
import { ownInputs } from '../support/abuse/worst/own-inputs.ts';

/** worst-inputs.long.test.ts measures how long these inputs block the event loop. */
test('every operation of the management API that takes free JSON or a file has its most expensive inputs', () => {
  const document = join(import.meta.dirname, '../..', consoleDocumentPath);
  const missing = operationsOf(JSON.parse(readFileSync(document, 'utf8')))
    .filter((operation) => needsOwnInputs(operation))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => !ownInputs[name]);
  assert.deepEqual(missing, [], 'these have no inputs in test/support/abuse/worst/own-inputs.ts');
});
