/** An engine could not be opened: an error of the installation, not of the file. */
export class EngineError extends Error {
  override readonly name = 'EngineError';

  constructor(cause: unknown) {
    super(
      `A recognition engine could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}
