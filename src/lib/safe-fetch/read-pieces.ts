import type { ByteQueue } from './byte-queue.ts';

const canConsume = (
  pieces: AsyncIterator<Uint8Array> & Partial<Pick<ByteQueue, 'consume'>>,
): pieces is ByteQueue => pieces.consume !== undefined;

/**
 * Passes the pieces of a body to `onPiece` as they arrive, until it returns false or the end. A stream of a model has
 * thousands of small pieces: without a promise for each of them it takes less time.
 * @returns whether the end was reached
 */
export const readPieces = async (
  pieces: AsyncIterator<Uint8Array>,
  onPiece: (piece: Uint8Array) => boolean,
): Promise<boolean> => {
  if (canConsume(pieces)) return pieces.consume(onPiece);
  while (true) {
    const { done, value } = await pieces.next();
    if (done) return true;
    if (!onPiece(value)) return false;
  }
};
