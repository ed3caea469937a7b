import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { ModelMessage } from '../../../src/models/index.ts';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { withHandoff } from '../../support/handoff/with-handoff.ts';
import { addTexts } from '../../support/knowledge/documents.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { eventually } from '../../support/time/eventually.ts';

const question = 'Wie lange dauert ein Paket nach Norwegen?';

const textOfPrompt = (messages: readonly ModelMessage[]): string =>
  messages
    .map((message) =>
      message.role === 'user'
        ? message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
        : message.text,
    )
    .join('\n');

/** A model whose next suggestion waits until `finish` is called. */
const createModel = () => {
  let waiting = Promise.resolve();
  let finish = (): void => {};
  let isBroken = false;
  const { models } = createScriptedModel(({ messages }) => {
    const prompt = textOfPrompt(messages);
    if (isBroken) return [{ fail: 'server-error' }];
    if (prompt.includes('draft of the next reply'))
      return [{ say: 'It takes ' }, { wait: waiting }, { say: 'nine days.' }];
    if (prompt.includes('Write the summary')) return [{ say: 'The user waits for a parcel.' }];
    return [{ say: prompt.includes('into German') ? 'Es dauert neun Tage.' : 'How long does it take?' }];
  });
  return {
    models,
    hold: (): void => {
      waiting = new Promise((resolve) => {
        finish = resolve;
      });
    },
    finish: (): void => finish(),
    setBroken: (value: boolean): void => {
      isBroken = value;
    },
  };
};

const hasValue = (box: Locator, value: string): Promise<void> =>
  eventually(`the reply is ${JSON.stringify(value)}`, async () => (await box.inputValue()) === value);

const openSession = async (stage: ConsoleStage): Promise<void> => {
  const { service, page, open } = stage;
  await addTexts(service, [
    {
      name: 'Pakete',
      text: 'Ein Paket nach Norwegen dauert neun Tage.',
      sourceUrl: 'https://shop.example/pakete',
    },
  ]);
  const conversation_id = await service.newConversation('ada');
  for (const content of ['talk to a human', question]) {
    const { status, text } = await service.call('POST', '/v2/conversation/message', {
      conversation_id,
      response_mode: 'webhook',
      messages: [{ role: 'user', content }],
    });
    assert.equal(status, 200, text);
  }
  await stage.signIn(await stage.addOperator('support'));
  await open('workspace:/inbox');
  await page.getByRole('link', { name: /ada/ }).click();
  await page.getByRole('region', { name: 'Messages' }).getByText(question).waitFor();
};

const suggest = async ({ page }: ConsoleStage, model: ReturnType<typeof createModel>): Promise<void> => {
  const box = page.getByRole('textbox', { name: 'Reply' });
  const panel = page.getByRole('region', { name: 'Suggested reply' });
  const button = page.getByRole('button', { name: 'Suggest a reply' });
  model.hold();
  await box.fill('Hello');
  await button.press('Enter');
  await hasValue(box, 'Hello\n\nIt takes ');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await panel.getByText('Cancelled. The text is not complete.').waitFor();
  model.finish();

  // What the operator writes meanwhile is kept.
  model.hold();
  await box.fill('');
  await button.click();
  await hasValue(box, 'It takes ');
  await box.fill('It takes about ');
  model.finish();
  await hasValue(box, 'It takes about nine days.');
  await panel.getByText('Check it before you send it.').waitFor();
  await page.getByRole('button', { name: 'Emoji' }).click();
  await page.getByRole('textbox', { name: 'Search emoji' }).fill('parcel');
  await page.getByRole('button', { name: /package/ }).click();
  await hasValue(box, 'It takes about nine days.📦');
  await box.press('Backspace');
  await panel.getByRole('button', { name: /Pakete/ }).click();
  await panel.getByText('Ein Paket nach Norwegen dauert neun Tage.').waitFor();
  assert.equal(
    await panel.getByRole('link', { name: 'Open source' }).getAttribute('href'),
    'https://shop.example/pakete',
  );
  await takeScreenshots(page, 'inbox-suggestion');
};

const translate = async ({ page }: ConsoleStage): Promise<void> => {
  const box = page.getByRole('textbox', { name: 'Reply' });
  await page.getByRole('button', { name: 'Translate', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Translate the reply' });
  assert.equal(await panel.getByRole('combobox', { name: 'Into' }).inputValue(), 'de');
  await panel.getByRole('button', { name: 'Translate the draft' }).click();
  await panel.getByText('Es dauert neun Tage.').waitFor();
  assert.equal(await box.inputValue(), 'It takes about nine days.', 'the operator decides');
  await panel.getByRole('button', { name: 'Replace the draft' }).click();
  await hasValue(box, 'Es dauert neun Tage.');
  await page.getByRole('button', { name: 'Translate this message' }).last().click();
  await page.getByText('How long does it take?').waitFor();
};

const searchKnowledge = async (stage: ConsoleStage): Promise<void> => {
  const { page } = stage;
  const box = page.getByRole('textbox', { name: 'Reply' });
  await box.fill('');
  await page.getByRole('button', { name: 'Search knowledge' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Search knowledge' });
  await dialog.getByText('1 passage').waitFor();
  await stage.checkAccess('knowledge search');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Question or words' }).fill('Norwegen');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Insert the passage of Pakete' }).click();
  await hasValue(
    box,
    '> Ein Paket nach Norwegen dauert neun Tage.\n\n[Pakete](https://shop.example/pakete)\n',
  );
};

const summariseOnPhone = async (stage: ConsoleStage): Promise<void> => {
  const { page } = stage;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Summarise' }).click();
  const panel = page.getByRole('region', { name: 'Summary', exact: true });
  await panel.getByText('The user waits for a parcel.').waitFor();
  await panel.getByRole('button', { name: 'Copy the summary' }).waitFor();
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
  await takeScreenshots(page, 'inbox-summary');
  await stage.checkAccess('assistance on a phone');
};

/** Failures say what to do and leave the draft alone. */
const fail = async ({ page, watch }: ConsoleStage, model: ReturnType<typeof createModel>): Promise<void> => {
  const draft = await page.getByRole('textbox', { name: 'Reply' }).inputValue();
  const button = page.getByRole('button', { name: 'Suggest a reply' });
  const alert = page.getByRole('region', { name: 'Suggested reply' }).getByRole('alert');
  model.setBroken(true);
  await button.click();
  await alert.getByText(/The model did not answer: .*check the model of this agent/).waitFor();
  watch.expect(/status of 429/);
  await page.route('**/suggestion', (route) =>
    route.fulfill({ status: 429, json: { code: 42900, message: 'busy' } }),
  );
  await button.click();
  await alert.getByText('Wait a few seconds, then try again.').waitFor();
  await page.unroute('**/suggestion');
  await page.route('**/suggestion', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: 'event: failure\ndata: {"reason":"credits","message":"Insufficient credits"}\n\n',
    }),
  );
  await button.click();
  await alert.getByText(/Ask an owner to add credits/).waitFor();
  model.setBroken(false);
  assert.equal(await page.getByRole('textbox', { name: 'Reply' }).inputValue(), draft);
};

/** A closed session can be summarised, and its messages translated. There is no reply to write. */
const summariseClosed = async ({ page, call, workspaceId }: ConsoleStage): Promise<void> => {
  const sessions = `/workspaces/${workspaceId}/inbox/sessions`;
  const [{ id }] = (await call('GET', `${sessions}?queue=open`)).body.items;
  assert.equal((await call('POST', `${sessions}/${id}/close`, { reason: 'resolved' })).status, 200);
  await page.getByText('This conversation is closed').waitFor();
  const tools = page.getByRole('group', { name: 'Assistance' }).getByRole('button');
  assert.deepEqual(await tools.allInnerTexts(), ['Summarise']);
  await tools.click();
  const panel = page.getByRole('region', { name: 'Summary', exact: true });
  await panel.getByText('The user waits for a parcel.').waitFor();
  await page.getByRole('button', { name: 'Translate this message' }).first().waitFor();
  assert.equal((await call('POST', `${sessions}/${id}/suggestion`)).status, 409);
};

test('the model and the knowledge help operators to reply', { skip: skipWithout('browser') }, () => {
  const model = createModel();
  return withConsole({ models: model.models }, (stage) =>
    withHandoff(
      stage.service,
      { type: 'inbox', baseUrl: null, phrases: ['talk to a human'], firstReplySeconds: 3600 },
      async () => {
        await openSession(stage);
        await suggest(stage, model);
        await translate(stage);
        await searchKnowledge(stage);
        await summariseOnPhone(stage);
        await fail(stage, model);
        const sent = await stage.service.app.db.query.selectFrom('human_messages').select('text').execute();
        assert.deepEqual(sent, [], 'nothing was sent to the user');
        await summariseClosed(stage);
      },
    ),
  );
});
