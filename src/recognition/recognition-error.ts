/**
 * Why a file gave no text. The message is for people: it becomes a document's failure reason and
 * part of a reply, so it never contains library texts, paths or stack traces (those go to `cause`).
 */
export type RecognitionFailure =
  | 'encrypted'
  | 'damaged'
  | 'no-text'
  | 'unsupported'
  | 'too-large'
  | 'timeout'
  | 'memory'
  | 'too-complex'
  | 'language';

const sentences: Record<RecognitionFailure, string> = {
  encrypted: 'The file is protected by a password',
  damaged: 'The file is damaged and cannot be read',
  'no-text': 'No text was found in the file',
  unsupported: 'Files of this type cannot be read',
  'too-large': 'The file is too large',
  timeout: 'Reading the file took too long',
  memory: 'Reading the file needs more memory than is allowed',
  language: 'The recording is not clear, or not in a language that speech recognition supports (English)',
  'too-complex': 'The file unpacks to an unusually large size and was rejected',
};

export class RecognitionError extends Error {
  override readonly name = 'RecognitionError';
  readonly reason: RecognitionFailure;

  constructor(
    reason: RecognitionFailure,
    message: string = sentences[reason],
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
    this.reason = reason;
  }
}
