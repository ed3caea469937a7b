export type { HandoffRequest, HumanReply } from './handoff.ts';
export {
  createHandoff,
  type Handoff,
  type Takeover,
} from './handoff.ts';
export type { HumanSession } from './human-session.ts';
export type { MessageToUser } from './send-to-user.ts';
