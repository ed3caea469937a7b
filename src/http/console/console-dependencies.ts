import type {
  Invitations,
  OperatorSessions,
  Operators,
  OperatorTokens,
  ResetLinks,
  SecondFactors,
  SignInAttempts,
  SingleSignOn,
} from '../../accounts/index.ts';
import type { Agents } from '../../agents/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { ApiKeys } from '../../auth/index.ts';
import type { Database } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ModelConnections } from '../../model-connections/index.ts';
import type { Tools } from '../../tools/index.ts';
import type { Balances } from '../../usage/index.ts';
import type { Workspaces } from '../../workspaces/index.ts';
import type { StreamAccess } from './access/stream-access.ts';
import type { Write } from './write.ts';

export interface ConsoleDependencies {
  db: Database;
  clock: Clock;
  agents: Agents;
  apiKeys: ApiKeys;
  operators: Operators;
  operatorTokens: OperatorTokens;
  sessions: OperatorSessions;
  invitations: Invitations;
  resetLinks: ResetLinks;
  secondFactors: SecondFactors;
  signInAttempts: SignInAttempts;
  singleSignOn: SingleSignOn;
  workspaces: Workspaces;
  modelConnections: ModelConnections;
  balances: Balances;
  audit: Audit;
  tools: Pick<Tools, 'requireUsableSchemas' | 'findSchemaProblem' | 'importOpenApi'>;
  /** Why calls to this URL would be rejected, or undefined. */
  checkAddress(url: string, purpose?: 'model' | 'call'): string | undefined;
  /** Public URL of the service, if known. */
  publicUrl: string | undefined;
}

/** Dependencies of the console's routes. */
export interface RouteDependencies extends ConsoleDependencies {
  streamAccess: StreamAccess;
  write: Write;
}
