import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { cataloguedLanguages } from '../../../web/messages/read-catalogue.ts';
import { sendPlainPage } from './plain-page.ts';
import { type PlainPage, plainPageTexts } from './plain-page-texts.ts';

const pageFor = async (what: PlainPage, acceptLanguage?: string) => {
  const server = Fastify();
  server.get('/', (request, reply) => sendPlainPage(request, reply, what));
  const headers = acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage };
  const { statusCode, body } = await server.inject({ url: '/', headers });
  await server.close();
  return { statusCode, body };
};

test('the pages exist in every language of the chat', () => {
  const languages = cataloguedLanguages(new URL('../../../web/chat/messages', import.meta.url).pathname);
  assert.deepEqual(Object.keys(plainPageTexts).sort(), [...languages].sort());
});

test('a page is shown in the first language of the browser, otherwise in English', async () => {
  for (const [header, language] of [
    ['de-AT,en;q=0.8', 'de'],
    ['en;q=0.5, zh-TW', 'zh-Hant'],
    ['zh', 'zh-Hans'],
    ['ar-EG', 'ar'],
    ['sv', 'en'],
    ['{"', 'en'],
    [undefined, 'en'],
  ] as const) {
    const { statusCode, body } = await pageFor('off', header);
    assert.equal(statusCode, 404);
    assert.ok(body.includes(`<html lang="${language}" dir="auto">`), `${header}: ${body}`);
    const [title, text] = plainPageTexts[language]!.off;
    assert.ok(body.includes(`<h1>${title}</h1><p>${text}</p>`), body);
  }
});

test('a page without a translation is shown in English', async () => {
  const { statusCode, body } = await pageFor('unbuilt', 'de');
  assert.equal(statusCode, 503);
  assert.match(body, /<html lang="en" dir="auto">.*npm run build/);
});
