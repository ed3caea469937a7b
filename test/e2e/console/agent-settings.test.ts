import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { startReceiver } from '../../support/servers/receiver.ts';

const allowOrigins = async ({
  page,
  open,
  service,
  watch,
  agentId,
  checkAccess,
}: ConsoleStage): Promise<void> => {
  await service.configure({ allowedOrigins: ['old.example'] });
  await open('agent:/settings#channels');
  await page.getByRole('tab', { name: 'Channels', exact: true }).click();
  const input = (label: string) => page.getByLabel(label).and(page.locator('input'));
  await page.getByText('“old.example” has no effect').waitFor();

  const origins = input('Allowed origins');
  await origins.fill('www.example.com');
  await page.getByRole('button', { name: 'Add https://www.example.com' }).click();
  await origins.fill('https://Shop.example/cart');
  await origins.press('Enter');
  await page.getByText('“https://Shop.example/cart” has no effect').waitFor();
  await takeScreenshots(page, 'origins');
  await checkAccess('origins');
  watch.expect(/status of 400/);
  await page.keyboard.press('Control+s');
  await page.getByText(/settings\.allowedOrigins\[2\].*write https:\/\/shop\.example/).waitFor();
  await page.getByRole('button', { name: 'Use https://shop.example' }).click();
  await page.getByRole('button', { name: 'Use https://old.example' }).click();
  await input('Allowed image hosts').fill('https://images.example.com/logo.png');
  await page.getByRole('button', { name: 'Add images.example.com' }).click();
  await page.keyboard.press('Control+s');
  await page.getByText('Saved', { exact: true }).waitFor();
  const { settings } = (await service.app.rooms.agents.find(agentId))!;
  assert.deepEqual(settings.allowedOrigins, [
    'https://old.example',
    'https://www.example.com',
    'https://shop.example',
  ]);
  assert.deepEqual(settings.channels.imageHosts, ['images.example.com']);
};

/** People answer in the inbox instead of at a URL. */
const chooseInbox = async ({ page, open, service, agentId, checkAccess }: ConsoleStage): Promise<void> => {
  await open('agent:/settings?section=webhook');
  const section = page.getByRole('region', { name: 'Human service' });
  await section.getByLabel('Base URL').waitFor();
  await section.getByRole('radio', { name: 'Inbox' }).check();
  await section.getByLabel('Base URL').waitFor({ state: 'detached' });
  await section.getByRole('combobox', { name: 'Assignment of new sessions' }).click();
  await page.getByRole('option', { name: 'Round-robin' }).click();
  await section.getByLabel('Maximum number of open sessions per operator').fill('3');
  await page.keyboard.press('Control+s');
  await page.getByText('Saved', { exact: true }).waitFor();
  await checkAccess('human-service');
  await takeScreenshots(page, 'human-service');
  const { settings } = (await service.app.rooms.agents.find(agentId))!;
  assert.equal(settings.humanService.type, 'inbox');
  assert.deepEqual(settings.humanService.inbox, {
    assignment: 'round_robin',
    maxOpenPerPerson: 3,
    survey: false,
    hours: null,
  });
};

/** The form and the JSON show the same parameters, and a test call shows the response. */
const describeTool = async ({
  page,
  open,
  call,
  workspaceId,
  agentId,
  checkAccess,
}: ConsoleStage): Promise<void> => {
  const receiver = await startReceiver();
  try {
    await open('agent:/settings');
    await page.getByRole('tab', { name: 'Tools', exact: true }).click();
    await page.getByRole('button', { name: 'Add tool' }).click();
    const editor = page.getByRole('dialog', { name: 'New tool' });
    await editor.getByRole('textbox', { name: 'Name', exact: true }).fill('findOrder');
    await editor.getByLabel('URL').fill(receiver.url);
    await editor.getByRole('tab', { name: 'JSON' }).click();
    const json = editor.getByLabel('Parameters (JSON Schema)');
    await json.fill('{"type":"object","properties":{"address":{"type":"object"}}}');
    await editor.getByRole('tab', { name: 'Form' }).click();
    await editor.getByText('address can be edited only as JSON').waitFor();
    await editor.getByRole('button', { name: 'Add parameter' }).click();
    await editor
      .getByRole('group', { name: 'parameter_2' })
      .getByRole('textbox', { name: 'Name', exact: true })
      .fill('number');
    const row = editor.getByRole('group', { name: 'number', exact: true });
    await row.getByLabel('Type').selectOption('integer');
    await row.getByLabel('Required').check();
    await row.getByLabel('Sent in').selectOption('path');
    await editor.getByRole('tab', { name: 'JSON' }).click();
    assert.deepEqual(JSON.parse(await json.inputValue()), {
      type: 'object',
      properties: { address: { type: 'object' }, number: { type: 'integer' } },
      required: ['number'],
    });
    await editor.getByRole('tab', { name: 'Form' }).click();
    await editor.getByRole('button', { name: 'Test this tool' }).click();
    await editor.getByLabel('Arguments (JSON)').fill('{"number": 42}');
    await editor.getByRole('button', { name: 'Send test request' }).click();
    await editor.getByText(/Status 200 in/).waitFor();
    await editor.getByText(/^GET .*\/42$/).waitFor();
    assert.equal(receiver.calls.length, 1);
    await takeScreenshots(page, 'tool-editor');
    await checkAccess('tool editor');
    await editor.getByRole('button', { name: 'Apply' }).click();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).first().waitFor();
    const { body } = await call('GET', `/workspaces/${workspaceId}/agents/${agentId}`);
    const [tool] = body.settings.tools.http;
    assert.ok(tool.url.endsWith('/{number}'));
    assert.deepEqual(Object.keys(tool.parameters.properties), ['address', 'number']);
  } finally {
    await receiver.close();
  }
};

const picture = (red: number): Promise<Buffer> =>
  sharp({ create: { width: 80, height: 40, channels: 3, background: { r: red, g: 90, b: 40 } } })
    .png()
    .toBuffer();

const countAll = async ({ service: { app } }: ConsoleStage): Promise<number[]> =>
  Promise.all(
    (['visitors', 'conversations', 'rounds'] as const).map(
      async (table) => (await app.db.query.selectFrom(table).select('id').execute()).length,
    ),
  );

/** Everything that visitors will see is shown before it is saved, in the real chat, without a session. */
const previewChat = async (stage: ConsoleStage): Promise<void> => {
  const { page, service, open } = stage;
  await service.configure({ channels: { greeting: 'Welcome!' } });
  await open('agent:/settings?section=channels');
  const before = await countAll(stage);
  const chat = page.frameLocator('iframe[title="Preview"]');
  const root = chat.locator('html');
  await chat.getByText('Welcome!').waitFor();
  const preview = page.getByRole('region', { name: 'Preview' });
  const choose = (name: string) => preview.getByText(name, { exact: true }).click();

  await page.getByLabel('Greeting', { exact: true }).first().fill('Hello <b>you</b>');
  await chat.getByText('Hello <b>you</b>').waitFor();
  await page.getByLabel('Primary colour', { exact: true }).fill('#ffdd00');
  const textColor = page.getByLabel('Text on primary colour');
  assert.equal(await textColor.getAttribute('placeholder'), 'Automatic: #000000');
  await root.and(chat.locator('[style*="--on-accent: #000000"]')).waitFor();
  await page.getByText('colour with the light page').waitFor();
  await textColor.fill('#ffffff');
  await page.getByText(/text on the colour is 1\.3 : 1/).waitFor();
  await root.and(chat.locator('[style*="--on-accent: #ffffff"]')).waitFor();
  await page.getByRole('button', { name: 'Choose the text colour automatically' }).click();
  await page.getByRole('button', { name: /^Use #/ }).click();
  await page.getByText('Good contrast').waitFor();

  await choose('Dark');
  await chat.locator('html[data-theme="dark"]').waitFor();
  await choose('Desktop');
  await page.getByLabel('Language of the visitor').selectOption('de');
  await chat.locator('html[lang="de"]').waitFor();
  await choose('Conversation');
  await chat.getByText('every day except Sunday').waitFor();
  await page.getByLabel('Text of the widget button').first().fill('Ask us');
  await choose('Widget button');
  await chat.getByRole('button', { name: 'Ask us, Chat öffnen' }).waitFor();
  assert.deepEqual(await countAll(stage), before, 'a preview stores nothing');
};

const uploadImages = async ({ page, service, agentId, checkAccess }: ConsoleStage): Promise<void> => {
  const chat = page.frameLocator('iframe[title="Preview"]');
  const upload = async (button: string, bytes: Buffer): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: button, exact: true }).click();
    await (await chooser).setFiles({ name: 'image.png', mimeType: 'image/png', buffer: bytes });
  };
  await upload('Upload Avatar', await picture(200));
  await chat.locator('[data-frontdesk] img').waitFor();
  await upload('Upload Logo', await picture(20));
  await page.getByRole('button', { name: 'Replace Logo' }).waitFor();
  await page.getByRole('region', { name: 'Preview' }).getByText('Greeting', { exact: true }).click();
  await chat.locator('.header img.logo').waitFor();
  await chat.locator('img.avatar-large').waitFor();
  await takeScreenshots(page, 'channels-appearance');
  await checkAccess('channels');
  await page.getByRole('button', { name: 'Remove Avatar' }).click();
  await page.getByRole('button', { name: 'Upload Avatar' }).waitFor();
  assert.equal((await service.app.rooms.agentImages.find(agentId)).avatar, null);
};

const shareLink = async (stage: ConsoleStage): Promise<void> => {
  const { page, origin, agentId } = stage;
  await page.getByText('The share page is off').waitFor();
  await page.getByRole('button', { name: 'Turn on the share page' }).click();
  await page.getByText('Save your changes. The link then appears here.').waitFor();
  await page.keyboard.press('Control+s');
  const link = `${origin}/share/${agentId}`;
  await page
    .getByRole('link', { name: 'Open' })
    .and(page.locator(`[href="${link}"]`))
    .waitFor();
  await page.getByRole('button', { name: 'Show QR code' }).click();
  await page.getByRole('img', { name: `QR code of ${link}` }).waitFor();
  const head = await (await page.request.get(link)).text();
  assert.match(head, /<meta property="og:description" content="Hello &lt;b&gt;you&lt;\/b&gt;">/);
  assert.match(
    head,
    new RegExp(`<meta property="og:image" content="${origin}/images/${agentId}/\\w+\\.jpg">`),
  );
  assert.match(head, /<meta name="robots" content="noindex"/);
  assert.equal(head.match(/rel="icon"/g)?.length, 1);
  await page.getByText('Python', { exact: true }).click();
  await page.getByText(`identity secret of agent ${agentId}`).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await takeScreenshots(page, 'channels-phone');
  await page.setViewportSize({ width: 1280, height: 720 });
};

/** Viewers see the same page and change nothing. */
const viewChannels = async ({ page, open, signIn, addOperator }: ConsoleStage): Promise<void> => {
  await signIn(await addOperator('viewer'));
  await open('agent:/settings?section=channels');
  const chat = page.frameLocator('iframe[title="Preview"]');
  await chat.getByText('Hello <b>you</b>').waitFor();
  await page.getByRole('region', { name: 'Preview' }).getByText('Dark', { exact: true }).click();
  await chat.locator('html[data-theme="dark"]').waitFor();
  await page.getByRole('link', { name: 'Open', exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^(Upload|Replace|Remove|Use #)/ }).count(), 0);
};

test(
  'agent settings: wrong origins are corrected with one click, and tools are described in a form and tested',
  { skip: skipWithout('browser') },
  () =>
    withConsole({}, async (stage) => {
      await stage.signIn();
      await allowOrigins(stage);
      await describeTool(stage);
      await chooseInbox(stage);
    }),
);

test(
  'channels: unsaved settings are previewed in the real chat, images are uploaded, and the share link works',
  { skip: skipWithout('chromium') },
  () =>
    withConsole({}, async (stage) => {
      await stage.signIn();
      await previewChat(stage);
      await uploadImages(stage);
      await shareLink(stage);
      await viewChannels(stage);
    }),
);
