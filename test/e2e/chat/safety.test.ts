import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChannelStage, withChannelStage } from '../../support/browser/channel-stage.ts';
import { chatIn } from '../../support/browser/chat-page.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

/** Each would set a global variable, open a dialog or call another host if it ran. */
const payloads = [
  '<script>owned = 1</script>',
  '<img src=x onerror="owned=1">',
  '<svg/onload=owned=1>',
  '<iframe srcdoc="<script>parent.owned=1</script>"></iframe>',
  '<a href="javascript:owned=1">press</a>',
  '[press](javascript:owned=1)',
  '[press](JAVASCRIPT&colon;owned=1)',
  '[press](data:text/html;base64,PHNjcmlwdD5vd25lZD0xPC9zY3JpcHQ+)',
  '![press](https://stranger.example/pixel.png)',
  '![press](javascript:owned=1)',
  '<javascript:owned=1>',
  '```"onmouseover="owned=1\n</code></pre><script>owned=1</script>\n```',
  '| a |\n|---|\n| <style>@import "https://stranger.example/a.css"</style> |',
  '<form action="javascript:owned=1"><button>press</button></form>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=owned=1&gt;">',
  '<base href="https://stranger.example/"><link rel=stylesheet href="https://stranger.example/a.css">',
];
const hostile = '"><img src=x onerror="owned=1">';

/** Only our own script, and no frame around a shared page. */
const assertPolicy = async ({ service, agentId, site }: ChannelStage): Promise<void> => {
  for (const [path, ancestors] of [
    [`/share/${agentId}`, "frame-ancestors 'none'"],
    [`/embed/${agentId}`, `frame-ancestors 'self' ${site.origin}`],
  ] as const) {
    const { headers, text } = await service.call('GET', path, undefined, { key: null });
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.ok(policy.endsWith(ancestors), policy);
    // Texts of the operator are in the title and in quoted attributes, which only their end can close.
    const markup = text.replace(/="[^"]*"/g, '=""').replace(/<title>[^<]*<\/title>/, '<title></title>');
    assert.doesNotMatch(markup, /<style|style=|<script(?![^>]* src=)|<img|\son[a-z]+=|owned/);
  }
};

test(
  'hostile texts and names run no script and call no other host',
  {
    skip: skipWithout('browser'),
  },
  () =>
    withChannelStage({ attack: () => [{ say: payloads.join('\n\n') }] }, async (stage) => {
      const { service, agentId } = stage;
      await stage.addDocument(`${hostile}.md`, `attack ${payloads.join(' ')}`, 'javascript:owned=1');
      const channels = { greeting: payloads.join('\n'), suggestions: [hostile] };
      await service.configure({ channels }, { name: hostile });
      const { page, assertCalm } = await stage.visit(`/share/${agentId}`);
      const chat = chatIn(page);
      await page.getByRole('heading', { name: hostile }).waitFor();
      assert.equal(await page.title(), hostile);
      await page
        .locator('input[type=file]')
        .setInputFiles([
          { name: `${hostile}.txt`, mimeType: 'text/plain', buffer: Buffer.from(payloads.join('\n')) },
        ]);
      await chat.answer(`attack ${hostile}`);
      await page.getByRole('button', { name: /^Source 1 / }).click();
      await page.locator('.passage').first().waitFor();
      assert.equal(await page.locator('.passage-source').count(), 0, 'a source link must be http or https');
      for (const link of await chat.answers.getByRole('link').all())
        assert.match((await link.getAttribute('href')) ?? '', /^https?:/);
      assert.equal(await chat.answers.locator('img, iframe, form, style, script, svg:not(.icon)').count(), 0);

      // The same for messages of a person, of the user and for the list of conversations.
      await chat.ask(`talk to a human ${hostile}`);
      // A phrase asks for the e-mail address first, as the button does.
      await page.getByLabel('Where can we reach you').fill('ada@example.com');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Waiting for a person.').waitFor();
      const [conversation] = (await service.call('GET', '/v1/bot/conversation/page?conversation_type=SHARE'))
        .body.list;
      await service.call('POST', '/v1/human/message/receive', {
        conversation_id: conversation.conversation_id,
        timestamp: 1,
        body: payloads.join('\n'),
      });
      await chat.log.locator('.entry-human').waitFor();
      await page.reload();
      await chat.log.locator('.entry-human').waitFor();
      await page.getByRole('button', { name: /^attack/ }).waitFor();
      // Triggers late loading and handlers of pointer events.
      for (const entry of await chat.log.locator('.entry').all()) await entry.hover();
      await page.waitForLoadState('load');
      await assertCalm();
      await assertPolicy(stage);
    }),
);
