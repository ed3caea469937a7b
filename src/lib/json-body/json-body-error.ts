export type JsonBodyReason = 'syntax' | 'too-large' | 'too-deep' | 'encoding' | 'forbidden-key';

/** Why a request body was rejected. The message may be shown to the client; it never quotes the body. */
export class JsonBodyError extends Error {
  override readonly name = 'JsonBodyError';
  readonly reason: JsonBodyReason;

  constructor(reason: JsonBodyReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
