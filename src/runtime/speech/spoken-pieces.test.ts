import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReplyMode } from '../events/output-event.ts';
import { createSpokenPieces, type SpokenPiece } from './spoken-pieces.ts';

/** Spoken pieces whose speech the test controls, and all written text. */
const open = () => {
  const written: string[] = [];
  const asked: { piece: SpokenPiece; sentence: string }[] = [];
  const pieces = createSpokenPieces({
    write: (text) => written.push(text),
    speak: (piece, sentence) => asked.push({ piece, sentence }),
  });
  const say = (mode: ReplyMode, text: string): void => pieces.add(text, mode);
  const speakNext = (isSuccess: boolean): void => {
    const { piece, sentence } = asked.shift()!;
    if (isSuccess) piece.spoken.push({ text: sentence, bytes: new Uint8Array(1), seconds: 1 });
    else piece.isWhole = false;
    piece.sentencesLeft -= 1;
    pieces.advance();
  };
  return { pieces, written, asked, say, speakNext };
};

test('text never waits for the speech of the same output', () => {
  const { pieces, written, asked, say } = open();
  say('both', 'One. Tw');
  pieces.add('o.');
  say('text', 'Three.');
  assert.deepEqual(written, ['One. Tw', 'o.', '\n\nThree.']);
  assert.deepEqual(
    asked.map(({ sentence }) => sentence),
    ['One. ', 'Two.'],
  );
});

test('an output that is only spoken is not sent as text, and later outputs stay in order', () => {
  const { pieces, written, say, speakNext } = open();
  say('text', 'Zero.');
  say('audio', 'One.');
  say('text', 'Two.');
  assert.deepEqual(written, ['Zero.']);
  speakNext(true);
  pieces.close();
  assert.deepEqual(written, ['Zero.', '\n\nTwo.']);
  assert.equal(pieces.all[1]?.isWritten, false);
});

test('an output that was not completely spoken is sent as text before later outputs', () => {
  const { pieces, written, say, speakNext } = open();
  say('audio', 'One. Two.');
  say('text', 'Three.');
  speakNext(true);
  assert.deepEqual(written, []);
  speakNext(false);
  pieces.close();
  assert.deepEqual(written, ['One. Two.', '\n\nThree.']);
  assert.equal(pieces.all[0]?.isWritten, true);
});
