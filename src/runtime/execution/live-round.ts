import type { Agent } from '../../agents/index.ts';
import type { Round } from '../../rounds/index.ts';
import type { WaitForStart } from '../admission/round-queue.ts';
import type { RoundFeed } from '../events/round-feed.ts';
import type { Trial } from '../trial.ts';

/**
 * `released`: this process stops, and another one runs the round again. `lost`: another process has the round.
 * `interrupted`: a connection to the database broke, and this process runs the round again as a new attempt.
 */
export type WhyEnded =
  | 'stopped'
  | 'handed-over'
  | 'timeout'
  | 'shutdown'
  | 'released'
  | 'lost'
  | 'interrupted';

/** Why a run was ended from outside: the reason of its abort signal. */
export class RunEnded extends Error {
  override readonly name = 'RunEnded';
  readonly why: WhyEnded;
  constructor(why: WhyEnded) {
    super(`The run was ended: ${why}`);
    this.why = why;
  }
}

export interface LiveRound {
  round: Round;
  agent: Agent;
  feed: RoundFeed;
  controller: AbortController;
  waitForStart: WaitForStart;
  /** Resolves when the round is on disk, if it has been acknowledged by then. */
  stored: Promise<void>;
  /** Called when the round has ended. */
  releaseFiles?: (() => void) | undefined;
  /** Set for a test chat. */
  trial?: Trial;
}
