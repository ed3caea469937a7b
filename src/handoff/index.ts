export type { HandoffRequest, HumanReply } from './handoff.ts';
export {
  createHandoff,
  type HandledRound,
  type Handoff,
  type IncomingMessage,
  type Takeover,
} from './handoff.ts';
export { humanServiceName, type SpokenReply } from './say-to-user.ts';
export type { CloseReason, HumanMessage, Session, SessionStatus, SessionTrigger } from './session.ts';
export type { SessionFilter } from './session-store.ts';
