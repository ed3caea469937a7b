import type { Agent } from '../../agents/index.ts';
import type { Handle } from '../../db/index.ts';
import type { FilePart, NewestRound } from '../../rounds/index.ts';
import type { Emails } from '../establish-body.ts';
import type { HandoffConversation } from '../handoff-conversation-store.ts';
import type { CloseReason, HumanSessionRow } from '../human-session.ts';

/** A new session with the conversation so far. */
export interface Establishing {
  agent: Agent;
  sessionId: string;
  conversation: HandoffConversation;
  rounds: readonly NewestRound[];
  emails: Emails;
}

export interface UserMessage {
  agent: Agent;
  session: HumanSessionRow;
  channel: string;
  text: string;
  files: readonly FilePart[];
}

export interface Closing {
  agent: Agent;
  session: HumanSessionRow;
  channel: string;
  reason: CloseReason;
}

/**
 * Where the people of a session are: the developer's human service, or the inbox of the console. The state machine is the
 * same for both; a backend only passes its events on. Every call is part of the caller's transaction.
 */
export interface HumanBackend {
  /** `isOpen`: the people have the session at once. Otherwise it is open when the delivery succeeds. */
  establish(tx: Handle, establishing: Establishing): Promise<{ deliveryId: string; isOpen: boolean }>;
  /** Returns the session as it is then. */
  chat(tx: Handle, message: UserMessage): Promise<HumanSessionRow>;
  close(tx: Handle, closing: Closing): Promise<void>;
  /** Whether messages have not reached the people yet. Their silence is no timeout then. */
  isBehind(tx: Handle, conversationId: string): Promise<boolean>;
}

export type HumanBackends = Record<HumanSessionRow['backend'], HumanBackend>;
