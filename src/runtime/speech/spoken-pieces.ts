import type { ReplyAudio } from '../../rounds/index.ts';
import { splitSentences } from '../../speech/index.ts';
import type { ReplyMode } from '../output-event.ts';
import type { SpokenSentence } from './speak-sentence.ts';

/** One output while it is being given. */
export interface SpokenPiece {
  readonly mode: ReplyMode;
  spoken: SpokenSentence[];
  sentencesLeft: number;
  /** Nothing in it was left without sound that has words. */
  isWhole: boolean;
  /** It is told as text too: as it was meant, or because its sound is not all there. */
  isWritten: boolean;
  audio?: ReplyAudio[];
}

interface OpenPiece extends SpokenPiece {
  /** All of it, of what is to be heard only. */
  text: string;
  /** Not told as text yet. */
  unwritten: string;
  hasWritten: boolean;
  /** Not a whole sentence yet. */
  rest: string;
  isClosed: boolean;
}

interface PiecesInput {
  write(text: string): void;
  /** Takes its time; `sentencesLeft` of the piece goes down when it is done, and `advance` is called. */
  speak(piece: SpokenPiece, sentence: string): void;
}

/**
 * The outputs of a reply in their order. Text is told as it comes, a blank line between two outputs that have any.
 * An output that is to be heard only keeps its text back until it is known whether all of it was spoken; what is
 * written after it waits that long, so that the stream is the outputs in their order.
 */
export const createSpokenPieces = ({ write, speak }: PiecesInput) => {
  const all: OpenPiece[] = [];
  let next = 0;
  let hasWritten = false;

  const emitText = (piece: OpenPiece): void => {
    if (piece.unwritten === '') return;
    // One event for both: a run that is stopped must not have said a blank line and nothing after it.
    const separator = hasWritten && !piece.hasWritten ? '\n\n' : '';
    write(separator + piece.unwritten);
    piece.unwritten = '';
    piece.hasWritten = true;
    hasWritten = true;
  };

  /** False: what comes after it has to wait. */
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
    /** The last output is over. */
    close,
    /** @param mode of the output these words open; without one they belong to the last */
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
