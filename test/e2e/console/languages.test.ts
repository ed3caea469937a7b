import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { cataloguedLanguages, readCatalogue } from '../../../web/messages/read-catalogue.ts';
import {
  type ConsoleStage,
  checkAccess,
  takeScreenshots,
  withConsole,
} from '../../support/browser/console-stage.ts';
import { type FilledWorkspace, fillWorkspace } from '../../support/browser/fill-workspace.ts';
import { overflows, shownTexts } from '../../support/browser/page-texts.ts';
import { isLongRun } from '../../support/runner/is-long-run.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

const folder = join(import.meta.dirname, '../../../web/console/messages');
const english = readCatalogue(folder, 'en');

/** Stored by the first start: the name of the first API key, and of the agent in its first version. */
const isStoredName = (state: string, text: string): boolean =>
  /^agent:\/(keys|versions)/.test(state) && text === 'Default';

/** The same in every language: names of products, addresses of servers and people. */
const names = /React Flow( attribution)?|https?:\/\/[\w./-]+|[\w.+-]+@[\w.-]+/g;

const isEnglish = (text: string): boolean => /[A-Za-z]{2,} +[A-Za-z]{2,}/.test(text.replaceAll(names, ''));

/** Messages of the English catalogue, and other English sentences. */
const leftInEnglish = (texts: string[], messages: Record<string, string>): string[] => {
  const untranslated = new Set(
    Object.entries(english)
      .filter(([key, text]) => messages[key] !== text)
      .map(([, text]) => text),
  );
  const translated = new Set(Object.values(messages));
  return texts.filter((text) => !translated.has(text) && (untranslated.has(text) || isEnglish(text)));
};

const loading = '.mantine-Loader-root, .mantine-Skeleton-root, [aria-busy="true"]';

const checkState = async (page: Page, language: string, state: string): Promise<string[]> => {
  const messages = readCatalogue(folder, language);
  const labels = new Set(Object.values(messages));
  const found: string[] = [];
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    // The layout adapts to the new width within a few frames. What stays too wide is reported.
    for (let tries = 0; tries < 20 && (await overflows(page, labels)).length > 0; tries += 1) await sleep(50);
    found.push(
      ...(await overflows(page, labels)).map((part) => `${state}, ${width} px, does not fit: ${part}`),
    );
  }
  if (language !== 'en')
    found.push(
      ...leftInEnglish(await shownTexts(page), messages)
        .filter((text) => !isStoredName(state, text))
        .map((text) => `${state}, English: ${text}`),
    );
  return found;
};

/** Pages with their own heading, in an order in which no two neighbours share a component. */
const pages = [
  'workspace:/agents',
  'agent:',
  'agent:/settings',
  'agent:/try',
  'agent:/knowledge',
  'agent:/tables',
  'agent:/conversations',
  'agent:/test-sets',
  'agent:/versions',
  'agent:/corrections',
  'agent:/messaging',
  'agent:/side-by-side',
  'agent:/keys',
  'agent:/knowledge/sources',
  'agent:/unanswered',
  'workspace:/conversations',
  'workspace:/analytics',
  'workspace:/inbox',
  'workspace:/human-sessions',
  'workspace:/handoff-report',
  'workspace:/deliveries',
  'workspace:/jobs',
  'workspace:/usage',
  'workspace:/models',
  'workspace:/operators',
  'workspace:/tokens',
  'workspace:/audit',
  '/account',
  '/workspaces',
  '/no-such-page',
];

const pagesOfOne = ({
  document,
  table,
  conversation,
  delivery,
  inboxSession,
  leftMessage,
  flowAgent,
  testSet,
  testRun,
}: FilledWorkspace): string[] => [
  'agent:/knowledge/test',
  document,
  table,
  conversation,
  delivery,
  inboxSession,
  leftMessage,
  flowAgent,
  `${flowAgent}/flow`,
  `${flowAgent}/side-by-side`,
  testSet,
  testRun,
  searchedConversations,
  limits,
];

/** With a filter, so that it can be saved as a view. */
const searchedConversations = 'agent:/conversations?failed=yes';

/** Contains the data retention. */
const limits = 'agent:/settings?section=limits';

/** The message of a button that opens a dialog, with its values, the menu that contains it, and fields to fill before. */
type Opener =
  | string
  | { button: string; values?: Record<string, string>; menu?: string; fields?: Record<string, string> };

/** The openers of each page. */
const dialogs: Record<string, Opener[]> = {
  [searchedConversations]: [
    { menu: 'conversations.views.title', button: 'conversations.views.save' },
    { menu: 'conversations.views.title', button: 'conversations.views.manage' },
  ],
  [limits]: [
    {
      button: 'agentSettings.retention.save',
      fields: {
        'agentSettings.retention.conversations': '30',
        'agentSettings.retention.traces': '20',
        'agentSettings.retention.files': '10',
      },
    },
  ],
  'agent:/test-sets': ['evaluation.set.new'],
  'agent:/versions': [
    { button: 'versions.action.compareVersion', values: { version: '2' } },
    { button: 'versions.action.noteVersion', values: { version: '2' } },
    { button: 'versions.action.restoreVersion', values: { version: '1' } },
    'versions.publish',
    'versions.discard',
  ],
  'workspace:/agents': ['agents.import', 'shell.newAgent'],
  'agent:/knowledge': ['knowledge.upload.fromUrl', 'knowledge.qa.title'],
  'agent:/knowledge/sources': ['sources.add.title'],
  'agent:/tables': ['tables.new', 'tables.newFile'],
  'agent:/corrections': ['corrections.new'],
  'agent:/messaging': ['messaging.add'],
  'agent:/keys': ['keys.new'],
  'workspace:/analytics': ['analytics.timeZone.change'],
  'workspace:/models': ['models.connections.add'],
  'workspace:/operators': ['operators.invite'],
  'workspace:/tokens': ['tokens.new'],
  '/workspaces': ['workspaces.new'],
};

/** Every step of the setup after the account. */
const walkSetup = async (
  { service, workspaceId, agentId, open }: ConsoleStage,
  check: (state: string) => Promise<void>,
): Promise<void> => {
  const { query } = service.app.db;
  const { id } = await query.selectFrom('operators').select('id').executeTakeFirstOrThrow();
  const setup = { operator_id: id, workspace_id: workspaceId, agent_id: agentId };
  for (const step of ['workspace', 'model', 'agent', 'try'] as const) {
    await query.deleteFrom('operator_setups').execute();
    await query
      .insertInto('operator_setups')
      .values({ ...setup, step })
      .execute();
    await open('/');
    await check(`setup ${step}`);
  }
  await query.deleteFrom('operator_setups').execute();
};

const walk = async (stage: ConsoleStage, language: string, context: TestContext): Promise<void> => {
  const { page, open, go, signIn } = stage;
  const found: string[] = [];
  const check = async (state: string): Promise<void> => {
    await page.locator(loading).first().waitFor({ state: 'detached' });
    found.push(...(await checkState(page, language, state)));
    // One language is enough, because axe does not check texts.
    if (language === walkedLanguages[0]) await checkAccess(page, state);
    await takeScreenshots(page, `${language}-${state.replaceAll(/[^\w]+/g, '-')}`);
  };
  await open('/');
  assert.equal(await page.evaluate('document.documentElement.lang'), language);
  await check('setup');
  const owner = await stage.addOperator('owner');
  await open('/');
  await check('sign-in');
  const filled = await fillWorkspace(stage);
  await signIn(owner);
  await walkSetup(stage, check);
  const checkPage = async (address: string): Promise<void> => {
    await check(address);
    // The other tabs of the settings are checked with the first.
    const tabs = address === limits ? [] : await page.getByRole('main').getByRole('tab').all();
    for (const [index, tab] of tabs.entries()) {
      if (index === 0) continue;
      await tab.click();
      await check(`${address} tab ${index + 1}`);
    }
    // Its dialogs are opened from the first tab.
    if (['agent:/knowledge', filled.testSet, searchedConversations].includes(address)) await tabs[0]!.click();
    const dialogsOfOne: Record<string, Opener[]> = {
      [filled.inboxSession]: ['inboxAssist.search.title'],
      [filled.document]: ['knowledge.edit.ask', 'knowledge.chunk.add'],
      [filled.conversation]: ['corrections.correct', 'evaluation.fromRound.button'],
      [filled.testSet]: [
        'evaluation.run.start',
        'evaluation.set.edit',
        'common.delete',
        'evaluation.case.new',
        { button: '京都的店几点开门？' },
      ],
      [filled.testRun]: [{ button: '京都的店几点开门？' }],
    };
    for (const dialog of dialogs[address] ?? dialogsOfOne[address] ?? []) {
      const opener: Exclude<Opener, string> = typeof dialog === 'string' ? { button: dialog } : dialog;
      const { button, menu, values = {}, fields = {} } = opener;
      const nameOf = (key: string): string =>
        (readCatalogue(folder, language)[key] ?? key).replace(/\{(\w+)\}/g, (_all, value) => values[value]!);
      const main = page.getByRole('main');
      for (const [label, value] of Object.entries(fields))
        await main.getByLabel(nameOf(label), { exact: true }).fill(value);
      if (menu === undefined)
        await main
          .getByRole('button', { name: nameOf(button), exact: true })
          .first()
          .click();
      else {
        await main.getByRole('button', { name: nameOf(menu), exact: true }).click();
        await page.getByRole('menuitem', { name: nameOf(button), exact: true }).click();
      }
      await page.getByRole('dialog').waitFor();
      await check(`${address} ${button}`);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
  };
  await open('workspace:');
  await checkPage('workspace:');
  for (const address of pages) {
    await go(address);
    await checkPage(address);
  }
  for (const address of pagesOfOne(filled)) {
    await open(address);
    await checkPage(address);
  }
  context.diagnostic(`${found.length} findings`);
  assert.deepEqual([...new Set(found)], []);
};

/** Every page, dialog and tab is opened in each of them. The translation is enough to find what is missing. */
const walkedLanguages = cataloguedLanguages(folder).filter((language) => isLongRun || language !== 'en');

for (const language of walkedLanguages)
  test(
    `the console in ${language}: translated, accessible, and every label fits`,
    { skip: skipWithout('browser') },
    (context) =>
      withConsole({ locale: language === 'zh-Hans' ? 'zh-CN' : language }, (stage) => {
        stage.watch.expect(/status of 40[14]/);
        return walk(stage, language, context);
      }),
  );
