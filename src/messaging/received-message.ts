import type { Agent } from '../agents/index.ts';
import type { ChannelConnection, Connector, InboundMessage, UpdateOutcome } from '../channels/index.ts';
import type { Handle } from '../db/index.ts';

export interface ReceivedMessage {
  agent: Agent;
  connection: ChannelConnection;
  connector: Connector;
  chatKey: string;
  message: InboundMessage;
  /** An unexpected error is then answered with a text instead of another attempt. */
  isLastAttempt: boolean;
  /** Ends the update. Called exactly once, in the transaction of what follows from it. */
  endIn(tx: Handle, outcome?: UpdateOutcome): Promise<void>;
}
