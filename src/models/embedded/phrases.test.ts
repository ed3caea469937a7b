import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saysUnknown } from '../../lib/language/index.ts';
import { phrasesOf } from './phrases.ts';

test('analytics recognise that the embedded model found nothing, in each language', () => {
  for (const [language, { nothingKnown, greeting }] of Object.entries(phrasesOf)) {
    assert.ok(saysUnknown(nothingKnown), `${language}: ${nothingKnown}`);
    assert.ok(!saysUnknown(greeting), `${language}: ${greeting}`);
  }
});
