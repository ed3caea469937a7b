import type { Agent } from '../agents/index.ts';
import type { Handle } from '../db/index.ts';
import type { IdempotencyKey } from '../idempotency/index.ts';
import type { FilePart } from '../rounds/index.ts';
import type { HumanSessionRow } from './human-session.ts';

/** An incoming message. */
export interface IncomingMessage {
  agent: Agent;
  conversationId: string;
  mode: string;
  channel: string;
  /** The user's text. */
  text: string;
  /** Parts of the message that are files. */
  files: readonly FilePart[];
}

/** The part of a round that a session needs. */
export interface HandledRound {
  id: string;
  conversationId: string;
  sequence: number;
  mode: string;
  channel: string;
}

/** A message for a person instead of the agent: in an existing session, or in one that it starts. */
export type Takeover = { session: HumanSessionRow } | { session: undefined };

/** A reply of a person, as the human service sends it. */
export interface HumanReply {
  conversationId: string;
  text: string;
  timestamp: number;
  idempotencyKey?: IdempotencyKey | undefined;
  files?: readonly FilePart[];
  /** Part of the transaction that stores the reply. */
  keepFiles?: (tx: Handle) => Promise<void>;
}

/** The text for the user after a handoff request, in their language. Empty for none. */
export interface HandoffRequest {
  text: string;
}
