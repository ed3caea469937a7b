import { Type } from 'typebox';
import type { Agents } from '../../agents/index.ts';
import { isSwitchedOn } from '../../channels/index.ts';
import { isId } from '../../lib/ids.ts';
import { type BuiltPages, revalidated, scriptCaching, sendBuilt } from '../pages/index.ts';
import { type Route, route } from '../route.ts';
import { chatPolicy, frameAncestorsOf } from './content-policy.ts';
import { refusedParentOf } from './framed-page.ts';
import { sendPlainPage } from './plain-page.ts';

interface SearchPageDependencies {
  agents: Agents;
  pages: BuiltPages;
}

/** The search page, alone or in the dialog of a site, and the script that adds the dialog to a site. */
export const createSearchPageRoutes = ({ agents, pages }: SearchPageDependencies): Route[] => [
  route({
    method: 'GET',
    url: '/search.js',
    public: true,
    schema: { hide: true },
    handler: async (request, reply) => {
      const script = await pages.find('search-box', 'search.js');
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
      if (script) return sendBuilt(request, reply, script, scriptCaching);
      return reply
        .code(503)
        .type('text/javascript; charset=utf-8')
        .send('console.error("The search box is not built yet: run npm run build");');
    },
  }),
  route({
    method: 'GET',
    url: '/search/:agentId',
    public: true,
    schema: {
      hide: true,
      params: Type.Object({ agentId: Type.String() }),
      querystring: Type.Object({ host: Type.Optional(Type.Unknown()) }),
    },
    handler: async (request, reply) => {
      const { agentId } = request.params;
      const agent = isId(agentId) ? await agents.find(agentId) : undefined;
      reply.headers({ 'Referrer-Policy': 'no-referrer', 'X-Content-Type-Options': 'nosniff' });
      if (agent?.deleted) return sendPlainPage(request, reply, 'gone');
      if (!agent) return sendPlainPage(request, reply, 'missing');
      if (!isSwitchedOn(agent, 'AI_SEARCH')) return sendPlainPage(request, reply, 'off');
      const refused = refusedParentOf(request, agent, request.query.host);
      if (refused !== undefined) return sendPlainPage(request, reply, 'origin', { origin: refused });
      const page = await pages.find('search', 'index.html');
      if (!page) return sendPlainPage(request, reply, 'unbuilt');
      reply.headers({
        'Content-Security-Policy': chatPolicy(agent, { frameAncestors: frameAncestorsOf(agent) }),
        'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
      });
      return sendBuilt(request, reply, page, revalidated);
    },
  }),
];
