import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withInboxPages } from '../../support/browser/inbox-stage.ts';
import { waitUntil } from '../../support/browser/wait-until.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

const name = 'Anna from the shop';

test(
  'the site hears when a person of the inbox joins, answers and leaves',
  { skip: skipWithout('browser') },
  () =>
    withInboxPages('sqlite', async ({ anna, chat, shop, url }) => {
      const hears = (events: [string, string | null][]) =>
        waitUntil(shop, `JSON.stringify(heard) === ${JSON.stringify(JSON.stringify(events))}`);
      const named = await anna.page.context().request.put(`${url}/console/api/account/profile`, {
        data: { publicName: name },
        headers: { 'x-frontdesk-console': '1' },
      });
      assert.equal(named.status(), 200);
      await shop.evaluate(
        "globalThis.heard = []; ChatBot.on('handoff', ({ state, person }) => heard.push([state, person]))",
      );
      await chat.answer('Where is my parcel?');
      await chat.button('Talk to a person').first().click();
      const frame = shop.frameLocator('iframe');
      await frame.getByRole('textbox', { name: /Where can we reach you/ }).fill('ada@example.com');
      await chat.button('Continue').click();
      await hears([['waiting', null]]);
      const sent = await shop.evaluate<Record<string, string>>("ChatBot.send('My number is 4711')");
      assert.ok(sent.message_id);

      await anna.page.getByRole('list', { name: 'Waiting', exact: true }).getByRole('link').first().click();
      await anna.messages.getByText('My number is 4711').waitFor();
      await anna.page.getByRole('button', { name: 'Take' }).click();
      await anna.page.getByText('Assigned to Anna').waitFor();
      await hears([
        ['waiting', null],
        ['waiting', name],
      ]);
      await anna.box.fill('It arrives on Monday.');
      await anna.box.press('Control+Enter');
      await chat.log.getByText('It arrives on Monday.').waitFor();
      await hears([
        ['waiting', null],
        ['waiting', name],
        ['human', name],
      ]);

      await shop.reload();
      await shop.evaluate(
        "globalThis.heard = []; ChatBot.on('handoff', ({ state, person }) => heard.push([state, person]))",
      );
      await hears([['human', name]]);
      await chat.button('Back to the assistant').click();
      await hears([
        ['human', name],
        ['agent', null],
      ]);
      const again = await shop.evaluate<Record<string, string>>("ChatBot.send('Are you there?')");
      assert.equal(again.conversation_id, sent.conversation_id);
      await chat.answers.getByText('You said: Are you there?').waitFor();
    }),
);
