import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withChannelStage } from '../../support/browser/channel-stage.ts';
import { assertAccessible, chatIn } from '../../support/browser/chat-page.ts';
import { takeScreenshots } from '../../support/browser/console-stage.ts';
import { waitUntil } from '../../support/browser/wait-until.ts';
import { openChannels } from '../../support/channels/visitor.ts';
import { ask, createFlowAgent, edge, reply, start } from '../../support/flows/flow-agent.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

const graph = {
  nodes: [
    start,
    ask('kind', 'What would you like to book?', { choices: ['A table', 'A room'], acceptOther: true }),
    {
      id: 'form',
      name: 'Form',
      type: 'form',
      text: 'Please fill in this form.',
      saveAs: 'booking',
      fields: [
        { name: 'name', label: 'Your name' },
        { name: 'mail', label: 'E-mail', type: 'email', description: 'We send the receipt here.' },
        { name: 'day', label: 'Day', type: 'date' },
        { name: 'seats', label: 'Seats', type: 'number' },
        { name: 'meal', label: 'Meal', type: 'choice', choices: ['Fish', 'Soup'], required: false },
        { name: 'news', label: 'Newsletter', type: 'boolean', required: false },
      ],
    },
    reply('end', '{{kind}} for {{booking.name}}, {{booking.seats}}, {{booking.day}}, {{booking.news}}'),
    reply('no', 'That did not work.'),
  ],
  edges: [
    edge('start', 'kind'),
    edge('kind', 'form'),
    edge('kind', 'form', 'other'),
    edge('form', 'end'),
    edge('form', 'no', 'failed'),
  ],
};

test('a visitor answers a flow with a quick reply and a form', { skip: skipWithout('browser') }, () =>
  withChannelStage({}, async (stage) => {
    const agent = await createFlowAgent(stage.service);
    await agent.publish(graph);
    await openChannels(stage.service, agent.agentId);
    const { page, assertCalm } = await stage.visit(`/share/${agent.agentId}`);
    const chat = chatIn(page);
    await chat.ask('I want to book');
    await chat.button('A table').click();
    const field = (name: string | RegExp) => chat.answers.last().getByLabel(name);
    await field('Your name').waitFor();
    assert.equal(await chat.button('A table').count(), 0, 'an answered question has no buttons');
    await takeScreenshots(page, 'chat-form');
    await assertAccessible(page, 'a form');

    await field('E-mail').fill('ada');
    await field('Seats').fill('two');
    await chat.answers.last().getByRole('button', { name: 'Send' }).click();
    await chat.answers.getByText('Enter an e-mail address.').waitFor();
    await chat.answers.getByText('Enter a number.').waitFor();
    assert.equal(await chat.answers.getByText('This field is required.').count(), 2, 'name and day');
    await waitUntil(page, "document.activeElement?.id.endsWith('-name')");
    await takeScreenshots(page, 'chat-form-errors');
    await assertAccessible(page, 'a form with errors');

    // The form is still there after a reload.
    await page.reload();
    await field('Your name').fill('Ada');
    await field('E-mail').fill('ada@example.com');
    await field('Day').fill('2026-12-24');
    await field('Seats').fill('2');
    await field(/^Newsletter/).selectOption('yes');
    await field('Seats').press('Enter');
    await chat.answers.getByText('A table for Ada, 2, 2026-12-24, true').waitFor();
    await chat.questions.getByText('Newsletter: yes').waitFor();
    assert.equal(await chat.log.locator('form').count(), 0);
    await assertCalm();
  }),
);
