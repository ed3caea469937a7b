import type { FastifyInstance } from 'fastify';
import type { Agent, Agents } from '../../agents/index.ts';
import { type Channels, isSwitchedOn, type PageChannel } from '../../channels/index.ts';
import { isId } from '../../lib/ids.ts';
import { type BuiltPages, revalidated, sendBuilt } from '../pages/index.ts';
import { chatPolicy, frameAncestorsOf } from './content-policy.ts';
import { createFramedPage } from './framed-page.ts';
import { sendPlainPage } from './plain-page.ts';

interface PageDependencies {
  agents: Agents;
  channels: Pick<Channels, 'frameGrants'>;
  pages: BuiltPages;
}

interface PageRequest {
  Params: { agentId: string };
  Querystring: { channel?: string };
}

/** A widget's script is a few KB and the way to everything newer: looked for anew once in a while. */
const widgetCaching = 'public, max-age=300';

/** An iframe says by its address whether it stands in a widget. */
const embeddedChannel = (name: string | undefined): PageChannel =>
  name === 'widget' ? 'WIDGET' : name === 'live-chat' ? 'LIVE_CHAT_WIDGET_1' : 'EMBED';

/** The chat page, alone or in an iframe, and the script that puts it on a site. */
export const registerChannelPages = (server: FastifyInstance, deps: PageDependencies): void => {
  const { agents, channels, pages } = deps;
  const add = (
    path: string,
    channelOf: (query: { channel?: string }) => PageChannel,
    frameAncestors: (agent: Agent) => string,
  ): void => {
    server.get<PageRequest>(path, { schema: { hide: true } as object }, async (request, reply) => {
      const { agentId } = request.params;
      const agent = isId(agentId) ? await agents.find(agentId) : undefined;
      reply.headers({ 'Referrer-Policy': 'no-referrer', 'X-Content-Type-Options': 'nosniff' });
      if (agent?.deleted) return sendPlainPage(request, reply, 'gone');
      const channel = channelOf(request.query);
      if (!agent) return sendPlainPage(request, reply, 'missing');
      if (!isSwitchedOn(agent, channel)) return sendPlainPage(request, reply, 'off');
      const page = await pages.find('chat', 'index.html');
      if (!page) return sendPlainPage(request, reply, 'unbuilt');
      reply.headers({
        'Content-Security-Policy': chatPolicy(agent, { frameAncestors: frameAncestors(agent) }),
        'Permissions-Policy': 'camera=(), geolocation=(), microphone=(self)',
      });
      const framed =
        channel === 'SHARE' ? undefined : await createFramedPage(request, { channels, agentId, page });
      // Never from a cache: a window that is opened later must not get the page of a frame.
      return framed
        ? sendBuilt(request, reply, framed, 'no-store')
        : sendBuilt(request, reply, page, revalidated);
    });
  };

  add(
    '/share/:agentId',
    () => 'SHARE',
    () => "'none'",
  );
  add('/embed/:agentId', ({ channel }) => embeddedChannel(channel), frameAncestorsOf);

  server.get('/widget.js', { schema: { hide: true } as object }, async (request, reply) => {
    const script = await pages.find('widget', 'widget.js');
    // Loaded by pages of other origins, which is what it is for.
    reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
    if (script) return sendBuilt(request, reply, script, widgetCaching);
    return reply
      .code(503)
      .type('text/javascript; charset=utf-8')
      .send('console.error("The widget is not built yet: run npm run build");');
  });
};
