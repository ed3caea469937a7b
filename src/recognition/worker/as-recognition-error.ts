import { RecognitionError } from '../recognition-error.ts';

/** Libraries fail in their own ways on odd files. The kind of error says more than its message. */
export const asRecognitionError = (error: unknown): RecognitionError => {
  if (error instanceof RecognitionError) return error;
  if (error instanceof RangeError) {
    if (/call stack/i.test(error.message))
      return new RecognitionError('too-complex', 'The file is nested too deeply', { cause: error });
    if (/allocation/i.test(error.message)) return new RecognitionError('memory', undefined, { cause: error });
    if (/string length|array length/i.test(error.message))
      return new RecognitionError('too-large', undefined, { cause: error });
  }
  return new RecognitionError('damaged', undefined, { cause: error });
};
