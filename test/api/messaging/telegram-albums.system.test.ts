import assert from 'node:assert/strict';
import { createScriptedModel, type ScriptedModel, textOf } from '../../support/models/scripted-model.ts';
import { groupUpdate, privateUpdate } from '../../support/platforms/telegram.ts';
import { type TelegramStage, testTelegram } from '../../support/platforms/with-telegram.ts';
import { createTestClock, type TestClock } from '../../support/time/test-clock.ts';

/** One white pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
);

let scripted: ScriptedModel;
let clock: TestClock;
const readsImages = () => {
  clock = createTestClock();
  scripted = createScriptedModel((request) => [{ say: `Seen: ${textOf(request)}` }], {
    takes: { image: true },
  });
  return { models: scripted.models, clock };
};

/** The kinds of the parts of each question, in the order in which the model got them. */
const questions = (): string[][] =>
  scripted.requests.map(({ messages }) => {
    const last = messages.at(-1)!;
    return last.role === 'user' ? last.parts.map(({ type }) => type) : [];
  });

const picture = ({ telegram }: TelegramStage, fileId: string, album: string, more: object = {}) => {
  telegram.addFile(fileId, png);
  return { media_group_id: album, photo: [{ file_id: fileId, file_size: png.length }], ...more };
};

/** Everything that belongs to an album has arrived. */
const completeAlbums = async ({ service: { app } }: TelegramStage): Promise<void> => {
  clock.advance(1001);
  const waiting = await app.db.query
    .selectFrom('jobs')
    .select('id')
    .where('queue', '=', 'channel-updates')
    .execute();
  await app.db.transaction(async (tx) => {
    for (const { id } of waiting) await app.rooms.jobs.runNow(tx, id);
  });
};

testTelegram('pictures that were sent together are one message', readsImages, async (stage) => {
  const { post, texts } = stage;
  const album = [
    privateUpdate(picture(stage, 'a1', '77', { caption: 'Which one is better?' })),
    privateUpdate(picture(stage, 'a2', '77')),
    privateUpdate(picture(stage, 'a3', '77')),
  ];
  const after = privateUpdate({ text: 'I need it today' });
  for (const update of [album[2], album[0], after, album[1], album[0]])
    assert.equal((await post(update!)).status, 200);
  await completeAlbums(stage);
  assert.deepEqual(await texts(2), ['Seen: Which one is better?', 'Seen: I need it today']);
  assert.deepEqual(questions(), [['text', 'image', 'image', 'image'], ['text']]);
  const files = await stage.service.app.db.query.selectFrom('files').select('id').execute();
  assert.equal(files.length, 3);
});

testTelegram('two albums are two messages, and a late picture is another one', readsImages, async (stage) => {
  const { post, texts } = stage;
  for (const [id, album] of [
    ['a1', '1'],
    ['a2', '1'],
    ['b1', '2'],
    ['b2', '2'],
  ] as const)
    await post(privateUpdate(picture(stage, id, album, id.endsWith('1') ? { caption: id } : {})));
  await completeAlbums(stage);
  await texts(2);
  await post(privateUpdate(picture(stage, 'a3', '1')));
  await completeAlbums(stage);
  await texts(3);
  assert.deepEqual(questions(), [['text', 'image', 'image'], ['text', 'image', 'image'], ['image']]);
});

testTelegram(
  'in a group all pictures of an album belong to the message that names the bot',
  readsImages,
  async (stage) => {
    const { post, texts } = stage;
    const named = {
      caption: '@shop_bot do you sell this?',
      caption_entities: [{ type: 'mention', offset: 0, length: 9 }],
    };
    await post(groupUpdate(picture(stage, 'a1', '5')));
    await post(groupUpdate(picture(stage, 'x1', '6'), { userId: 7 }));
    await post(groupUpdate(picture(stage, 'a2', '5', named)));
    await completeAlbums(stage);
    assert.deepEqual(await texts(1), ['Seen: do you sell this?']);
    assert.deepEqual(questions(), [['text', 'image', 'image']]);
  },
);
