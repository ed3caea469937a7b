import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { consoleDocumentPath } from '../../scripts/generated/generated-paths.ts';

const root = join(import.meta.dirname, '../..');

interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
}

interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
}

/** First words of operation titles. Add a verb only if developers would search for it. */
const verbs = new Set([
  'Accept',
  'Add',
  'Assign',
  'Change',
  'Check',
  'Close',
  'Compare',
  'Confirm',
  'Connect',
  'Count',
  'Create',
  'Delete',
  'Discard',
  'Disconnect',
  'Download',
  'Duplicate',
  'End',
  'Erase',
  'Export',
  'Finish',
  'Get',
  'Import',
  'Invite',
  'Leave',
  'Link',
  'List',
  'Mark',
  'Preview',
  'Publish',
  'Rate',
  'Re-index',
  'Remove',
  'Rename',
  'Renew',
  'Replace',
  'Replay',
  'Reset',
  'Restore',
  'Resume',
  'Retry',
  'Revoke',
  'Roll',
  'Rotate',
  'Save',
  'Search',
  'Send',
  'Set',
  'Sign',
  'Snooze',
  'Start',
  'Stop',
  'Stream',
  'Submit',
  'Suggest',
  'Summarise',
  'Switch',
  'Synthesize',
  'Take',
  'Test',
  'Transcribe',
  'Translate',
  'Update',
  'Upload',
  'Verify',
  'Withdraw',
]);

/** Words of earlier descriptions for which there is a common term. */
const uncommonWords =
  /\b(?:nobody knows|somebody|whoever|is told|are told|tell how|how \w+ stand|stands? in|left out|passed over|goes before|gone for good|came to nothing|under way|anew|gave out|wants attention|vouch\w*|walled)\b/i;

const textsOf = (value: unknown): string[] => {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, child]) =>
    (key === 'description' || key === 'summary') && typeof child === 'string' ? [child] : textsOf(child),
  );
};

for (const file of ['openapi.json', consoleDocumentPath]) {
  const document = JSON.parse(readFileSync(join(root, file), 'utf8')) as OpenApiDocument;
  const operations = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ operationId }) => operationId !== undefined);

  test(`${file}: each operation has a unique title that starts with a verb`, () => {
    assert.ok(operations.length > 30);
    const titles = operations.map(({ summary = '' }) => summary);
    assert.deepEqual(
      titles.filter((title, index) => titles.indexOf(title) !== index),
      [],
    );
    assert.deepEqual(
      titles.filter((title) => !verbs.has(title.split(' ')[0]!) || title.endsWith('.')),
      [],
    );
  });

  test(`${file}: each operation has a description`, () => {
    assert.deepEqual(
      operations
        .filter(({ description = '' }) => !/^\S.*[.]$/s.test(description))
        .map((one) => one.operationId),
      [],
    );
  });

  test(`${file}: descriptions use common terms`, () => {
    const texts = textsOf(document);
    assert.ok(texts.length > 200);
    assert.deepEqual(
      texts.filter((text) => uncommonWords.test(text)),
      [],
    );
  });
}
