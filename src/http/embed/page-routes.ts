import { Type } from 'typebox';
import type { OperatorProfiles } from '../../accounts/index.ts';
import type { Agent, AgentImages, Agents } from '../../agents/index.ts';
import { type Channels, isSwitchedOn, type PageChannel } from '../../channels/index.ts';
import { isId } from '../../lib/ids.ts';
import { type BuiltPages, revalidated, sendBuilt } from '../pages/index.ts';
import { type Route, route } from '../route.ts';
import { chatPolicy, frameAncestorsOf, previewPolicy } from './content-policy.ts';
import { createFramedPage, refusedParentOf } from './framed-page.ts';
import { sendPlainPage } from './plain-page.ts';
import { createSearchPageRoutes } from './search-page-routes.ts';
import { sendSharePage } from './share-page.ts';
import { createWidgetRoutes } from './widget-routes.ts';

interface PageDependencies {
  agents: Agents;
  agentImages: Pick<AgentImages, 'find' | 'read'>;
  operatorProfiles: Pick<OperatorProfiles, 'readPicture'>;
  channels: Pick<Channels, 'frameGrants'>;
  pages: BuiltPages;
  publicUrl: string | undefined;
}

/** The page is shown whatever channel the URL names. */
const PageSchema = {
  hide: true,
  params: Type.Object({ agentId: Type.String() }),
  querystring: Type.Object({ channel: Type.Optional(Type.Unknown()), host: Type.Optional(Type.Unknown()) }),
};

/** By the `channel` of the URL. A chat that continues a search has the channel of the search. */
const embeddedAs: Readonly<Record<string, PageChannel>> = {
  widget: 'WIDGET',
  'live-chat': 'LIVE_CHAT_WIDGET_1',
  search: 'AI_SEARCH',
};

const embeddedChannel = (name: unknown): PageChannel =>
  Object.hasOwn(embeddedAs, String(name)) ? embeddedAs[String(name)]! : 'EMBED';

/** The chat page: alone, in an iframe, or as a preview in the console. */
export const createChannelPageRoutes = (deps: PageDependencies): Route[] => {
  const { agents, agentImages, channels, pages, publicUrl } = deps;
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
        if (channel === 'SHARE') {
          const images = await agentImages.find(agentId);
          return sendSharePage(request, reply, { agent, images, page, publicUrl });
        }
        const framed = await createFramedPage(request, { channels, agentId, page });
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
      url: '/chat/preview',
      public: true,
      schema: { hide: true },
      handler: async (request, reply) => {
        const page = await pages.find('chat', 'index.html');
        if (!page) return sendPlainPage(request, reply, 'unbuilt');
        reply.headers({ 'Content-Security-Policy': previewPolicy, 'Referrer-Policy': 'no-referrer' });
        return sendBuilt(request, reply, page, revalidated);
      },
    }),
    ...createWidgetRoutes(deps),
    ...createSearchPageRoutes(deps),
  ];
};
