import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Agent, ShownImages } from '../../agents/index.ts';
import { type BuiltFile, revalidated, sendBuilt } from '../pages/index.ts';
import { firstAccepted } from '../request/accept-language.ts';
import { publicOrigin } from '../request/public-origin.ts';
import { linkPreview } from './link-preview.ts';

interface SharePage {
  agent: Agent;
  images: ShownImages;
  page: BuiltFile;
  publicUrl: string | undefined;
}

/** The page has 2 KB. A higher quality would take longer and save a few bytes. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compress = promisify(brotliCompress);

/** The chat page with the agent's name, greeting and picture in its head. */
export const sendSharePage = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { agent, images, page, publicUrl }: SharePage,
) => {
  const { text } = linkPreview({
    agent,
    images,
    origin: publicOrigin(request, publicUrl),
    languages: firstAccepted(request.headers['accept-language']),
  });
  const built = page.content.toString().replace('<title>Chat</title>', () => text);
  // The last icon would win, so an agent's own picture replaces the default.
  const content = Buffer.from(
    images.logo || images.avatar ? built.replace(/\s*<link rel="icon" type[^>]*>/, '') : built,
  );
  const encodings = { br: await compress(content, quality) };
  return sendBuilt(request, reply, { ...page, content, encodings }, revalidated);
};
