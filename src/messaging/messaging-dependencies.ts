import type { Agents } from '../agents/index.ts';
import type { Connectors } from '../channels/index.ts';
import type { Conversations } from '../conversations/index.ts';
import type { Database } from '../db/index.ts';
import type { Handoff } from '../handoff/index.ts';
import type { JobLog, Jobs } from '../jobs/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { Runtime } from '../runtime/index.ts';
import type { Users } from '../users/index.ts';
import type { Webhooks } from '../webhooks/index.ts';

export interface MessagingDependencies {
  db: Database;
  clock: Clock;
  log: JobLog;
  jobs: Pick<Jobs, 'define'>;
  agents: Pick<Agents, 'find'>;
  connectors: Connectors;
  conversations: Pick<Conversations, 'require' | 'prepare' | 'createIn'>;
  users: Pick<Users, 'newAnonymousId' | 'resolveGuest' | 'setProperties'>;
  runtime: Pick<Runtime, 'send' | 'replyOf' | 'feed'>;
  handoff: Pick<Handoff, 'isPossible' | 'ask' | 'leave' | 'liveSession'>;
  outbox: Pick<Webhooks, 'enqueueToChat' | 'noteUndelivered' | 'isWaitingForChat'>;
}
