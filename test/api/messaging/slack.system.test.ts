import assert from 'node:assert/strict';
import { botUser, slackEvent, slackHeaders } from '../../support/platforms/slack.ts';
import { testSlack } from '../../support/platforms/with-slack.ts';
import { eventually } from '../../support/time/eventually.ts';

testSlack('Slack verifies the URL, and forged and old requests are refused', async ({ post, service }) => {
  const challenge = {
    type: 'url_verification',
    challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P',
  };
  const verified = await post(challenge);
  assert.deepEqual([verified.status, verified.text], [200, challenge.challenge]);
  const event = slackEvent({ text: 'Hello' });
  const body = JSON.stringify(event);
  const old = Math.floor(Date.now() / 1000) - 301;
  for (const headers of [
    {},
    slackHeaders(body, { seconds: old }),
    slackHeaders(body, { secret: '0'.repeat(32) }),
    slackHeaders(`${body} `),
    { ...slackHeaders(body), 'x-slack-request-timestamp': 'now' },
  ])
    assert.equal((await post(event, headers)).status, 401);
  assert.deepEqual(await service.app.db.query.selectFrom('channel_updates').selectAll().execute(), []);
});

testSlack('direct messages are answered once, in the notation of Slack', async ({ post, posts, service }) => {
  const event = slackEvent({ text: 'Is **this** &lt;b&gt; or <https://a.example|here>?' });
  assert.equal((await post(event)).status, 200);
  assert.equal((await post(event)).status, 200);
  assert.equal((await posts(1))[0]!.text, 'You said: Is *this* &lt;b&gt; or here (https://a.example)?');
  await post(slackEvent({ text: 'my own', bot_id: 'B0BOT' }));
  await post(slackEvent({ text: 'joined', subtype: 'channel_join' }));
  await post(slackEvent({ text: 'edited', subtype: 'message_changed' }));
  await post(slackEvent({ text: '!new' }));
  assert.match((await posts(2))[1]!.text, /new conversation/);
  await post(slackEvent({ text: '!help' }));
  assert.match((await posts(3))[2]!.text, /!human asks for a person/);
  const { body } = await service.call('GET', '/v1/bot/conversation/page?conversation_type=TEAM_CHAT_1');
  assert.equal(body.total, 1);
  const { id } = await service.app.db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
  assert.deepEqual(await service.app.rooms.users.attributes(id, body.list[0].user_id), {
    language: 'en-GB',
    name: 'Ada Lovelace',
  });
});

testSlack('a mention starts a thread, which continues without a mention', async ({ post, posts }) => {
  const channel = { channel: 'C0TEAM', channel_type: 'channel' };
  await post(slackEvent({ ...channel, text: 'Lunch?' }));
  const mention = slackEvent({ ...channel, text: `<@${botUser}> opening hours?` });
  await post(mention);
  await post({ ...mention, event: { ...mention.event, type: 'app_mention' } });
  const [first] = await posts(1);
  const thread_ts = mention.event.ts;
  assert.deepEqual([first!.text, first!.thread_ts], ['You said: opening hours?', thread_ts]);
  await post(slackEvent({ ...channel, text: 'nobody asked', user: 'U0BOB', thread_ts }));
  await post(slackEvent({ ...channel, text: 'And on Sunday?', thread_ts }));
  const second = (await posts(2))[1]!;
  assert.deepEqual([second.text, second.thread_ts], ['You said: And on Sunday?', thread_ts]);
});

testSlack('errors of Slack delay a reply or end it', async ({ post, posts, slack, service }) => {
  slack.failWith('chat.postMessage', { status: 429, error: 'ratelimited', retryAfterSeconds: 1 });
  await post(slackEvent({ text: 'one' }));
  assert.equal((await posts(1))[0]!.text, 'You said: one');
  slack.failWith('chat.postMessage', { error: 'is_archived' });
  await post(slackEvent({ text: 'two' }));
  await eventually('the delivery failed', async () => {
    const dead = await service.app.db.query
      .selectFrom('deliveries')
      .select('error')
      .where('status', '=', 'dead')
      .execute();
    return dead[0]?.error === 'Slack answered 200: is_archived';
  });
});

testSlack(
  'files of people are read, and files of the team are uploaded',
  async ({ post, posts, slack, service }) => {
    const url = slack.addFile('notes.txt', Buffer.from('The code is 4711'));
    const file = { name: 'notes.txt', mimetype: 'text/plain', size: 16, url_private_download: url };
    await post(slackEvent({ text: 'Please read', subtype: 'file_share', files: [file] }));
    await posts(1);
    const foreign = { ...file, url_private_download: 'http://127.0.0.1:9/steal' };
    await post(slackEvent({ text: '', subtype: 'file_share', files: [foreign] }));
    assert.match((await posts(2))[1]!.text, /could not be downloaded/);
    const { db, rooms } = service.app;
    const stored = await db.query.selectFrom('files').selectAll().executeTakeFirstOrThrow();
    const { conversation_id } = await db.query
      .selectFrom('channel_conversations')
      .selectAll()
      .executeTakeFirstOrThrow();
    const { id } = await db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
    const agent = (await rooms.agents.find(id))!;
    await db.transaction((tx) =>
      rooms.webhooks.enqueueToChat(tx, {
        agent,
        conversationId: conversation_id,
        kind: 'human_reply',
        message: {
          text: '',
          files: [
            {
              kind: 'document',
              fileId: stored.id,
              name: stored.name,
              mediaType: 'text/plain',
              sizeBytes: 16,
            },
          ],
        },
      }),
    );
    await eventually('the file was uploaded', () =>
      slack.calls.some(({ method }) => method === 'files.completeUploadExternal'),
    );
    assert.match(slack.uploads[0]!.toString(), /The code is 4711/);
  },
);

testSlack('each person in a thread has a conversation of their own', async ({ post, posts, service }) => {
  const channel = { channel: 'C0TEAM', channel_type: 'channel' };
  const opened = slackEvent({ ...channel, text: `<@${botUser}> my order is 4711` });
  const thread_ts = opened.event.ts;
  await post(opened);
  await posts(1);
  const people = Array.from({ length: 5 }, (_, index) => `U0PERSON${index}`);
  for (const user of people) {
    await post(slackEvent({ ...channel, user, thread_ts, text: `<@${botUser}> I am ${user}` }));
    await post(slackEvent({ ...channel, user, thread_ts, text: `still ${user}` }));
  }
  const elsewhere = slackEvent({ ...channel, text: `<@${botUser}> another question` });
  await post(elsewhere);
  const answers = await posts(12);
  for (const { channel: place, thread_ts: thread, text } of answers)
    assert.deepEqual(
      [place, thread],
      ['C0TEAM', text.endsWith('another question') ? elsewhere.event.ts : thread_ts],
    );
  const { db } = service.app;
  const chats = await db.query
    .selectFrom('channel_chats')
    .select(['chat_key', 'user_key', 'conversation_id'])
    .execute();
  assert.equal(chats.length, 7, 'six people in the thread, and one of them in another thread');
  assert.equal(new Set(chats.map(({ conversation_id }) => conversation_id)).size, 7);
  const { body } = await service.call('GET', '/v1/bot/conversation/page?conversation_type=TEAM_CHAT_1');
  assert.equal(new Set(body.list.map(({ user_id }: { user_id: string }) => user_id)).size, 6);
  const rounds = await db.query
    .selectFrom('rounds')
    .select(['conversation_id', 'question_text'])
    .orderBy('sequence')
    .execute();
  for (const user of people) {
    const chat = chats.find(({ user_key }) => user_key === user)!;
    const asked = rounds.filter(({ conversation_id }) => conversation_id === chat.conversation_id);
    assert.deepEqual(
      asked.map(({ question_text }) => question_text),
      [`I am ${user}`, `still ${user}`],
    );
  }
});
