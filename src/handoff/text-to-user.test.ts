import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cataloguedLanguages } from '../../web/messages/read-catalogue.ts';
import { completeSettings, defaultHandoffTexts } from '../agents/index.ts';
import { builtInTexts } from './built-in-texts.ts';
import { handoffTextIn } from './text-to-user.ts';

test('the default texts exist in every language of the chat', () => {
  const languages = cataloguedLanguages(new URL('../../web/chat/messages', import.meta.url).pathname);
  assert.deepEqual(
    Object.keys(builtInTexts).sort(),
    languages.filter((language) => language !== 'en').sort(),
  );
});

test('the first language that has a text decides, then the text of the agent', () => {
  const settings = completeSettings({
    humanService: { connectingText: 'Momento!' },
    translations: { de: { connectingText: 'Moment!', emailText: '' } },
  });
  const text = (...languages: string[]) => handoffTextIn(settings, 'connectingText', languages);
  assert.equal(text('de-AT'), 'Moment!');
  assert.equal(text('fr', 'de'), 'Moment!');
  assert.equal(text('fr'), 'Momento!');
  assert.equal(text(), 'Momento!');
});

test('a default text is shown in the language of the user', () => {
  const text = (...languages: string[]) => handoffTextIn(completeSettings({}), 'emailText', languages);
  assert.equal(text('fr-CA'), builtInTexts.fr!.emailText);
  assert.equal(text('sv', 'zh'), builtInTexts['zh-Hans']!.emailText);
  assert.equal(text('en-GB', 'fr'), defaultHandoffTexts.emailText);
  assert.equal(text('constructor', '__proto__'), defaultHandoffTexts.emailText);
});
