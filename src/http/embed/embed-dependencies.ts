import type { AgentImages, Agents } from '../../agents/index.ts';
import type { Channels } from '../../channels/index.ts';
import type { Database } from '../../db/index.ts';
import type { HideConversation } from '../../erasure/index.ts';
import type { FeedbackRoom } from '../../feedback/index.ts';
import type { Handoff } from '../../handoff/index.ts';
import type { Knowledge } from '../../knowledge/index.ts';
import type { RateLimiter } from '../../lib/rate-limiter.ts';
import type { Runtime, SpeechCalls } from '../../runtime/index.ts';
import type { ReportVisit } from './report-visit.ts';
import type { VisitorLimits } from './visitor-limits.ts';

export interface EmbedDependencies {
  db: Database;
  agents: Agents;
  agentImages: Pick<AgentImages, 'find'>;
  channels: Channels;
  feedback: FeedbackRoom;
  handoff: Handoff;
  hideConversation: HideConversation;
  rateLimiter: RateLimiter;
  knowledge: Pick<Knowledge, 'searchTyped'>;
  runtime: Runtime;
  speechCalls: SpeechCalls;
  limits: { messageBodyMb: number };
}

/** Dependencies of the routes. */
export type EmbedRouteDependencies = EmbedDependencies & { limit: VisitorLimits; report: ReportVisit };

/** Prefix of every path of the channels' API. */
export const channelPath = '/channels/:agentId';

/** On streams to the chat page, which tells its user after 9 s of silence that the service does not respond. */
export const keepAliveMs = 4_000;
