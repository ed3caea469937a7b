import type { ReplyAudio } from '../../rounds/index.ts';
import { splitSentences } from '../../speech/index.ts';
import type { ReplyMode } from '../events/output-event.ts';
import type { SpokenSentence } from './speak-sentence.ts';

/** One output in progress. */
export interface SpokenPiece {
  readonly mode: ReplyMode;
  spoken: SpokenSentence[];
  sentencesLeft: number;
  /** Everything with words in it has sound. */
  isWhole: boolean;
  /** It is also sent as text: as requested, or because its sound is incomplete. */
  isWritten: boolean;
  audio?: ReplyAudio[];
}

interface OpenPiece extends SpokenPiece {
  /** The whole text of an output that is only spoken. */
  text: string;
  /** Not sent as text yet. */
  unwritten: string;
  hasWritten: boolean;
  /** Not a complete sentence yet. */
  rest: string;
  isClosed: boolean;
}

interface PiecesInput {
  write(text: string): void;
  /** Asynchronous: when done, `sentencesLeft` of the piece decreases and `advance` is called. */
  speak(piece: SpokenPiece, sentence: string): void;
}

/**
 * The outputs of a reply in order. Text is sent as it arrives, with a blank line between two outputs that have any.
 * An output that is only spoken holds back its text until it is known whether all of it was spoken. Later text
 * waits that long, so that the stream contains the outputs in order.
 */
export const createSpokenPieces = ({ write, speak }: PiecesInput) => {
  const all: OpenPiece[] = [];
  let next = 0;
  let hasWritten = false;

  const emitText = (piece: OpenPiece): void => {
    if (piece.unwritten === '') return;
    // One event for both: a stopped run must not end with a blank line.
    const separator = hasWritten && !piece.hasWritten ? '\n\n' : '';
    write(separator + piece.unwritten);
    piece.unwritten = '';
    piece.hasWritten = true;
    hasWritten = true;
  };

  /** False: later outputs have to wait. */
  const settle = (piece: OpenPiece): boolean => {
    if (piece.mode === 'audio' && !piece.isWritten) {
      if (!piece.isClosed || piece.sentencesLeft > 0) return false;
      if (piece.isWhole && piece.spoken.length > 0) return true;
      piece.unwritten = piece.text;
      piece.isWritten = true;
    }
    emitText(piece);
    return piece.isClosed;
  };

  const advance = (): void => {
    while (next < all.length && settle(all[next]!)) next++;
  };

  const enqueue = (piece: OpenPiece, sentence: string): void => {
    piece.sentencesLeft += 1;
    speak(piece, sentence);
  };

  const close = (): void => {
    const piece = all.at(-1);
    if (!piece || piece.isClosed) return;
    piece.isClosed = true;
    if (piece.rest !== '') enqueue(piece, piece.rest);
    piece.rest = '';
    advance();
  };

  const open = (mode: ReplyMode): void => {
    close();
    all.push({
      mode,
      text: '',
      unwritten: '',
      rest: '',
      spoken: [],
      sentencesLeft: 0,
      isWhole: true,
      isWritten: mode !== 'audio',
      hasWritten: false,
      isClosed: false,
    });
  };

  return {
    all: all as readonly SpokenPiece[],
    advance,
    /** The last output has ended. */
    close,
    /** @param mode form of the output that this text opens. Without it the text belongs to the last output. */
    add: (text: string, mode?: ReplyMode): void => {
      if (mode) open(mode);
      const piece = all.at(-1)!;
      if (piece.mode === 'audio') piece.text += text;
      if (piece.isWritten) piece.unwritten += text;
      if (piece.mode !== 'text') {
        const { sentences, rest } = splitSentences(piece.rest + text);
        piece.rest = rest;
        for (const sentence of sentences) enqueue(piece, sentence);
      }
      advance();
    },
  };
};
