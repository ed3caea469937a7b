import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRoundFeed, type RoundFeed } from './round-feed.ts';

const say = (feed: RoundFeed, ...texts: string[]): void => {
  for (const text of texts) feed.append({ type: 'text-delta', text });
};
const textsOf = ({ events }: RoundFeed): string[] =>
  events.map((event) => (event.type === 'text-delta' ? event.text : event.type));
const opened = (): RoundFeed => {
  const feed = createRoundFeed('round', { joinsTexts: true });
  feed.append({ type: 'message-start', messageId: 'round', answerId: 'a' });
  return feed;
};

test('texts that nobody reads are one event', () => {
  const feed = opened();
  say(feed, 'a', 'b', 'c');
  feed.append({ type: 'audio-delta', audio: '', transcript: '' });
  say(feed, 'd', 'e');
  assert.deepEqual(textsOf(feed), ['message-start', 'abc', 'audio-delta', 'de']);
});

test('a reader gets each text as an event, and events that it has read do not change', () => {
  const feed = opened();
  say(feed, 'a', 'b');
  const stop = feed.listen(() => {});
  say(feed, 'c', 'd');
  stop();
  say(feed, 'e', 'f');
  assert.deepEqual(textsOf(feed), ['message-start', 'ab', 'c', 'd', 'ef']);
});

test('stored events do not change', () => {
  const feed = opened();
  say(feed, 'a', 'b');
  feed.seal();
  say(feed, 'c', 'd');
  assert.deepEqual(textsOf(feed), ['message-start', 'ab', 'cd']);
});

test('a feed that follows another one keeps its events', () => {
  const feed = createRoundFeed('round');
  say(feed, 'a', 'b');
  assert.deepEqual(textsOf(feed), ['a', 'b']);
});
