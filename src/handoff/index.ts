export type { HandoffRequest, HumanReply } from './handoff.ts';
export {
  createHandoff,
  type Handoff,
  type Takeover,
} from './handoff.ts';
export type { SpokenReply } from './say-to-user.ts';
export type { Session } from './session.ts';
