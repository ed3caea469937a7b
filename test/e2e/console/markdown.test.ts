import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { eventually } from '../../support/time/eventually.ts';

const unsafe = ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'intent://x', 'file:///etc/passwd'];
const reply = [
  'The roots are $$x = \\frac{-b}{2a}$$ with \\(a \\neq 0\\), for $5 or $10.',
  '$$\\href{javascript:alert(1)}{x}$$',
  unsafe.map((address, index) => `[words ${index}](${address})`).join(' '),
  `![picture](${unsafe[0]}) and [safe](https://example.com/)`,
].join('\n\n');

test('a transcript shows formulas, and unsafe links as plain text', { skip: skipWithout('browser') }, () =>
  withConsole({ ...createScriptedModel(() => [{ say: reply }]) }, async (stage) => {
    const { service, page, signIn, open, checkAccess } = stage;
    const conversationId = await service.newConversation('ada');
    const messages = [{ role: 'user', content: 'Show me the roots' }];
    await service.call('POST', '/v2/conversation/message', { conversation_id: conversationId, messages });
    await signIn();
    await open(`agent:/conversations/${conversationId}`);
    const article = page.getByRole('article', { name: 'Reply 1' });
    await eventually('the formulas are shown', async () => (await article.locator('math').count()) === 2);
    const text = await article.innerText();
    assert.match(text, /for \$5 or \$10\./);
    assert.ok(text.includes('$$\\href{javascript:alert(1)}{x}$$'), 'an untrusted formula shows its source');
    assert.ok(text.includes('words 0 words 1 words 2 words 3 words 4'), text);
    assert.match(text, /picture and safe/);
    const links = await article.getByRole('link').all();
    assert.deepEqual(await Promise.all(links.map((link) => link.getAttribute('href'))), [
      'https://example.com/',
    ]);
    await takeScreenshots(page, 'transcript-math');
    await checkAccess('a transcript with formulas');
  }),
);
