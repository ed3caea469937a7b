import { Type } from 'typebox';
import type { Agent, Agents } from '../../agents/index.ts';
import { type Channels, isSwitchedOn, type PageChannel } from '../../channels/index.ts';
import { isId } from '../../lib/ids.ts';
import { type BuiltPages, revalidated, sendBuilt } from '../pages/index.ts';
import { type Route, route } from '../route.ts';
import { chatPolicy, frameAncestorsOf } from './content-policy.ts';
import { createFramedPage, refusedParentOf } from './framed-page.ts';
import { sendPlainPage } from './plain-page.ts';

interface PageDependencies {
  agents: Agents;
  channels: Pick<Channels, 'frameGrants'>;
  pages: BuiltPages;
}

/** The page is shown whatever channel the URL names. */
const PageSchema = {
  hide: true,
  params: Type.Object({ agentId: Type.String() }),
  querystring: Type.Object({ channel: Type.Optional(Type.Unknown()), host: Type.Optional(Type.Unknown()) }),
};

/** A widget's script is a few KB and loads everything newer, so browsers check for a new version from time to time. */
const widgetCaching = 'public, max-age=300';

/** The URL of an iframe says whether it is in a widget. */
const embeddedChannel = (name: unknown): PageChannel =>
  name === 'widget' ? 'WIDGET' : name === 'live-chat' ? 'LIVE_CHAT_WIDGET_1' : 'EMBED';

/** The chat page, alone or in an iframe, and the script that adds it to a site. */
export const createChannelPageRoutes = ({ agents, channels, pages }: PageDependencies): Route[] => {
  const pageRoute = (
    url: string,
    channelOf: (name: unknown) => PageChannel,
    frameAncestors: (agent: Agent) => string,
  ): Route =>
    route({
      method: 'GET',
      url,
      public: true,
      schema: PageSchema,
      handler: async (request, reply) => {
        const { agentId } = request.params;
        const agent = isId(agentId) ? await agents.find(agentId) : undefined;
        reply.headers({ 'Referrer-Policy': 'no-referrer', 'X-Content-Type-Options': 'nosniff' });
        if (agent?.deleted) return sendPlainPage(request, reply, 'gone');
        const channel = channelOf(request.query.channel);
        if (!agent) return sendPlainPage(request, reply, 'missing');
        if (!isSwitchedOn(agent, channel)) return sendPlainPage(request, reply, 'off');
        const refused = channel === 'SHARE' ? undefined : refusedParentOf(request, agent, request.query.host);
        if (refused !== undefined) return sendPlainPage(request, reply, 'origin', { origin: refused });
        const page = await pages.find('chat', 'index.html');
        if (!page) return sendPlainPage(request, reply, 'unbuilt');
        reply.headers({
          'Content-Security-Policy': chatPolicy(agent, { frameAncestors: frameAncestors(agent) }),
          'Permissions-Policy': 'camera=(), geolocation=(), microphone=(self)',
        });
        const framed =
          channel === 'SHARE' ? undefined : await createFramedPage(request, { channels, agentId, page });
        // Never cached: a window that is opened later must not get the page of a frame.
        return framed
          ? sendBuilt(request, reply, framed, 'no-store')
          : sendBuilt(request, reply, page, revalidated);
      },
    });

  return [
    pageRoute(
      '/share/:agentId',
      () => 'SHARE',
      () => "'none'",
    ),
    pageRoute('/embed/:agentId', embeddedChannel, frameAncestorsOf),
    route({
      method: 'GET',
      url: '/widget.js',
      public: true,
      schema: { hide: true },
      handler: async (request, reply) => {
        const script = await pages.find('widget', 'widget.js');
        // Pages of other origins load it.
        reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
        if (script) return sendBuilt(request, reply, script, widgetCaching);
        return reply
          .code(503)
          .type('text/javascript; charset=utf-8')
          .send('console.error("The widget is not built yet: run npm run build");');
      },
    }),
  ];
};
