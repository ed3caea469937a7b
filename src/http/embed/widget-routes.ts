import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { OperatorProfiles } from '../../accounts/index.ts';
import { type AgentImages, type Agents, translated } from '../../agents/index.ts';
import { isSwitchedOn } from '../../channels/index.ts';
import { AppError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { type BuiltPages, immutable, scriptCaching, sendBuilt } from '../pages/index.ts';
import { firstAccepted } from '../request/accept-language.ts';
import { type Route, route } from '../route.ts';
import { wordsFor } from './widget-words.ts';

interface WidgetDependencies {
  agents: Pick<Agents, 'find'>;
  agentImages: Pick<AgentImages, 'find' | 'read'>;
  operatorProfiles: Pick<OperatorProfiles, 'readPicture'>;
  pages: BuiltPages;
}

/** Pages of other origins load it. It is public, so it needs no list of origins. */
const forAllOrigins = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

const imageName = /^([0-9a-f]{64})\.(?:png|jpg)$/;

const uuid = /^[0-9a-f-]{36}$/;

const sendImage = (
  reply: FastifyReply,
  image: { bytes: Uint8Array; mediaType: string } | undefined,
): FastifyReply => {
  if (!image) throw new AppError('notFound', 'There is no such image');
  return reply
    .headers({
      'Cache-Control': immutable,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    })
    .type(image.mediaType)
    .send(Buffer.from(image.bytes));
};

/** The script that adds the widget to a site, what its button looks like, and the pictures of agents and people. */
export const createWidgetRoutes = ({
  agents,
  agentImages,
  operatorProfiles,
  pages,
}: WidgetDependencies): Route[] => [
  route({
    method: 'GET',
    url: '/widget.js',
    public: true,
    schema: { hide: true },
    handler: async (request, reply) => {
      const script = await pages.find('widget', 'widget.js');
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
      if (script) return sendBuilt(request, reply, script, scriptCaching);
      return reply
        .code(503)
        .type('text/javascript; charset=utf-8')
        .send('console.error("The widget is not built yet: run npm run build");');
    },
  }),
  route({
    method: 'GET',
    url: '/widget/:agentId',
    public: true,
    schema: {
      hide: true,
      params: Type.Object({ agentId: Type.String() }),
      querystring: Type.Object({ locale: Type.Optional(Type.Unknown()) }),
    },
    handler: async (request, reply) => {
      const { agentId } = request.params;
      const { locale } = request.query;
      reply.headers({ ...forAllOrigins, 'Cache-Control': scriptCaching, Vary: 'Accept-Language' });
      const agent = isId(agentId) ? await agents.find(agentId) : undefined;
      const isOn =
        agent &&
        !agent.deleted &&
        (isSwitchedOn(agent, 'WIDGET') || isSwitchedOn(agent, 'LIVE_CHAT_WIDGET_1'));
      const languages =
        typeof locale === 'string' && locale !== ''
          ? [locale]
          : firstAccepted(request.headers['accept-language']);
      const words = wordsFor(languages);
      // Not an error, which browsers would report on the page of the site. The chat explains it when it is opened.
      if (!isOn) return { words };
      const { channels, translations } = agent.settings;
      return {
        words,
        color: channels.colors.primary,
        onColor: channels.colors.onPrimary,
        text: translated(translations, 'launcherText', languages) ?? channels.launcherText,
        avatar: (await agentImages.find(agentId)).avatar?.path ?? null,
      };
    },
  }),
  route({
    method: 'GET',
    url: '/images/:agentId/:name',
    public: true,
    schema: { hide: true, params: Type.Object({ agentId: Type.String(), name: Type.String() }) },
    handler: async (request, reply) => {
      const { agentId, name } = request.params;
      const sha256 = imageName.exec(name)?.[1];
      return sendImage(reply, sha256 && isId(agentId) ? await agentImages.read(agentId, sha256) : undefined);
    },
  }),
  route({
    method: 'GET',
    url: '/images/people/:pictureId',
    public: true,
    schema: { hide: true, params: Type.Object({ pictureId: Type.String() }) },
    handler: async (request, reply) => {
      const { pictureId } = request.params;
      return sendImage(
        reply,
        uuid.test(pictureId) ? await operatorProfiles.readPicture(pictureId) : undefined,
      );
    },
  }),
];
