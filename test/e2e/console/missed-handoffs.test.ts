import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { openVisit } from '../../support/channels/visitor.ts';
import { closedHours, inboxWithHours } from '../../support/handoff/opening-hours.ts';
import { withHandoff } from '../../support/handoff/with-handoff.ts';
import { inboxSettings } from '../../support/handoff/with-inbox.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

/** A user asks for a person. Returns the conversation. */
const askForPerson = async ({ service }: ConsoleStage, user: string): Promise<string> => {
  const conversation_id = await service.newConversation(user);
  const { status, text } = await service.call('POST', '/v2/conversation/message', {
    conversation_id,
    response_mode: 'webhook',
    messages: [{ role: 'user', content: 'I want to talk to a human' }],
  });
  assert.equal(status, 200, text);
  return conversation_id;
};

const leave = async ({ service }: ConsoleStage, conversation_id: string): Promise<void> => {
  const { status, text } = await service.call('POST', '/v1/human/leave', { conversation_id });
  assert.equal(status, 200, text);
};

/** Ada left while waiting, Bob got a reply and rated the session, Eve waits. */
const fillInbox = async (stage: ConsoleStage): Promise<void> => {
  const { call, workspaceId } = stage;
  const sessions = `/workspaces/${workspaceId}/inbox/sessions`;
  await leave(stage, await askForPerson(stage, 'ada'));
  await askForPerson(stage, 'bob');
  const [{ id }] = (await call('GET', `${sessions}?queue=waiting`)).body.items;
  assert.equal((await call('POST', `${sessions}/${id}/replies`, { text: 'Hello' })).status, 201);
  assert.equal((await call('POST', `${sessions}/${id}/close`, { reason: 'resolved' })).status, 200);
  await stage.service.app.db.query
    .updateTable('human_sessions')
    .set({ rating: 4, rating_comment: 'Quick and friendly', rated_at: Date.now() })
    .where('id', '=', id)
    .execute();
  await askForPerson(stage, 'eve');
};

/** The numbers of the handoffs, by agent and by day, and as a file. */
const readReport = async ({ page, open, checkAccess }: ConsoleStage): Promise<void> => {
  await open('workspace:/handoff-report?days=7');
  await page.getByText('33% of all handoffs').waitFor();
  const byAgent = page.getByRole('table', { name: 'By agent' });
  const cells = await byAgent.getByRole('row').last().getByRole('cell').allInnerTexts();
  assert.deepEqual(cells.slice(0, 7), ['Default', '3', '1', '0', '0', '2', '0']);
  assert.deepEqual(cells.slice(8), ['1', '4.0']);
  await page.getByRole('table', { name: 'Ratings' }).getByRole('row', { name: '4 of 5 1' }).waitFor();
  await takeScreenshots(page, 'handoff-report');
  await checkAccess('handoff report');
  const reasons = page.getByRole('table', { name: 'Reasons in the inbox' });
  await reasons.getByRole('row', { name: 'Resolved 1' }).waitFor();
  await page.getByRole('radiogroup', { name: 'Group by' }).getByText('By day').click();
  await page.getByRole('table', { name: 'By day' }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'handoffs.csv');
};

/** The conversation of the rated session shows the rating. */
const readTranscript = async ({ page, open, service, agentId }: ConsoleStage): Promise<void> => {
  const { conversation_id } = await service.app.db.query
    .selectFrom('human_sessions')
    .select('conversation_id')
    .where('rating', '=', 4)
    .executeTakeFirstOrThrow();
  await open(`workspace:/agents/${agentId}/conversations/${conversation_id}`);
  const outcomes = page.getByRole('region', { name: 'Results of handoffs' });
  await outcomes.getByText('The user rated the session with a person 4 of 5.').waitFor();
  await outcomes.getByText('Comment of the user: Quick and friendly').waitFor();
  await takeScreenshots(page, 'conversation-rated');
};

/** Without an SMTP server nobody gets an e-mail, and the reply box says so. */
const readWithoutMail = async ({ page, open, service }: ConsoleStage): Promise<void> => {
  await service.configure({ humanService: { ...inboxSettings, inbox: inboxWithHours(closedHours) } });
  const visit = await openVisit(service, {});
  const { conversation_id } = (await visit.call('POST', '/handoff', {})).body;
  const message = { conversation_id, text: 'Where is my parcel?', email: 'anna@example.com' };
  assert.equal((await visit.call('POST', '/handoff/message', message)).status, 202);
  await open('workspace:/inbox?queue=left_message');
  await page.getByRole('link', { name: /Where is my parcel/ }).click();
  await page
    .getByRole('note')
    .getByText('only in the chat and not at anna@example.com, because e-mail is not set up')
    .waitFor();
  await takeScreenshots(page, 'left-message-without-mail');
};

test(
  'unanswered users: from the overview to the inbox, with the reason, and in the report',
  { skip: skipWithout('browser') },
  () =>
    withConsole({}, async (stage) => {
      const { page, open } = stage;
      const settings = {
        type: 'inbox',
        baseUrl: null,
        phrases: ['talk to a human'],
        firstReplySeconds: 3600,
      };
      await withHandoff(stage.service, settings, async () => {
        await fillInbox(stage);
        await stage.signIn(await stage.addOperator('editor'));
        await open('workspace:');
        await page.getByText('1 person was not answered today.').waitFor();
        await page.getByRole('link', { name: 'Open unanswered sessions' }).click();
        const closed = page.getByRole('list', { name: 'Closed', exact: true });
        const missed = closed.getByRole('link', { name: /ada/ });
        await missed.getByText('No reply: user left').waitFor();
        assert.equal(await closed.getByRole('link').count(), 1);
        await missed.click();
        await page.getByRole('region', { name: 'Messages' }).waitFor();
        await takeScreenshots(page, 'inbox-missed');
        await stage.checkAccess('unanswered sessions');

        // The list is live: Eve leaves too.
        const { conversationId } = (
          await stage.call('GET', `/workspaces/${stage.workspaceId}/inbox/sessions?queue=waiting`)
        ).body.items[0];
        await leave(stage, conversationId);
        await closed.getByRole('link', { name: /eve/ }).waitFor();
        const filter = page.getByRole('combobox', { name: 'Answered' });
        await filter.selectOption('All closed');
        await closed.getByRole('link', { name: /bob/ }).waitFor();

        await open('workspace:/human-sessions?missed=true');
        const table = page.getByRole('table', { name: 'Ended human sessions' });
        await table.getByText('No, the user left while waiting').first().waitFor();
        await takeScreenshots(page, 'human-sessions-inbox');
        await table.getByRole('link', { name: 'Inbox', exact: true }).first().click();
        await page.getByRole('heading', { name: /eve/ }).waitFor();
        await readReport(stage);
        await readTranscript(stage);
        await readWithoutMail(stage);
      });
    }),
);
