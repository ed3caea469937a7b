import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { readCatalogue } from '../../../web/messages/read-catalogue.ts';
import { type ConsoleStage, withConsole } from '../../support/browser/console-stage.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

const skip = skipWithout('browser');
const messagesIn = (language: string) =>
  readCatalogue(join(import.meta.dirname, '../../../web/console/messages'), language);
const [english, chinese] = [messagesIn('en'), messagesIn('zh-Hans')];

const languageOf = (page: Page): Promise<string> => page.evaluate('document.documentElement.lang');
const menuIn = (page: Page, messages: Record<string, string>) =>
  page.getByRole('combobox', { name: messages['language.language']!, exact: true });

/** The label of the select differs by language, so this waits for the page in the new language. */
const choose = async (page: Page, [from, to]: Record<string, string>[], value: string): Promise<void> => {
  await menuIn(page, from!).selectOption(value);
  await menuIn(page, to!).waitFor();
};

/** Resolves when the console is shown. Leaving the page earlier would abort the sign-in. */
const signInAs = async (
  page: Page,
  { email, password }: Awaited<ReturnType<ConsoleStage['addOperator']>>,
  messages: Record<string, string>,
): Promise<void> => {
  await page.locator('input[type="email"], input[autocomplete~="username"]').first().fill(email);
  await page.locator('input[type="password"]').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: messages['shell.page.overview']! }).first().waitFor();
};

test('the language of an account applies in every browser', { skip }, () =>
  withConsole({}, async (stage) => {
    const { page, open } = stage;
    const person = await stage.addOperator('viewer');
    await open('/');
    assert.equal(await languageOf(page), 'en');
    await signInAs(page, person, english);
    await open('/account');
    await choose(page, [english, chinese], 'zh-Hans');
    assert.equal(await languageOf(page), 'zh-Hans');

    await stage.openInNewBrowser(`${stage.origin}/console/`, async (theirs) => {
      await signInAs(theirs, person, chinese);
      assert.equal(await languageOf(theirs), 'zh-Hans', 'another browser');
    });

    await page.getByRole('button', { name: 'viewer' }).click();
    await page.getByRole('menuitem', { name: chinese['shell.signOut']! }).click();
    await menuIn(page, english).waitFor();
    assert.equal(await languageOf(page), 'en', 'the next person starts with the language of the browser');
  }),
);

test('without an account the browser keeps the language', { skip }, () =>
  withConsole({}, async (stage) => {
    const { page, open, signIn } = stage;
    await open('/');
    await choose(page, [english, chinese], 'zh-Hans');
    await signIn();
    await open('/account');
    assert.equal(await menuIn(page, chinese).inputValue(), 'zh-Hans');
    await choose(page, [chinese, english], '');
    assert.equal(await languageOf(page), 'en');

    await page.evaluate("localStorage.setItem('frontdesk.language', '../../../{en}')");
    await page.reload();
    await menuIn(page, english).waitFor();
  }),
);

test(
  'the console starts in the language of the browser; dates are in the language of the console',
  { skip },
  () =>
    withConsole({ locale: 'zh-CN' }, async ({ page, open, signIn }) => {
      await signIn();
      await open('/account');
      assert.equal(await languageOf(page), 'zh-Hans');
      await choose(page, [chinese, english], 'en');
      assert.equal(await languageOf(page), 'en');
      await page.locator('time').first().waitFor();
      const times = await page.locator('time').allInnerTexts();
      for (const text of times) assert.doesNotMatch(text, /\p{Script=Han}/u);
    }),
);
