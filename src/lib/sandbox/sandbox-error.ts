/**
 * time, memory: the job exceeded its limit. busy: it was not started in time. failed: it threw, for
 * example because the input is nested too deeply.
 */
export type SandboxFailure = 'time' | 'memory' | 'busy' | 'failed';

const messages: Record<SandboxFailure, string> = {
  time: 'takes too long to process',
  memory: 'takes too much memory to process',
  busy: 'could not be processed because too many requests are waiting; try again in a moment',
  failed: 'is too complex to process',
};

/** Why a job has no result. The message is a sentence without a subject, to put after the name of a field. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly reason: SandboxFailure;
  constructor(reason: SandboxFailure, options?: ErrorOptions) {
    super(messages[reason], options);
    this.reason = reason;
  }
}
