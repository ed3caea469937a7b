import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Answers, type ChannelStage, withChannelStage } from '../../support/browser/channel-stage.ts';
import { assertAccessible, chatIn, giveFile } from '../../support/browser/chat-page.ts';
import { takeScreenshots } from '../../support/browser/console-stage.ts';
import { allowClipboard } from '../../support/browser/firefox-ways.ts';
import { waitUntil } from '../../support/browser/wait-until.ts';
import { openVisit } from '../../support/channels/visitor.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { eventually } from '../../support/time/eventually.ts';

const guide = [
  'Here is **how returns work**:\n\n1. Print the label [1]\n2. Pack it\n\n- [x] Order found\n- [ ] Label printed\n\n',
  '| Country | Days |\n|---|--:|\n| Germany | 3 |\n\n```js\nprintLabel(4711);\n```\n\n',
  'See [the guide](https://example.com/returns).',
];

let failures = 1;
const answers: Answers = {
  slowly: (gate) => [{ say: 'One, ' }, { wait: gate }, { say: 'two, ' }, { say: 'three.' }],
  returns: () => guide.map((say) => ({ say })),
  twice: () => (failures-- > 0 ? [{ say: 'It goes ' }, { fail: 'cut' }] : [{ say: 'It goes well.' }]),
};

type Check = (stage: ChannelStage, share: string) => Promise<void>;

const checks: Record<string, Check> = {
  'a reply is shown while it is streamed, and is still there after a reload': async (stage, share) => {
    const { page, assertCalm } = await stage.visit(share);
    const chat = chatIn(page);
    await page.getByText('Hello! How can we help?').waitFor();
    assert.equal(await page.title(), 'Default');
    await page.evaluate(`{
        const region = document.querySelector('main > [role=status]');
        window.announced = [];
        new MutationObserver(() => region.textContent && announced.push(region.textContent))
          .observe(region, { childList: true, characterData: true, subtree: true });
      }`);
    await chat.ask('Count slowly');
    await chat.answers.getByText('One,').waitFor();
    await chat.button('Stop answering').waitFor();
    await page.getByRole('status').filter({ hasText: 'Writing an answer…' }).waitFor();
    stage.release();
    await chat.answers.getByText('One, two, three.').waitFor();
    await page.getByRole('status').filter({ hasText: 'Default: One, two, three.' }).waitFor();
    assert.deepEqual(
      await page.evaluate('announced'),
      ['Writing an answer…', 'Default: One, two, three.'],
      'announced once, not word by word',
    );
    await chat.message.fill('Half a thought');
    await page.reload();
    await chat.answers.getByText('One, two, three.').waitFor();
    assert.equal(await chat.questions.count(), 1);
    assert.equal(await chat.message.inputValue(), 'Half a thought', 'a draft survives');
    await assertCalm();
  },

  'a running reply continues after a reload and can be stopped, and a failed one can be retried': async (
    stage,
    share,
  ) => {
    const { page, assertCalm } = await stage.visit(share);
    const chat = chatIn(page);
    await chat.ask('Count slowly');
    await chat.answers.getByText('One,').waitFor();
    await page.reload();
    await chat.answers.getByText('One,').waitFor();
    await chat.button('Stop answering').click();
    await chat.answers.getByText('Stopped').waitFor();
    // The focus returns to the text box.
    await waitUntil(page, "document.activeElement.tagName === 'TEXTAREA'");
    assert.equal(await chat.answers.getByText('two').count(), 0);
    await chat.ask('Do it twice');
    await chat.answers.getByText('The answer broke off. The service has received your message.').waitFor();
    await chat.button('Try again').last().click();
    await chat.answers.getByText('It goes well.').waitFor();
    await assertCalm();
  },

  'Markdown, citations, ratings and earlier conversations work': async (stage, share) => {
    await stage.addDocument(
      'returns.md',
      'Returns: send it back **within 30 days**.',
      'https://example.com/returns',
    );
    const { page, assertCalm } = await stage.visit(share);
    const chat = chatIn(page);
    await chat.answer('How do returns work?');
    const answer = chat.answers.last();
    await answer.getByRole('cell', { name: 'Germany' }).waitFor();
    for (const [name, checked] of [
      ['Order found', true],
      ['Label printed', false],
    ] as const)
      await answer.getByRole('checkbox', { name, exact: true, checked, disabled: true }).waitFor();
    assert.equal(await answer.getByRole('link').first().getAttribute('rel'), 'noopener noreferrer nofollow');
    await allowClipboard(page);
    await chat.button('Copy code').click();
    await waitUntil(page, "navigator.clipboard.readText().then((text) => text === 'printLabel(4711);\\n')");

    await chat.button('Source 1 returns.md').click();
    await page.locator('strong', { hasText: 'within 30 days' }).waitFor();
    await chat.button('Source 1 returns.md').click();
    const mark = answer.getByRole('listitem').filter({ hasText: 'Print the label' }).getByRole('button');
    assert.deepEqual(
      [await mark.getAttribute('aria-label'), await mark.getAttribute('aria-expanded')],
      ['Source 1', 'false'],
    );
    await mark.click();
    await page.locator('.passage').getByText('send it back').waitFor();
    assert.equal(
      await page.getByRole('link', { name: 'Open the source' }).getAttribute('href'),
      'https://example.com/returns',
    );

    await chat.button('Good answer').click();
    const feedback = async () => {
      const { body } = await stage.service.call(
        'GET',
        '/v1/message/qa/record/page?user_feedback=GOOD&page_size=10',
      );
      return body.qa.map(({ q }: { q: string }) => q);
    };
    await eventually('the rating is stored', async () => (await feedback()).includes('How do returns work?'));
    const chosen = page.getByRole('button', { name: 'Good answer', pressed: true });
    await chosen.waitFor();
    await assertAccessible(page, 'a conversation');

    const ratings = async () => {
      const { body } = await stage.service.call('GET', '/v1/message/qa/record/page?page_size=10');
      const [{ user_feedback, feedback_reason, feedback_comment }] = body.qa;
      return [user_feedback, feedback_reason, feedback_comment].join();
    };
    const rated = (expected: string) => eventually(expected, async () => (await ratings()) === expected);
    await chat.button('Bad answer').click();
    await rated('BAD,,');
    const form = page.getByRole('group', { name: 'What was wrong with this answer?' });
    await form.waitFor();
    await assertAccessible(page, 'the reasons of a bad rating');
    await takeScreenshots(page, 'chat-rating');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await rated('BAD,,');
    await chat.button('Say what was wrong').click();
    await form.getByRole('radio', { name: 'Not what I asked' }).check();
    await page.getByLabel('Comment (optional)').fill('I asked about <b>fees</b>.');
    await page.locator('.rating-form').getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you for your feedback.').waitFor();
    await rated('BAD,OFF_TOPIC,I asked about <b>fees</b>.');
    await page.reload();
    await chat.button('Say what was wrong').click();
    await form.getByRole('radio', { name: 'Not what I asked', checked: true }).waitFor();
    assert.equal(await page.getByLabel('Comment (optional)').inputValue(), 'I asked about <b>fees</b>.');
    await chat.button('Skip').click();
    await chat.button('Bad answer').click();
    await rated('NONE,,');
    await chat.button('Good answer').click();
    await rated('GOOD,,');

    await chat.button('New conversation').first().click();
    await eventually('the log is empty', async () => (await chat.questions.count()) === 0);
    await chat.answer('Something else');
    await page.getByRole('button', { name: /^How do returns work/ }).click();
    await chat.answers.getByText('how returns work').waitFor();
    assert.equal(await chat.log.getByText('Something else').count(), 0);
    // A rating is kept.
    await chosen.waitFor();
    await assertCalm();
  },

  'files are added by button, paste and drop, and rejected with the reason': async (stage, share) => {
    await stage.service.configure({ recognition: { maxImageMb: 1 } });
    const { page, assertCalm } = await stage.visit(share);
    const chat = chatIn(page);
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const image = { name: 'pixel.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') };
    await page.locator('input[type=file]').setInputFiles([image]);
    for (const type of ['paste', 'drop'] as const) await giveFile(page, type, 'The parcel weighs 12 kg.');
    await page.locator('input[type=file]').setInputFiles([
      { name: 'tool.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
      { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(1024 * 1024 + 1) },
    ]);
    await page.getByText('tool.exe: files of this type cannot be sent here.').waitFor();
    await page.getByText('large.png is larger than 1 MB.').waitFor();
    await chat.button('Remove drop.txt').click();
    await chat.answer('What is in them?');
    const parts = stage.requests
      .at(-1)!
      .messages.flatMap((message) => (message.role === 'user' ? message.parts : []));
    assert.ok(parts.some(({ type }) => type === 'image'));
    assert.match(JSON.stringify(parts.filter(({ type }) => type === 'text')), /12 kg/);
    const files = () => chat.questions.last().getByRole('listitem');
    assert.equal(await files().count(), 2);
    await page.reload();
    await chat.questions.last().getByText('paste.txt').waitFor();
    await waitUntil(page, 'document.querySelector(\'[alt="pixel.png"]\')?.naturalWidth === 1');
    await assertCalm();
  },

  'a voice message is recorded, transcribed and answered with audio': async (stage, share) => {
    await stage.service.configure({ output: { audio: true } });
    const { page, assertCalm } = await stage.visit(share, { expected: /500/ });
    const chat = chatIn(page);
    await chat.button('Record a voice message').click();
    await page.getByText(/0:0[1-9]/).waitFor();
    await chat.button('Discard recording').click();
    const message = page.getByRole('textbox', { name: 'Your message' });
    await message.fill('Hello.');
    stage.speech.breakDown();
    await chat.button('Record a voice message').click();
    await page.getByText(/0:0[1-9]/).waitFor();
    await chat.button('Finish recording').click();
    await page.getByText('Speech recognition is not available at the moment.').waitFor();
    await takeScreenshots(page, 'chat-dictation-failed');
    await assertAccessible(page, 'a failed transcription');
    stage.speech.repair();
    const release = stage.speech.hold();
    await chat.button('Try again').click();
    await page.getByRole('status').getByText('Turning your speech into text…').waitFor();
    await takeScreenshots(page, 'chat-dictation');
    release();
    await page.getByText('Check the text, then send it.').waitFor();
    assert.equal(await message.inputValue(), `Hello. ${stage.spoken}`, 'added to what was written');
    assert.equal(await chat.questions.count(), 0, 'nothing is sent before the user has read it');
    await takeScreenshots(page, 'chat-dictated');
    for (const _letter of 'parcel?') await page.keyboard.press('Backspace');
    await page.keyboard.type('letter?');
    const corrected = 'Hello. Where is my letter?';
    assert.equal(await message.inputValue(), corrected);
    await page.keyboard.press('Enter');
    await chat.answers.getByText(`You said: ${corrected}`).first().waitFor();
    assert.equal(await chat.questions.locator('audio').count(), 0, 'the text is sent, not the recording');
    const source = await chat.answers.locator('audio').getAttribute('src');
    assert.match(source!, /^\/files\/[0-9a-f]{24}\?/, 'audio has a relative URL');
    await chat.answers.getByText('Transcript').click();
    assert.equal(await chat.answers.locator('details p').textContent(), `You said: ${corrected}`);
    await page.getByLabel(/^Voice message, 0:0\d$/).waitFor();
    await stage.service.configure({ output: { audio: false } });
    await assertCalm();
  },

  'after a cut connection no text is lost or duplicated': async (stage) => {
    const { page, assertCalm } = await stage.visit(`${stage.line.url}/share/${stage.agentId}`, {
      expected: /net::ERR_/,
    });
    const chat = chatIn(page);
    await chat.ask('Count slowly');
    await chat.answers.getByText('One,').waitFor();
    const connectionCount = stage.line.connectionCount();
    stage.line.cut();
    await eventually('the page connects again', () => stage.line.connectionCount() > connectionCount);
    stage.line.takeDown();
    await page.getByText('It has received your message, but the answer may be cut off.').waitFor();
    assert.equal(await chat.answers.getByText('One,').count(), 1, 'the text so far stays');
    await chat.button('New conversation').first().click();
    await page.getByText('The service cannot be reached.').waitFor();
    stage.release();
    stage.line.restore();
    await chat.answers.getByText('One, two, three.', { exact: true }).waitFor();
    await page.getByText('The service is not responding').waitFor({ state: 'detached' });
    await page.getByText('The service cannot be reached.').waitFor({ state: 'detached' });

    stage.line.takeDown();
    await chat.ask('Sent without a connection');
    await page.getByText('has not confirmed your message').waitFor();
    stage.line.restore();
    await chat.answers.getByText('You said: Sent without a connection', { exact: true }).waitFor();
    assert.deepEqual([await chat.questions.count(), await chat.answers.count()], [2, 2]);
    await page.reload();
    await chat.answers.getByText('You said: Sent without a connection').waitFor();
    assert.deepEqual([await chat.questions.count(), await chat.answers.count()], [2, 2]);
    await assertCalm();
  },

  'messages of one tab are shown in the other': async (stage, share) => {
    const { page, assertCalm } = await stage.visit(share);
    const chat = chatIn(page);
    await chat.answer('First');
    const second = await page.context().newPage();
    await second.goto(page.url());
    const other = chatIn(second);
    await other.answers.getByText('You said: First').waitFor();
    await chat.ask('Count slowly');
    await other.answers.getByText('One,').waitFor();
    stage.release();
    for (const { answers } of [chat, other])
      await answers.getByText('One, two, three.', { exact: true }).waitFor();
    assert.deepEqual([await other.questions.count(), await other.answers.count()], [2, 2]);
    await assertCalm();
  },

  'older messages are loaded in pages above the shown ones, also after a failed request': async (
    stage,
    share,
  ) => {
    const visit = await openVisit(stage.service, { channel: 'SHARE' });
    for (let count = 1; count <= 22; count++) await visit.send(`Number ${count}`);
    const { page, assertCalm } = await stage.visit(share, { expected: /net::ERR_FAILED/ });
    // Wait until the page has stored its own secret.
    await page.getByText('Hello! How can we help?').waitFor();
    const secret = [`frontdesk:${stage.agentId}:SHARE:secret`, visit.secret];
    await page.evaluate(`localStorage.setItem(...${JSON.stringify(secret)})`);
    let refusals = 1;
    await page.route('**/conversations/*/messages?*', (route) =>
      refusals-- > 0 ? route.abort() : route.continue(),
    );
    await page.reload();
    const chat = chatIn(page);
    await chat.answers.getByText('You said: Number 22', { exact: true }).waitFor();
    assert.equal(await chat.questions.count(), 20);
    const third = chat.questions.getByText('Number 3', { exact: true });
    await chat.button('Show older messages').scrollIntoViewIfNeeded();
    const before = (await third.boundingBox())!.y;
    await chat.button('Show older messages').press('Enter');
    await chat.button('Show older messages').waitFor({ state: 'detached' });
    assert.equal(await chat.questions.count(), 22);
    const moved = Math.abs((await third.boundingBox())!.y - before);
    assert.ok(moved < 1, `the shown messages moved by ${moved} px`);
    await waitUntil(page, "document.activeElement.className === 'log-box'");
    await assertCalm();
  },

  'the page fits on a phone and works by keyboard': async (stage, share) => {
    await stage.service.configure({
      channels: {
        suggestions: ['Where is my parcel?', 'How do I send back what I bought by mistake? '.repeat(3)],
      },
    });
    const { page, assertCalm } = await stage.visit(share, {
      viewport: { width: 360, height: 640 },
      isMobile: true,
      hasTouch: true,
      reducedMotion: 'reduce',
    });
    const chat = chatIn(page);
    const offered = await page.getByRole('list', { name: 'Suggestions' }).boundingBox();
    assert.ok(offered!.x >= 0 && offered!.x + offered!.width <= 360, 'a long suggestion is not cut off');
    await chat.answer('How do returns work?');
    const width = await page.evaluate('document.documentElement.scrollWidth');
    assert.equal(width, 360);
    assert.equal(await chat.button('Send').isVisible(), true);
    await page.setViewportSize({ width: 320, height: 568 });
    await chat.message.fill(
      'A text of several lines has the whole width, with the buttons below. '.repeat(3),
    );
    await waitUntil(page, "document.querySelector('textarea').clientWidth > 270");
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320);
    await chat.message.fill('');
    await waitUntil(page, "document.querySelector('textarea').clientWidth < 200");
    await chat.button('Your conversations').focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Your conversations' });
    await drawer.getByText('How do returns work?').waitFor();
    await assertAccessible(page, 'the drawer on a phone');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await waitUntil(page, "document.activeElement.ariaLabel === 'Your conversations'");
    await assertCalm();
  },

  'the colour scheme follows the system until the user changes it': async (stage, share) => {
    const { page, assertCalm } = await stage.visit(share, { colorScheme: 'dark' });
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    await chatIn(page).answer('How do returns work?');
    assert.equal(await background(), 'rgb(23, 24, 27)');
    await assertAccessible(page, 'dark');
    await page.getByRole('button', { name: 'Switch to light mode' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Switch to dark mode' }).waitFor();
    assert.equal(await background(), 'rgb(255, 255, 255)');
    await assertCalm();
  },

  'a Chinese browser shows the chat in Chinese': async (stage, share) => {
    const { page, assertCalm } = await stage.visit(share, { locale: 'zh-CN' });
    await page.getByRole('textbox', { name: '您的消息' }).fill('您好');
    assert.equal(await page.evaluate('document.documentElement.lang'), 'zh-Hans');
    await page.getByRole('button', { name: '添加文件' }).waitFor();
    assert.equal(
      await page.getByRole('button', { name: '录制语音消息' }).count(),
      0,
      'speech recognition does not support Chinese',
    );
    // Enter ends the composition of a word here, not the message.
    await page.getByRole('textbox').dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    assert.equal(await page.getByRole('log').locator('.entry').count(), 0);
    await page.getByRole('button', { name: '发送' }).click();
    await page.getByText('You said: 您好').first().waitFor();
    await assertCalm();
  },
};

test('the chat page', { skip: skipWithout('browser') }, (context: TestContext) =>
  withChannelStage(answers, async (stage) => {
    for (const [name, check] of Object.entries(checks))
      await context.test(name, () => check(stage, `/share/${stage.agentId}`));
  }),
);
