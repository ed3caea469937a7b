import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ConsoleStage, takeScreenshots, withConsole } from '../support/browser/console-stage.ts';
import { addTexts, base64 } from '../support/knowledge/documents.ts';
import { skipWithout } from '../support/runner/test-groups.ts';
import { eventually } from '../support/time/eventually.ts';

const hostileUser = 'bob/..?<b>#1';

const ask = async ({ service }: ConsoleStage, conversation_id: string, content: unknown) => {
  const { status, body, text } = await service.call('POST', '/v2/conversation/message', {
    conversation_id,
    messages: [{ role: 'user', content }],
  });
  assert.equal(status, 200, text);
  return body as { message_id: string; answer_id: string };
};

/** Ada asks about the shop and is not content; somebody else sends what a page must not run. */
const talk = async (stage: ConsoleStage) => {
  const { service } = stage;
  await addTexts(service, [
    {
      name: 'hours.txt',
      text: 'Our shop in Kyoto opens at nine and closes at five. It is closed on Mondays.',
      sourceUrl: 'https://shop.example/hours',
    },
  ]);
  const adas = await service.newConversation('ada');
  const first = await ask(stage, adas, 'When does the shop in Kyoto open?');
  const second = await ask(stage, adas, [
    { type: 'text', text: 'And on which day is it closed?' },
    { type: 'document', document: { base64_content: base64('# Trip\n\nKyoto.'), name: 'trip.md' } },
  ]);
  await service.call('POST', '/v1/message/feedback', { answer_id: second.answer_id, feedback: 'NEGATIVE' });
  await service.configure({ memory: { shortTermTokens: 150 } });
  const others = await service.newConversation(hostileUser);
  await ask(stage, others, '<img src=x onerror="document.title=\'owned\'"> [x](javascript:alert(1))');
  for (let round = 1; round <= 4; round++)
    await ask(stage, others, `My favourite number is ${round}. Tell me something about it, please.`);
  await service.app.rooms.jobs.idle();
  return { adas, others, first: first.message_id, second: second.message_id };
};

type Talk = Awaited<ReturnType<typeof talk>>;

const agentPath = ({ workspaceId, agentId }: ConsoleStage) => `/workspaces/${workspaceId}/agents/${agentId}`;

const find = async (stage: ConsoleStage): Promise<void> => {
  const { page, open, checkAccess } = stage;
  await open('agent:/conversations');
  const rows = page.getByRole('table', { name: 'Conversations' }).getByRole('row');
  await rows.getByText('<img src=x').waitFor();
  await takeScreenshots(page, 'conversations');
  await checkAccess('conversations');

  await page.getByLabel('Search').fill('kyoto');
  await rows.getByText('<img src=x').waitFor({ state: 'detached' });
  await rows.getByText('When does the shop').waitFor();
  assert.match(page.url(), /\?words=kyoto$/, 'the filter can be sent to somebody');
  await page.getByLabel('User').fill('nobody');
  await page.getByText('None like that').waitFor();
  await page.goBack();
  await rows.getByText('When does the shop').waitFor();
  await eventually('the filter is empty', async () => (await page.getByLabel('User').inputValue()) === '');

  await page.getByRole('tab', { name: 'Questions and answers' }).click();
  await page.getByLabel('Feedback of the user').selectOption('BAD');
  const answers = page.getByRole('table', { name: 'Questions and answers' }).getByRole('row');
  await answers.getByText('And on which day').waitFor();
  await eventually('only what was found bad is listed', async () => (await answers.count()) === 2);
  await takeScreenshots(page, 'conversations-qa');
  await checkAccess('questions and answers');
};

const pressed = (page: Page, answer: number, rating: string) =>
  page
    .getByRole('article', { name: `Answer ${answer}` })
    .getByRole('button', { name: rating, pressed: true })
    .waitFor();

const readAndRate = async (stage: ConsoleStage, { adas, first, second }: Talk): Promise<void> => {
  const { page, call, checkAccess } = stage;
  await page.getByRole('table', { name: 'Questions and answers' }).getByText('And on which day').click();
  await page.getByRole('heading', { level: 1, name: 'When does the shop in Kyoto open?' }).waitFor();
  assert.ok(page.url().endsWith(`/conversations/${adas}?round=${second}`));
  await page.getByRole('list', { name: 'Attached files' }).getByText('trip.md').waitFor();
  const answer = page.getByRole('article', { name: 'Answer 1' });
  await answer.getByRole('button', { name: /1\. hours\.txt/ }).click();
  const passage = answer.getByRole('region', { name: 'Passage' });
  await passage.getByText('closed on Mondays').waitFor();
  assert.equal(
    await passage.getByRole('link', { name: 'Where it comes from' }).getAttribute('href'),
    'https://shop.example/hours',
  );
  await page.keyboard.press('t');
  await answer.getByRole('button', { name: /retrieval/ }).click();
  await answer.getByText(/^score [01]\.\d{3}$/).waitFor();
  await takeScreenshots(page, 'transcript');
  await checkAccess('transcript');

  // g and then j leads to the jobs everywhere else: on an answer it rates and goes on.
  for (const key of ['g', 'j', 'b']) await page.keyboard.press(key);
  await pressed(page, 1, 'Good');
  await pressed(page, 2, 'Bad');
  const qualities = async () =>
    Promise.all(
      [first, second].map(
        async (id) => (await call('GET', `${agentPath(stage)}/rounds/${id}`)).body.quality as string,
      ),
    );
  await eventually('both ratings are kept', async () =>
    (await qualities()).every((quality) => quality !== 'NONE'),
  );
  assert.deepEqual(await qualities(), ['FULLY_RESOLVED', 'UNRESOLVED']);
  await page.keyboard.press('k');
  await page.keyboard.press('n');
  await pressed(page, 1, 'None');
  await eventually('the rating is taken back', async () => (await qualities())[0] === 'NONE');
  assert.ok(page.url().includes(adas), 'still here');
};

const download = async (page: Page, name: string): Promise<string> => {
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name }).click(),
  ]);
  return readFile(await file.path(), 'utf8');
};

const exportAll = async ({ page, open }: ConsoleStage): Promise<void> => {
  await open('agent:/conversations?user=ada');
  const lines = (await download(page, 'Conversations, JSONL')).trimEnd().split('\n');
  assert.equal(lines.length, 1, 'the filter applies');
  assert.match(lines[0]!, /When does the shop in Kyoto open\?/);
  assert.equal(JSON.parse(lines[0]!).userId, 'ada');
  const csv = await download(page, 'Questions and answers, CSV');
  const [header, ...rows] = csv.trimEnd().split('\r\n');
  assert.match(header!, /question/);
  assert.equal(rows.length, 2);
  assert.match(rows[1]!, /And on which day is it closed\?/);
};

const eraseAda = async (stage: ConsoleStage, { adas }: Talk): Promise<void> => {
  const { page, open, call, watch } = stage;
  await open(`agent:/conversations/${adas}`);
  await page.getByRole('button', { name: 'Ask for a person' }).click();
  const form = page.getByRole('dialog', { name: 'Ask for a person' });
  watch.expect(/status of 4\d\d/);
  await form.getByRole('button', { name: 'Ask for a person' }).click();
  await form
    .getByRole('alert')
    .getByText(/no human service/)
    .waitFor();
  await takeScreenshots(page, 'ask-for-person');
  await form.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Erase this conversation?' });
  await question.getByText('gone for good').waitFor();
  await question.getByRole('button', { name: 'Erase' }).click();
  await page.getByText('Erased 1 conversation with 2 rounds and 1 file.').waitFor();
  const table = page.getByRole('table', { name: 'Conversations' });
  await table.getByText('<img src=x').waitFor();
  assert.equal(await table.getByText('When does the shop').count(), 0);
  assert.equal((await call('GET', `${agentPath(stage)}/conversations/${adas}`)).status, 404);
};

const forgetAndErase = async (stage: ConsoleStage): Promise<void> => {
  const { page, call, checkAccess } = stage;
  await page.getByRole('table', { name: 'Conversations' }).getByText('<img src=x').click();
  await page.getByRole('article', { name: 'Answer 5' }).waitFor();
  assert.notEqual(await page.title(), 'owned');
  assert.equal(await page.locator('main a[href^="javascript"]').count(), 0);
  await page.getByRole('button', { name: /^Memories \([1-9]\d*\)$/ }).click();
  const drawer = page.getByRole('dialog', { name: `Memories of ${hostileUser}` });
  await drawer
    .getByRole('button', { name: /^Forget: / })
    .first()
    .waitFor();
  await takeScreenshots(page, 'memories');
  await checkAccess('memories');
  const total = async () =>
    (await call('GET', `${agentPath(stage)}/memories?userId=${encodeURIComponent(hostileUser)}`)).body.total;
  const before = await total();
  await drawer
    .getByRole('button', { name: /^Forget: / })
    .first()
    .click();
  await eventually('one is forgotten', async () => (await total()) === before - 1);
  await drawer.getByRole('button', { name: 'Forget everything' }).click();
  await page.getByRole('button', { name: 'Forget', exact: true }).click();
  await drawer.getByText('Nothing is remembered').waitFor();
  await drawer.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Erase user' }).click();
  const question = page.getByRole('dialog', { name: 'Erase this user?' });
  const confirm = question.getByRole('button', { name: 'Erase user' });
  assert.ok(await confirm.isDisabled());
  await question.getByLabel(/^Type/).fill(hostileUser);
  await takeScreenshots(page, 'erase-user');
  await confirm.click();
  await page.getByText('Nobody has talked to this agent yet').waitFor();
  await takeScreenshots(page, 'conversations-empty');
  await checkAccess('no conversations');
};

/** Buttons are hidden for a viewer; what counts is that the API refuses what they would do. */
const lookAsViewer = async (stage: ConsoleStage, { adas, first }: Talk): Promise<void> => {
  const { page, open, watch, agentId, workspaceId } = stage;
  await stage.signIn(await stage.addOperator('viewer'));
  await open(`agent:/conversations/${adas}`);
  const answer = page.getByRole('article', { name: 'Answer 1' });
  assert.ok(await answer.getByRole('button', { name: 'Good' }).isDisabled());
  assert.equal(await page.getByRole('button', { name: /Erase|Ask for a person/ }).count(), 0);
  await page.keyboard.press('j');
  await page.keyboard.press('b');
  watch.expect(/status of 403/);
  const refused = (method: string, path: string, body: object) =>
    page.evaluate(
      `fetch('/console/api/workspaces/${workspaceId}/agents/${agentId}${path}', {
        method: '${method}',
        headers: { 'content-type': 'application/json', 'x-frontdesk-console': '1' },
        ${method === 'DELETE' ? '' : `body: '${JSON.stringify(body)}',`}
      }).then((response) => response.status)`,
    );
  assert.deepEqual(
    [
      await refused('PUT', `/rounds/${first}/quality`, { quality: 'UNRESOLVED' }),
      await refused('DELETE', `/conversations/${adas}`, {}),
      await refused('DELETE', '/user?userId=ada', {}),
      await refused('POST', '/handoffs', { conversationId: adas }),
    ],
    [403, 403, 403, 403],
  );
};

test(
  'conversations are found, read with sources and traces, rated by key, exported, forgotten and erased',
  { skip: skipWithout('chromium') },
  () =>
    withConsole({}, async (stage) => {
      const said = await talk(stage);
      await lookAsViewer(stage, said);
      await stage.signIn();
      await find(stage);
      await readAndRate(stage, said);
      await exportAll(stage);
      await eraseAda(stage, said);
      await forgetAndErase(stage);
    }),
);
