import type { Handle } from '../db/index.ts';
import type { HumanSessionRow } from './human-session.ts';

/** Something that operators may want to be notified of. */
export interface NotableEvent {
  kind: 'waiting' | 'assigned' | 'replied' | 'missed';
  session: HumanSessionRow;
  /** The operator whom it concerns. null: everybody who answers users of this agent. */
  operatorId: string | null;
}

/** Part of the transaction of the event. */
export type NotableListener = (tx: Handle, event: NotableEvent) => Promise<void>;
