import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

test('texts in other languages are added, changed and removed', { skip: skipWithout('browser') }, () =>
  withConsole({}, async ({ page, open, signIn, call, checkAccess, workspaceId, agentId }) => {
    const settings = async () =>
      (await call('GET', `/workspaces/${workspaceId}/agents/${agentId}`)).body.settings;
    const translations = async () => (await settings()).translations;
    const section = page.getByRole('region', { name: 'Translations' });
    const add = async (search: string, option: string): Promise<void> => {
      await section.getByRole('combobox', { name: 'Add a language' }).fill(search);
      await page.getByRole('listbox').getByRole('option', { name: option, exact: true }).click();
      await section.getByRole('button', { name: option, exact: true }).waitFor();
    };
    const save = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'hidden' });
    };
    await signIn();
    await open('agent:/settings?section=channels');

    const disclosure = page.getByRole('region', { name: 'AI disclosure' });
    assert.equal(await disclosure.getByLabel('Disclosure text').count(), 0);
    await disclosure.getByRole('switch', { name: 'Show the AI disclosure' }).check();
    await disclosure.getByLabel('Disclosure text').fill('A robot answers.');

    await add('Portuguese', 'Portuguese (pt)');
    await section.getByLabel('Disclosure text').fill('Um robô responde.');
    await section.getByLabel('Greeting').fill('Olá {nome} <b>');
    await section.getByLabel('Suggested questions').fill('Qual é o horário?');
    await page.keyboard.press('Enter');
    await section.getByLabel('Text of the widget button').fill('Pergunte');
    await section.getByLabel('Nobody available message').fill('Ninguém.');
    await takeScreenshots(page, 'translations');
    await checkAccess('translations');
    await save();
    const expected = {
      greeting: 'Olá {nome} <b>',
      suggestions: ['Qual é o horário?'],
      aiDisclosureText: 'Um robô responde.',
      launcherText: 'Pergunte',
      connectingText: '',
      emailText: '',
      unreachableText: 'Ninguém.',
    };
    assert.deepEqual(await translations(), { pt: expected });
    const { aiDisclosure, aiDisclosureText } = (await settings()).channels;
    assert.deepEqual([aiDisclosure, aiDisclosureText], [true, 'A robot answers.']);

    await add('PT-br', 'Brazilian Portuguese (pt-BR)');
    await section.getByRole('button', { name: 'Remove Portuguese (pt)' }).click();
    await save();
    assert.deepEqual(Object.keys(await translations()), ['pt-BR']);
    await page.reload();
    await section.getByRole('button', { name: 'Brazilian Portuguese (pt-BR)', exact: true }).click();
    assert.equal(await section.getByLabel('Greeting').inputValue(), '');
  }),
);
