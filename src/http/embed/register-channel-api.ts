import { checkText } from '../request/check-text.ts';
import type { ApiScope } from '../scope.ts';
import { addAnswers } from './answer-routes.ts';
import { addConversations } from './conversation-routes.ts';
import type { EmbedDependencies, EmbedRouteDependencies } from './embed-dependencies.ts';
import { addEvents } from './event-route.ts';
import { addHandoff } from './handoff-routes.ts';
import { addLive } from './live-route.ts';
import { addMessages } from './message-routes.ts';
import { createReportVisit } from './report-visit.ts';
import { addSession } from './session-route.ts';
import { createAuthenticateVisitor, createFindAgent } from './visitor-call.ts';
import { createVisitorLimits } from './visitor-limits.ts';

/**
 * What the pages of share link, iframe and widgets call. They are of our own origin, so no other is let in;
 * a session is opened without a key, everything else asks for its token.
 */
export const registerChannelApi = async (server: ApiScope, deps: EmbedDependencies): Promise<void> => {
  const limit = createVisitorLimits(deps.rateLimiter);
  const routes: EmbedRouteDependencies = { ...deps, limit, report: createReportVisit(deps) };
  server.decorateRequest('visitorCall', null);
  await server.register(async (scope) => {
    scope.addHook('onRequest', createFindAgent(deps));
    scope.addHook('preValidation', checkText);
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('Cache-Control', 'no-store');
    });
    addSession(scope as ApiScope, routes);
    await scope.register(async (inner) => {
      inner.addHook('onRequest', createAuthenticateVisitor(deps));
      inner.addHook('onRequest', limit.call);
      for (const add of [addConversations, addMessages, addAnswers, addHandoff, addEvents, addLive])
        add(inner as ApiScope, routes);
    });
  });
};
