/**
 * `missing`: there is no such object. `damaged`: it has another size. `refused`: the storage answered, but not as wanted.
 */
type S3Failure = 'unreachable' | 'refused' | 'missing' | 'damaged';

/** Why a call of an S3 storage failed. The message says what to do and contains no secret. */
export class S3StorageError extends Error {
  override readonly name = 'S3StorageError';
  readonly failure: S3Failure;

  constructor(failure: S3Failure, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.failure = failure;
  }
}
