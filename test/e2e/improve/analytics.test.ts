import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createRandomActivity } from '../../support/analytics/random-activity.ts';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

const dayMs = 86_400_000;

/** Chats of the last 40 days, and a document that no reply cites. */
const fill = async ({ service, workspaceId, agentId }: ConsoleStage): Promise<void> => {
  const { db, rooms } = service.app;
  const agent = { workspaceId, agentId };
  const activity = await createRandomActivity(db, { seed: 5, startMs: Date.now() - 40 * dayMs, agent });
  while (activity.nowMs() < Date.now() - dayMs / 4) await activity.step();
  await rooms.analytics.followChanges();
};

const figureOf = (page: ConsoleStage['page'], label: string) =>
  page.getByRole('main').getByText(label, { exact: true }).first().locator('..');

const readFigures = async ({ page, open, checkAccess }: ConsoleStage): Promise<void> => {
  await open('workspace:/analytics');
  await page.getByText('Handed off', { exact: true }).waitFor();
  await figureOf(page, 'Conversations').getByText('vs. the period before').waitFor();
  await page.getByRole('table', { name: 'By day' }).waitFor();
  await page
    .getByRole('table', { name: 'Tools' })
    .getByRole('row', { name: /search/ })
    .first()
    .waitFor();
  await takeScreenshots(page, 'analytics');
  await checkAccess('analytics');
  await page.getByRole('radiogroup', { name: 'Group by' }).getByText('By agent').click();
  const rows = page.getByRole('table', { name: 'By agent' }).getByRole('row');
  assert.equal(await rows.count(), 3, 'a header and two agents');
  await page.getByRole('combobox', { name: 'Measure' }).selectOption({ label: 'Response time' });
  await page.getByText('Whole reply, 95 %').first().waitFor();
  await takeScreenshots(page, 'analytics-latency');
};

/** The filters change the figures and stay in the address. */
const filter = async ({ page, checkAccess }: ConsoleStage): Promise<void> => {
  await page.getByRole('combobox', { name: 'Channel' }).selectOption({ label: 'Bubble widget' });
  await page.waitForURL(/channel=WIDGET/);
  await page.getByRole('combobox', { name: 'Agent' }).selectOption({ index: 1 });
  await page.waitForURL(/agent=/);
  await page.getByRole('table', { name: 'By day' }).waitFor();
  await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Choose days' });
  await page.getByLabel('From').fill('2020-01-01');
  // Figures and documents are two requests, and each shows its error.
  await page.getByText('from: a report covers at most 366 days').first().waitFor();
  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await page.getByText('No activity in this period').waitFor();
  await checkAccess('analytics without activity');
};

const download = async ({ page, open }: ConsoleStage): Promise<void> => {
  await open('workspace:/analytics?days=7');
  await page.getByRole('table', { name: 'By day' }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'analytics.csv');
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
  assert.match(lines[0]!, /Conversations,Replies,Failed replies/);
  assert.ok(lines.length > 5, `${lines.length} lines`);
};

const changeTimeZone = async ({ page, service, checkAccess }: ConsoleStage): Promise<void> => {
  await page.getByRole('button', { name: 'Change time zone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Time zone of analytics' });
  await dialog.getByRole('combobox', { name: 'Time zone' }).fill('Asia/Shanghai');
  await page.getByRole('option', { name: 'Asia/Shanghai' }).click();
  await checkAccess('time zone of analytics');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Days begin at midnight in Asia/Shanghai').waitFor();
  await service.app.rooms.analytics.followChanges();
};

/** Documents and tools fail together, then only one of them. */
const failDetails = async ({ page, open }: ConsoleStage): Promise<void> => {
  const refuse = (message: string) => ({
    status: 400,
    contentType: 'application/json',
    body: JSON.stringify({ code: 40000, message, request_id: 'a'.repeat(24) }),
  });
  await page.route('**/analytics/documents?*', (route) => route.fulfill(refuse('Too busy')));
  await page.route('**/analytics/tools?*', (route) => route.fulfill(refuse('Too busy')));
  await open('workspace:/analytics');
  const errors = page.getByRole('alert');
  await errors.getByText('Too busy').waitFor();
  assert.equal(await errors.count(), 1);
  await page.unroute('**/analytics/documents?*');
  await errors.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('table', { name: 'Most used documents' }).waitFor();
  assert.equal(await errors.count(), 1);
  await page.unroute('**/analytics/tools?*');
  await errors.getByRole('button', { name: 'Try again' }).click();
  await errors.waitFor({ state: 'detached' });
};

test('an operator reads, filters and downloads analytics', { skip: skipWithout('chromium') }, () =>
  withConsole({}, async (stage) => {
    stage.watch.expect(/status of 400/);
    await stage.signIn();
    await fill(stage);
    await readFigures(stage);
    await filter(stage);
    await download(stage);
    await changeTimeZone(stage);
    await failDetails(stage);
  }),
);
