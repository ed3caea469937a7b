import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  assistant,
  countTokens,
  grounded,
  model,
  passage,
  requestOf,
  run,
  shop,
  textOf,
  user,
} from './ask-for-tests.ts';
import { cutIntoDeltas } from './create-embedded-model.ts';

describe('streaming', () => {
  it('yields a few words at a time, then one finish with exact counts', async () => {
    const messages = [user('How long do refunds take?')];
    const events = await run(requestOf(messages, grounded(shop)));
    const finish = events.at(-1);
    assert.ok(events.length > 3);
    assert.equal(events.filter((event) => event.type === 'finish').length, 1);
    assert.ok(finish?.type === 'finish');
    assert.equal(finish.reason, 'stop');
    assert.equal(finish.usage.estimated, false);
    assert.equal(finish.usage.completionTokens, countTokens(textOf(events)));
  });

  it('is the same byte for byte each time', async () => {
    const request = requestOf([user('Is delivery free above 50 euros?')], grounded(shop));
    assert.deepEqual(await run(request), await run(request));
  });

  it('stays within the output limit and reports that it was cut', async () => {
    const events = await run(
      requestOf([user('How long do refunds take?')], { maxOutputTokens: 6, ...grounded(shop) }),
    );
    const finish = events.at(-1);
    assert.ok(finish?.type === 'finish' && finish.reason === 'length');
    assert.ok(countTokens(textOf(events)) <= 6 && textOf(events) !== '');
  });

  it('stops when it is aborted, with the given reason', async () => {
    const controller = new AbortController();
    const reason = new Error('stopped by the user');
    const received: unknown[] = [];
    const answered = model.answer(requestOf([user('hello')], { signal: controller.signal }), (event) => {
      received.push(event);
      controller.abort(reason);
    });
    await assert.rejects(answered, reason);
    assert.equal(received.length, 1);
  });

  it('splits any text into pieces that join to the same text, without splitting a character', () => {
    for (const text of [
      '',
      ' ',
      'a b  c\n\nd',
      '😀'.repeat(100),
      '汉字'.repeat(80),
      `x ${'é'.repeat(90)} y`,
    ]) {
      const deltas = cutIntoDeltas(text);
      assert.equal(deltas.join(''), text);
      assert.ok(deltas.every((delta) => delta.isWellFormed()));
    }
  });
});

describe('hostile input', () => {
  for (const [what, text] of [
    ['a long run of brackets', '!['.repeat(20_000)],
    ['a long run of stars', '**a '.repeat(10_000)],
    ['initials without end', 'a. '.repeat(20_000)],
    ['a word of a million letters', 'a'.repeat(1_000_000)],
    ['lone surrogates and NULs', '\ud800\u0000 \udfff \ud83d'],
    ['a million spaces', ' '.repeat(1_000_000)],
    ['Thai without end', 'ร้านเปิด'.repeat(20_000)],
    ['my my my', 'my '.repeat(30_000)],
  ] as const) {
    it(`handles ${what} in questions and in passages`, async () => {
      const request = requestOf([user(text), assistant(text), user(text)], grounded([passage(text, text)]));
      const events = await run(request);
      assert.equal(events.at(-1)?.type, 'finish');
    });
  }
});
