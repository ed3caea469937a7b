/** An engine that could not be opened: a fault of the installation, whatever the file. */
export class EngineError extends Error {
  override readonly name = 'EngineError';

  constructor(cause: unknown) {
    super(
      `A recognition engine could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}
