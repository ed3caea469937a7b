import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { readDownload } from '../../support/browser/firefox-ways.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

const question = 'When do you open?';
const rightAnswer = 'We open at nine.';

const setsPath = ({ workspaceId, agentId }: ConsoleStage): string =>
  `/workspaces/${workspaceId}/agents/${agentId}/test-sets`;

const addJudge = async ({ call, workspaceId }: ConsoleStage): Promise<void> => {
  const made = await call('POST', `/workspaces/${workspaceId}/model-connections`, {
    name: 'Models',
    provider: 'openai',
    baseUrl: 'https://models.example/v1',
    apiKey: 'a-key',
    models: [{ name: 'strict-judge' }],
  });
  assert.equal(made.status, 201, made.text);
};

const createSet = async (stage: ConsoleStage): Promise<void> => {
  const { page, call, checkAccess } = stage;
  await stage.open('agent:/test-sets');
  await page.getByText('No test sets yet').waitFor();
  await takeScreenshots(page, 'test-sets-empty');
  await page.getByRole('button', { name: 'Create test set' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create test set' });
  await form.getByLabel('Name').fill('Basics');
  await form.getByLabel('Model that judges').selectOption({ label: 'strict-judge' });
  await checkAccess('a new test set');
  await takeScreenshots(page, 'test-set-new');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Basics' }).waitFor();
  await takeScreenshots(page, 'test-set-empty');
  const [set] = (await call('GET', setsPath(stage))).body.items;
  assert.equal(set.judgeModel.name, 'strict-judge');
};

/** A case with two files, of which one is removed later. */
const addCase = async (stage: ConsoleStage): Promise<void> => {
  const { page, call, checkAccess } = stage;
  await page.getByRole('button', { name: 'Add case' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add case' });
  await form.getByLabel('Message 1', { exact: true }).fill(question);
  await form.getByLabel('Files of message 1').setInputFiles([
    { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Monday to Friday') },
    { name: 'photo of the door.txt', mimeType: 'text/plain', buffer: Buffer.alloc(2048, 'a') },
  ]);
  await form.getByText('16 bytes').waitFor();
  await form.getByText('2 KB').waitFor();
  await form.getByRole('group', { name: 'Expectation 1' }).getByLabel('Text').fill('nine');
  await checkAccess('a case with files');
  await takeScreenshots(page, 'test-case-files');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('2 files').waitFor();

  await page.getByRole('button', { name: question, exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit case' });
  await edit.getByRole('button', { name: 'Remove photo of the door.txt' }).click();
  await edit.getByRole('button', { name: 'Add expectation' }).click();
  const second = edit.getByRole('group', { name: 'Expectation 2' });
  await second.getByRole('combobox', { name: 'Expectation 2' }).selectOption('Similar to an answer');
  await second.getByLabel('Reference answer').fill(rightAnswer);
  await takeScreenshots(page, 'test-case-edit');
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByText('1 file', { exact: true }).waitFor();
  const [{ id }] = (await call('GET', setsPath(stage))).body.items;
  const [stored] = (await call('GET', `${setsPath(stage)}/${id}/cases`)).body.items;
  assert.deepEqual(
    stored.turns[0].files.map((file: { name: string; sizeBytes: number }) => [file.name, file.sizeBytes]),
    [['plan.txt', 16]],
  );
};

/** An exported file can be imported again, without the files. */
const exportAndImport = async ({ page }: ConsoleStage): Promise<void> => {
  for (const [name, start] of [
    ['Export CSV', /^\uFEFF?name,question/],
    ['Export JSONL', /^\{"name":"","turns":\[\{"text":"When do you open\?"/],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name }).click(),
    ]);
    assert.match(await readDownload(download), start);
  }
  await page.getByLabel('CSV or JSONL file').setInputFiles({
    name: 'more.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from('{"turns": [{"text": "Where?", "files": [{"name": "map.png"}]}]}\n'),
  });
  await page.getByRole('button', { name: 'Where?', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit case' });
  await edit.getByText('missing').waitFor();
  await takeScreenshots(page, 'test-case-missing-file');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete case: Where?' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Where?', exact: true }).waitFor({ state: 'detached' });
};

const run = async ({ page }: ConsoleStage, version: string | undefined): Promise<void> => {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const start = page.getByRole('dialog', { name: 'Run test set' });
  await start.getByText('1 attempt').waitFor();
  if (version !== undefined) await start.getByLabel('Version').selectOption({ label: version });
  await takeScreenshots(page, 'test-run-start');
  await start.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('Completed', { exact: true }).waitFor();
};

/** The draft knows the answer; the version in use and an older version do not. */
const compareVersions = async (stage: ConsoleStage): Promise<void> => {
  const { page } = stage;
  await run(stage, 'Version 2, in use');
  await page.getByRole('button', { name: question, exact: true }).click();
  const result = page.getByRole('dialog', { name: 'Result of the case' });
  await result.getByText('No idea about that').waitFor();
  await result.getByText('Not met').first().waitFor();
  await takeScreenshots(page, 'test-result');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Back to the test set' }).click();
  await run(stage, undefined);
  await page.getByRole('table').getByText('Improved').waitFor();
  await takeScreenshots(page, 'test-run');
  await page.getByRole('link', { name: 'Back to the test set' }).click();
  await run(stage, 'Version 1: the first one');
  await page.getByRole('table').getByText('Regression').waitFor();
  await page.getByRole('link', { name: 'Back to the test set' }).click();
  await page.getByRole('tab', { name: 'Runs' }).click();
  const versions = page.getByRole('table', { name: 'Runs' }).locator('tbody tr');
  await versions.nth(2).waitFor();
  await takeScreenshots(page, 'test-runs');
};

test(
  'an operator builds a test set with files, and tests the draft, the version in use and an older version',
  { skip: skipWithout('browser') },
  () =>
    withConsole(
      createScriptedModel((request) => {
        const prompt = JSON.stringify(request.messages[0]);
        return [{ say: prompt.includes('hours') ? rightAnswer : 'No idea about that, ask somebody.' }];
      }),
      async (stage) => {
        const { call, workspaceId, agentId } = stage;
        const agent = `/workspaces/${workspaceId}/agents/${agentId}`;
        const save = async (prompt: string): Promise<void> => {
          const { version } = (await call('GET', agent)).body;
          const saved = await call('PATCH', agent, { version, settings: { prompt } });
          assert.equal(saved.status, 200, saved.text);
        };
        await save('You are friendly.');
        await call('PATCH', `${agent}/versions/1`, { note: 'the first one' });
        await call('PUT', `${agent}/drafts`, { enabled: true });
        await save('You know the hours.');
        await addJudge(stage);
        await stage.signIn();
        await createSet(stage);
        await addCase(stage);
        await exportAndImport(stage);
        await compareVersions(stage);
      },
    ),
);
