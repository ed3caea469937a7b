import assert from 'node:assert/strict';
import type { ModelRequest } from '../../../src/models/index.ts';
import { createScriptedModel, textOf } from '../../support/models/scripted-model.ts';
import { slackEvent } from '../../support/platforms/slack.ts';
import { privateUpdate } from '../../support/platforms/telegram.ts';
import type { ConnectionStage, ServiceOptions } from '../../support/platforms/with-connection.ts';
import { testDiscord } from '../../support/platforms/with-discord.ts';
import { testSlack } from '../../support/platforms/with-slack.ts';
import { testTelegram } from '../../support/platforms/with-telegram.ts';
import { eventually } from '../../support/time/eventually.ts';

/** What the tests need of a platform. */
interface Platform {
  name: string;
  stage: ConnectionStage;
  ask(text: string): Promise<unknown>;
  /** Texts that people see, in order. */
  shown(): string[];
  /** Calls that changed a message. */
  editCount(): number;
  deleteMessages(): void;
  /** The next call that creates or changes a message gets 429. */
  failNext(of: 'first' | 'edit'): void;
}

/** The model says the next part when the test allows it. */
const createGates = () => {
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gate = (name: string): PromiseWithResolvers<void> => {
    const found = gates.get(name) ?? Promise.withResolvers<void>();
    gates.set(name, found);
    return found;
  };
  return {
    wait: (name: string) => ({ wait: gate(name).promise }),
    open: (name: string) => gate(name).resolve(),
  };
};

type Gates = ReturnType<typeof createGates>;
let gates: Gates;

const scripted =
  (script: (request: ModelRequest) => ({ say: string } | { wait: Promise<unknown> })[]) =>
  (): ServiceOptions => {
    gates = createGates();
    return { models: createScriptedModel(script).models };
  };

/** The same test on each platform that can edit messages, with streaming switched on. */
const testStreaming = (
  name: string,
  options: () => ServiceOptions,
  work: (platform: Platform) => Promise<void>,
  streaming = 'on',
): void => {
  const switched = async (stage: ConnectionStage): Promise<void> => {
    const path = `${stage.path}/${stage.connection.id}`;
    const { status, text } = await stage.manage('PATCH', path, {
      version: stage.connection.version,
      fields: { streaming },
    });
    assert.equal(status, 200, text);
  };
  testTelegram(`Telegram: ${name}`, options, async (stage) => {
    const { telegram, post } = stage;
    await switched(stage);
    await work({
      name: 'Telegram',
      stage,
      ask: (text) => post(privateUpdate({ text })),
      shown: telegram.shown,
      editCount: () => telegram.calls.filter(({ method }) => method === 'editMessageText').length,
      deleteMessages: telegram.deleteMessages,
      failNext: (of) =>
        telegram.failWith(of === 'first' ? 'sendMessage' : 'editMessageText', {
          status: 429,
          description: 'Too Many Requests: retry after 1',
          parameters: { retry_after: 1 },
        }),
    });
  });
  testSlack(
    `Slack: ${name}`,
    async (stage) => {
      const { slack, post } = stage;
      await switched(stage);
      await work({
        name: 'Slack',
        stage,
        ask: (text) => post(slackEvent({ text })),
        shown: slack.shown,
        editCount: () => slack.calls.filter(({ method }) => method === 'chat.update').length,
        deleteMessages: slack.deleteMessages,
        failNext: (of) =>
          slack.failWith(of === 'first' ? 'chat.postMessage' : 'chat.update', {
            status: 429,
            error: 'ratelimited',
            retryAfterSeconds: 1,
          }),
      });
    },
    options,
  );
  testDiscord(`Discord: ${name}`, options, async (stage) => {
    const { discord, invoke } = stage;
    await switched(stage);
    await work({
      name: 'Discord',
      stage,
      ask: (text) => invoke('ask', text),
      shown: () => discord.messages.map(({ content }) => content),
      editCount: () => discord.messages.reduce((sum, { edits }) => sum + edits, 0),
      deleteMessages: discord.deleteMessages,
      failNext: (of) =>
        discord.failWith(of === 'first' ? /messages\/@original$/ : /messages\/\d+$/, {
          status: 429,
          code: 0,
          message: '',
          retryAfterSeconds: 1,
        }),
    });
  });
};

const isShown = (platform: Platform, pattern: RegExp): Promise<void> =>
  eventually(`${pattern} is shown`, () => platform.shown().some((text) => pattern.test(text)));

const inTwoParts = scripted((request) => [
  { say: 'The first words' },
  gates.wait('more'),
  { say: ` and **more** about ${textOf(request)}` },
  gates.wait('end'),
  { say: '. The end.' },
]);

const isDelivered = async ({ stage }: Platform): Promise<void> =>
  eventually('the reply is delivered', async () => {
    const rows = await stage.service.app.db.query.selectFrom('deliveries').select('status').execute();
    return rows.length > 0 && rows.every(({ status }) => status === 'delivered');
  });

testStreaming(
  'a reply grows in one message, and the complete reply replaces it',
  inTwoParts,
  async (platform) => {
    await platform.ask('shoes');
    await isShown(platform, /^The first words …$/);
    gates.open('more');
    await isShown(platform, /more.* about shoes …$/);
    assert.equal(platform.shown().length, 1);
    gates.open('end');
    await isShown(platform, /about shoes\. The end\.$/);
    await isDelivered(platform);
    assert.equal(platform.shown().length, 1);
    // The next reply is another message.
    await platform.ask('hats');
    await isShown(platform, /about hats\. The end\.$/);
    assert.match(platform.shown()[0]!, /about shoes\. The end\.$/);
    assert.equal(platform.shown().length, 2);
  },
);

testStreaming('too many calls pause the drafts, and the reply arrives once', inTwoParts, async (platform) => {
  await platform.ask('shoes');
  await isShown(platform, /^The first words …$/);
  platform.failNext('edit');
  gates.open('more');
  // The draft is tried again after the time that the platform asked for.
  await isShown(platform, /more.* about shoes …$/);
  platform.failNext('edit');
  gates.open('end');
  await isShown(platform, /about shoes\. The end\.$/);
  await isDelivered(platform);
  assert.equal(platform.shown().length, 1);
});

testStreaming(
  'a first draft that is refused does not delay or repeat the reply',
  inTwoParts,
  async (platform) => {
    platform.failNext('first');
    await platform.ask('shoes');
    await isShown(platform, /^The first words …$/);
    gates.open('more');
    gates.open('end');
    await isShown(platform, /about shoes\. The end\.$/);
    await isDelivered(platform);
    assert.equal(platform.shown().length, 1);
  },
);

testStreaming('if somebody deletes the draft, the reply is a new message', inTwoParts, async (platform) => {
  await platform.ask('shoes');
  await isShown(platform, /^The first words …$/);
  platform.deleteMessages();
  gates.open('more');
  gates.open('end');
  await isShown(platform, /about shoes\. The end\.$/);
  await isDelivered(platform);
  assert.equal(platform.shown().length, 1);
});

testStreaming(
  'of a long reply only the first part is a draft, and all parts arrive in order',
  scripted(() => [
    { say: `${'A sentence of the long reply. '.repeat(400)}` },
    gates.wait('end'),
    { say: 'The last sentence.' },
  ]),
  async (platform) => {
    await platform.ask('all');
    await isShown(platform, /A sentence/);
    assert.equal(platform.shown().length, 1);
    gates.open('end');
    await isShown(platform, /The last sentence\.$/);
    await isDelivered(platform);
    const shown = platform.shown();
    assert.ok(shown.length > 2);
    assert.match(shown.at(-1)!, /The last sentence\.$/);
    assert.equal(shown.join(' ').split('A sentence of the long reply.').length, 401);
  },
);

testStreaming(
  'without streaming, only the complete reply is sent',
  scripted(() => [
    { say: 'Slowly' },
    { wait: new Promise((resolve) => setTimeout(resolve, 2500)) },
    { say: ' said' },
  ]),
  async (platform) => {
    await platform.ask('shoes');
    await eventually('something is shown', () => platform.shown().length > 0);
    assert.deepEqual(platform.shown(), ['Slowly said']);
    assert.equal(platform.editCount(), 0);
  },
  'off',
);

const inbox = { type: 'inbox' as const, baseUrl: null, phrases: [], firstReplySeconds: 3600 };

testStreaming('if a person takes over, the draft is removed', inTwoParts, async (platform) => {
  const { service } = platform.stage;
  await service.configure({ humanService: inbox });
  await platform.ask('shoes');
  await isShown(platform, /^The first words …$/);
  const { db, rooms } = service.app;
  const round = await db.query.selectFrom('rounds').selectAll().executeTakeFirstOrThrow();
  const agent = (await rooms.agents.find(round.agent_id))!;
  await db.transaction((tx) =>
    rooms.handoff.ask(tx, { agent, conversationId: round.conversation_id, trigger: 'button' }),
  );
  await eventually(
    'the draft is removed',
    () => !platform.shown().some((text) => text.includes('The first words')),
  );
  const stored = db.query.selectFrom('channel_replies').selectAll().where('draft', 'is not', null);
  // Stored only after the platform has removed it.
  await eventually('no draft is stored', async () => (await stored.execute()).length === 0);
});
