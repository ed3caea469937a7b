import type { FastifyInstance } from 'fastify';
import { addRoutes, requireAccess } from '../add-routes.ts';
import { checkText } from '../request/check-text.ts';
import type { Route } from '../route.ts';
import { createAnswerRoutes } from './answer-routes.ts';
import { createConversationRoutes } from './conversation-routes.ts';
import type { EmbedDependencies, EmbedRouteDependencies } from './embed-dependencies.ts';
import { createEventRoutes } from './event-routes.ts';
import { createHandoffRoutes } from './handoff-routes.ts';
import { createLiveRoutes } from './live-routes.ts';
import { createMessageRoutes } from './message-routes.ts';
import { createReportVisit } from './report-visit.ts';
import { createSearchRoutes } from './search-routes.ts';
import { createSessionRoutes } from './session-routes.ts';
import { createTranscriptionRoutes } from './transcription-routes.ts';
import { createAuthenticateVisitor, createFindAgent } from './visitor-call.ts';
import { createVisitorLimits } from './visitor-limits.ts';

/** Every route that the pages call. */
const createChannelRoutes = (deps: EmbedRouteDependencies): Route[] =>
  [
    createSessionRoutes(deps),
    createConversationRoutes(deps),
    createMessageRoutes(deps),
    createAnswerRoutes(deps),
    createTranscriptionRoutes(deps),
    createHandoffRoutes(deps),
    createEventRoutes(deps),
    createLiveRoutes(deps),
    createSearchRoutes(deps),
  ].flat();

/**
 * API of the pages of share link, iframe and widgets. They have our own origin, so no other is allowed.
 * A session is opened without a key, everything else needs its token.
 */
export const registerChannelApi = async (server: FastifyInstance, deps: EmbedDependencies): Promise<void> => {
  const limit = createVisitorLimits(deps.rateLimiter);
  const routes = createChannelRoutes({ ...deps, limit, report: createReportVisit(deps) });
  requireAccess(routes, 'visitor');
  server.decorateRequest('visitorCall', null);
  await server.register(async (scope) => {
    scope.addHook('onRequest', createFindAgent(deps));
    scope.addHook('preValidation', checkText);
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('Cache-Control', 'no-store');
    });
    addRoutes(
      scope,
      routes.filter(({ visitor }) => visitor === 'new'),
    );
    await scope.register(async (inner) => {
      inner.addHook('onRequest', createAuthenticateVisitor(deps));
      inner.addHook('onRequest', limit.call);
      addRoutes(
        inner,
        routes.filter(({ visitor }) => visitor === 'known'),
      );
    });
  });
};
