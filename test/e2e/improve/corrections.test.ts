import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { readDownload } from '../../support/browser/firefox-ways.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { eventually } from '../../support/time/eventually.ts';

const question = 'How long does shipping take?';
const answer = 'Shipping takes two working days.';

const askAs = async ({ service }: ConsoleStage, userId: string, content: string): Promise<string> => {
  const { body, status, text } = await service.call('POST', '/v2/conversation/message', {
    conversation_id: await service.newConversation(userId),
    messages: [{ role: 'user', content }],
  });
  assert.equal(status, 200, text);
  return body.output[0].content.text;
};

/** An operator reads a wrong reply and corrects it in the transcript. */
const correctInTranscript = async (stage: ConsoleStage): Promise<void> => {
  const { page, open, checkAccess } = stage;
  assert.equal(await askAs(stage, 'ada', question), 'Perhaps a year.');
  await open('agent:/conversations');
  await page.getByRole('table', { name: 'Conversations' }).getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Correct this answer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct this answer' });
  assert.equal(await dialog.getByLabel('Question').inputValue(), question);
  const field = dialog.getByLabel('Corrected answer');
  assert.equal(await field.inputValue(), 'Perhaps a year.');
  await field.fill(answer);
  await checkAccess('correct an answer');
  await takeScreenshots(page, 'correct-answer');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await askAs(stage, 'bob', 'how long does the shipping take'), answer);
};

const managePage = async (stage: ConsoleStage): Promise<void> => {
  const { page, open, checkAccess } = stage;
  await open('agent:/corrections');
  const table = page.getByRole('table', { name: 'Corrections' });
  await table.getByText(answer).waitFor();
  await table.getByRole('link', { name: 'Corrected reply' }).waitFor();
  assert.match(await table.getByRole('row').nth(1).innerText(), /\b1\b/);
  await page.getByLabel('Question of a user').fill('how long does the shipping take');
  await page.getByText('The marked correction answers.').waitFor();
  await page.getByLabel('Question of a user').fill('Which colours does the chair have?');
  await page.getByText(/No correction (reaches 0\.90|is similar)/).waitFor();
  await checkAccess('corrections');
  await page.getByLabel('Question of a user').fill('how long does the shipping take');
  await page.getByText('The marked correction answers.').waitFor();
  await takeScreenshots(page, 'corrections');
};

/** A second correction of almost the same question: the dialog offers to change the first one. */
const warnOfDuplicates = async ({ page }: ConsoleStage): Promise<void> => {
  await page.getByRole('button', { name: 'New correction' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Question').fill('How long does the shipping take?');
  await dialog.getByLabel('Corrected answer').fill('Three working days.');
  await dialog.getByText('There is a correction for a similar question').waitFor();
  await dialog.getByText('with another answer').waitFor();
  await takeScreenshots(page, 'similar-correction');
  await dialog.getByRole('button', { name: 'Change that one instead' }).click();
  await dialog.getByText('Change correction').waitFor();
  assert.equal(await dialog.getByLabel('Question').inputValue(), question);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('table', { name: 'Corrections' }).getByText('Three working days.').waitFor();
};

const changeSettings = async (stage: ConsoleStage): Promise<void> => {
  const { page, call, workspaceId, agentId } = stage;
  await page.getByRole('radio', { name: /An answer by the model/ }).check();
  const threshold = page.getByRole('slider', { name: 'Minimum similarity' });
  await threshold.focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('Minimum similarity: 0.91').waitFor();
  await page
    .getByRole('region', { name: 'How corrections are used' })
    .getByRole('button', { name: 'Save' })
    .click();
  await eventually('the settings are saved', async () => {
    const { settings } = (await call('GET', `/workspaces/${workspaceId}/agents/${agentId}`)).body;
    return settings.corrections.mode === 'passage' && settings.corrections.threshold === 0.91;
  });
};

const importAndExport = async (stage: ConsoleStage): Promise<void> => {
  const { page } = stage;
  await page.getByLabel('CSV file with the columns question and answer').setInputFiles({
    name: 'corrections.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('question,answer\nWhere is the shop?,In Kyoto.\nNo answer?,\n'),
  });
  const report = page.getByRole('dialog', { name: 'Result of the import' });
  await report.getByRole('cell', { name: 'must not be empty' }).waitFor();
  await takeScreenshots(page, 'import-corrections');
  await page.keyboard.press('Escape');
  await page.getByRole('table', { name: 'Corrections' }).getByText('In Kyoto.').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  assert.match(await readDownload(download), /Where is the shop\?,In Kyoto\./);
  await page.getByRole('button', { name: 'Delete the correction of “Where is the shop?”' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('In Kyoto.').waitFor({ state: 'hidden' });
};

test('an operator corrects a reply, tests it, resolves a duplicate, and imports and exports corrections', {
  skip: skipWithout('browser'),
}, async () => {
  const { models } = createScriptedModel(() => [{ say: 'Perhaps a year.' }]);
  await withConsole({ models }, async (stage) => {
    await stage.signIn();
    await correctInTranscript(stage);
    await managePage(stage);
    await warnOfDuplicates(stage);
    await changeSettings(stage);
    await importAndExport(stage);
  });
});
