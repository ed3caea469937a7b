import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { readDownload } from '../../support/browser/firefox-ways.ts';
import { conversationOf, openVisit } from '../../support/channels/visitor.ts';
import { addTexts, base64 } from '../../support/knowledge/documents.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { eventually } from '../../support/time/eventually.ts';

const hostileUser = 'bob/..?<b>#1';

const ask = async ({ service }: ConsoleStage, conversation_id: string, content: unknown) => {
  const { status, body, text } = await service.call('POST', '/v2/conversation/message', {
    conversation_id,
    messages: [{ role: 'user', content }],
  });
  assert.equal(status, 200, text);
  return body as { message_id: string; answer_id: string };
};

/** Ada asks about the shop and rates a reply as bad; another user sends markup that must not run. */
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
  await service.call('POST', '/v1/message/feedback', {
    answer_id: second.answer_id,
    feedback: 'NEGATIVE',
    reason: 'INCOMPLETE',
    comment: 'The <b>opening</b> hours\nare missing.',
  });
  await service.configure({ memory: { shortTermTokens: 150 } });
  const others = await service.newConversation(hostileUser);
  await ask(stage, others, '<img src=x onerror="document.title=\'owned\'"> [x](javascript:alert(1))');
  for (let round = 1; round <= 4; round++)
    await ask(stage, others, `My favourite number is ${round}. Tell me something about it, please.`);
  await service.app.rooms.jobs.idle();
  await service.app.rooms.conversations.indexing.catchUp();
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
  assert.match(page.url(), /\?words=kyoto$/, 'the address contains the filter');
  await page.getByLabel('User').fill('nobody');
  await page.getByText('No matches').waitFor();
  await page.goBack();
  await rows.getByText('When does the shop').waitFor();
  await eventually('the filter is empty', async () => (await page.getByLabel('User').inputValue()) === '');

  await page.getByRole('tab', { name: 'Messages and replies' }).click();
  await page.getByLabel('User feedback').selectOption('BAD');
  const rounds = page.getByRole('table', { name: 'Messages and replies' }).getByRole('row');
  await rounds.getByText('And on which day').waitFor();
  await eventually('only the bad reply is listed', async () => (await rounds.count()) === 2);
  await rounds.getByText('Incomplete').waitFor();
  await rounds.getByText('The <b>opening</b> hours').waitFor();
  await takeScreenshots(page, 'conversations-qa');
  await checkAccess('messages and replies');
};

const pressed = (page: Page, reply: number, rating: string) =>
  page
    .getByRole('article', { name: `Reply ${reply}` })
    .getByRole('button', { name: rating, pressed: true })
    .waitFor();

const readAndRate = async (stage: ConsoleStage, { adas, first, second }: Talk): Promise<void> => {
  const { page, call, checkAccess } = stage;
  await page.getByRole('table', { name: 'Messages and replies' }).getByText('And on which day').click();
  await page.getByRole('heading', { level: 1, name: 'When does the shop in Kyoto open?' }).waitFor();
  assert.ok(page.url().endsWith(`/conversations/${adas}?round=${second}`));
  await page.getByRole('list', { name: 'Attached files' }).getByText('trip.md').waitFor();
  await page.getByText('Incomplete').waitFor();
  await page.getByRole('note', { name: 'Comment of the user' }).getByText('are missing.').waitFor();
  const reply = page.getByRole('article', { name: 'Reply 1' });
  await reply.getByText('[1]').first().waitFor();
  await reply.getByRole('button', { name: /1\. hours\.txt/ }).click();
  const chunk = reply.getByRole('region', { name: 'Cited chunk' });
  await chunk.getByText('closed on Mondays').waitFor();
  assert.equal(
    await chunk.getByRole('link', { name: 'Open source' }).getAttribute('href'),
    'https://shop.example/hours',
  );
  await page.keyboard.press('t');
  await reply.getByRole('button', { name: /retrieval/ }).click();
  await reply.getByText(/^score [01]\.\d{3}$/).waitFor();
  await takeScreenshots(page, 'transcript');
  await checkAccess('transcript');

  for (const key of ['1', 'j', '3']) await page.keyboard.press(key);
  await pressed(page, 1, 'Good');
  await pressed(page, 2, 'Bad');
  await page.getByText('Reply 2 rated: Bad').waitFor();
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
  await page.keyboard.press('0');
  await pressed(page, 1, 'None');
  await eventually('the rating is removed', async () => (await qualities())[0] === 'NONE');
  await page.keyboard.press('u');
  await pressed(page, 1, 'Good');
  await page.keyboard.press('2');
  await page.getByRole('button', { name: 'Undo rating' }).click();
  await page.getByText('Rating of reply 1 undone').waitFor();
  await eventually('the rating is restored', async () => (await qualities())[0] === 'FULLY_RESOLVED');
  assert.ok(page.url().includes(adas), 'the page has not changed');

  // A chord wins over the single keys of a reply: u would undo a rating, t would open the trace.
  await page.getByRole('article', { name: 'Reply 1' }).focus();
  for (const key of ['g', 'u']) await page.keyboard.press(key);
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  assert.deepEqual(await qualities(), ['FULLY_RESOLVED', 'UNRESOLVED']);
};

const download = async (page: Page, name: string): Promise<string> => {
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name }).click(),
  ]);
  return readDownload(file);
};

const exportAll = async ({ page, open }: ConsoleStage): Promise<void> => {
  await open('agent:/conversations?user=ada');
  const lines = (await download(page, 'Conversations (JSONL)')).trimEnd().split('\n');
  assert.equal(lines.length, 1, 'the filter applies');
  assert.match(lines[0]!, /When does the shop in Kyoto open\?/);
  assert.equal(JSON.parse(lines[0]!).userId, 'ada');
  const csv = await download(page, 'Messages and replies (CSV)');
  const [header, ...rows] = csv.trimEnd().split('\r\n');
  assert.match(header!, /question/);
  assert.equal(rows.length, 2);
  assert.match(rows[1]!, /And on which day is it closed\?/);
};

const eraseAda = async (stage: ConsoleStage, { adas }: Talk): Promise<void> => {
  const { page, open, call, watch } = stage;
  await open(`agent:/conversations/${adas}`);
  await page.getByRole('button', { name: 'Hand off to a person' }).click();
  const form = page.getByRole('dialog', { name: 'Hand off to a person' });
  watch.expect(/status of 4\d\d/);
  await form.getByRole('button', { name: 'Hand off to a person' }).click();
  await form
    .getByRole('alert')
    .getByText(/no human service/)
    .waitFor();
  await takeScreenshots(page, 'start-handoff');
  await form.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Erase this conversation?' });
  await question.getByText('permanently removes').waitFor();
  await question.getByRole('button', { name: 'Erase' }).click();
  await page.getByText('Erased 1 conversation with 2 rounds and 1 file.').waitFor();
  const table = page.getByRole('table', { name: 'Conversations' });
  await table.getByText('<img src=x').waitFor();
  assert.equal(await table.getByText('When does the shop').count(), 0);
  assert.equal((await call('GET', `${agentPath(stage)}/conversations/${adas}`)).status, 404);
};

const deleteMemoriesAndErase = async (stage: ConsoleStage): Promise<void> => {
  const { page, call, checkAccess } = stage;
  await page.getByRole('table', { name: 'Conversations' }).getByText('<img src=x').click();
  await page.getByRole('article', { name: 'Reply 5' }).waitFor();
  assert.notEqual(await page.title(), 'owned');
  assert.equal(await page.locator('main a[href^="javascript"]').count(), 0);
  await page.getByRole('button', { name: /^Memories \([1-9]\d*\)$/ }).click();
  const drawer = page.getByRole('dialog', { name: `Memories: ${hostileUser}` });
  await drawer
    .getByRole('button', { name: /^Delete memory: / })
    .first()
    .waitFor();
  await takeScreenshots(page, 'memories');
  await checkAccess('memories');
  const total = async () =>
    (await call('GET', `${agentPath(stage)}/memories?userId=${encodeURIComponent(hostileUser)}`)).body.total;
  const before = await total();
  await drawer
    .getByRole('button', { name: /^Delete memory: / })
    .first()
    .click();
  await eventually('one memory is deleted', async () => (await total()) === before - 1);
  await drawer.getByRole('button', { name: 'Delete all memories' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await drawer.getByText('No memories').waitFor();
  await drawer.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Erase user' }).click();
  const question = page.getByRole('dialog', { name: 'Erase this user?' });
  const confirm = question.getByRole('button', { name: 'Erase user' });
  assert.ok(await confirm.isDisabled());
  await question.getByLabel(/^Type/).fill(hostileUser);
  await takeScreenshots(page, 'erase-user');
  await confirm.click();
  await page.getByText('No conversations yet').waitFor();
  await takeScreenshots(page, 'conversations-empty');
  await checkAccess('no conversations');
};

/** A user of the chat edits a message and deletes the conversation. Operators still see everything. */
const seeReplacedAndDeleted = async (stage: ConsoleStage): Promise<void> => {
  const { page, open, checkAccess, service, agentId } = stage;
  const visit = await openVisit(service, { agentId });
  const sent = await visit.send('A question with a mistake');
  const conversationId = conversationOf(sent);
  const [question] = await visit.read(conversationId);
  await visit.send('A corrected question', { replaces: question.message_id });
  await visit.call('DELETE', `/conversations/${conversationId}`);
  await open('agent:/conversations');
  const row = page.getByRole('row').filter({ hasText: 'A question with a mistake' });
  await row.getByText('Deleted by the user').waitFor();
  await takeScreenshots(page, 'conversations-deleted');
  await row.click();
  const messages = page.getByRole('region', { name: 'Transcript' }).getByRole('article');
  await messages.getByText('A corrected question').first().waitFor();
  const isReplaced = await Promise.all(
    (await messages.all()).map(
      async (one) => (await one.getByText('Replaced by a later version').count()) > 0,
    ),
  );
  assert.deepEqual(isReplaced, [true, true, false, false], 'the old question and its reply');
  await page.getByText('Deleted by the user').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Hand off to a person' }).count(), 0);
  await takeScreenshots(page, 'transcript-replaced');
  await checkAccess('replaced messages');
};

/** The console hides the buttons from viewers; the API must also refuse their calls. */
const lookAsViewer = async (stage: ConsoleStage, { adas, first }: Talk): Promise<void> => {
  const { page, open, watch, agentId, workspaceId } = stage;
  await stage.signIn(await stage.addOperator('viewer'));
  await open(`agent:/conversations/${adas}`);
  const reply = page.getByRole('article', { name: 'Reply 1' });
  assert.ok(await reply.getByRole('button', { name: 'Good' }).isDisabled());
  assert.equal(await page.getByRole('button', { name: /Erase|Hand off/ }).count(), 0);
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
  'conversations are searched, read with citations and traces, rated by key, exported and erased; changes of users are marked',
  { skip: skipWithout('browser') },
  () =>
    withConsole({}, async (stage) => {
      const said = await talk(stage);
      await lookAsViewer(stage, said);
      await stage.signIn();
      await find(stage);
      await readAndRate(stage, said);
      await exportAll(stage);
      await eraseAda(stage, said);
      await deleteMemoriesAndErase(stage);
      await seeReplacedAndDeleted(stage);
    }),
);
