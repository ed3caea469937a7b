import type { Agents } from '../agents/index.ts';
import type { ApiKeys } from '../auth/index.ts';
import type { Conversations } from '../conversations/index.ts';
import type { RateLimiter } from '../lib/rate-limiter.ts';
import type { Runtime } from '../runtime/index.ts';
import { createAuthenticate } from './authenticate.ts';
import { checkText } from './check-text.ts';
import { createKeyRateLimit } from './rate-limit.ts';
import type { ApiScope } from './scope.ts';
import { addConversation } from './v1/conversation.ts';
import { addMessageV1 } from './v1/message.ts';
import { addMessageStream } from './v1/message-stream.ts';
import { addMessageV2 } from './v2/message.ts';

export interface DeveloperApiDependencies {
  agents: Agents;
  apiKeys: ApiKeys;
  conversations: Conversations;
  rateLimiter: RateLimiter;
  runtime: Runtime;
  limits: { messageBodyMb: number; documentBodyMb: number };
}

const mb = 1024 * 1024;

/** Everything a developer calls with an agent's key. Checked in the contract's order before a body is read. */
export const addDeveloperApi = (scope: ApiScope, deps: DeveloperApiDependencies): void => {
  scope.decorateRequest('caller', null);
  scope.addHook('onRequest', createAuthenticate(deps));
  scope.addHook('onRequest', createKeyRateLimit(deps.rateLimiter));
  scope.addHook('preValidation', checkText);
  const messages = { runtime: deps.runtime, maxBodyBytes: deps.limits.messageBodyMb * mb };
  addConversation(scope, deps);
  addMessageV2(scope, messages);
  addMessageV1(scope, messages);
  addMessageStream(scope, deps);
};
