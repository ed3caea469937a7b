import type { FastifyRequest } from 'fastify';
import type { Channels } from '../../channels/index.ts';
import type { BuiltFile } from '../pages/index.ts';

const framedDestinations = new Set(['iframe', 'frame', 'embed', 'object']);

/**
 * Whether the browser loads the page into a frame. Browsers report it themselves and no script can change it, but they
 * report nothing without HTTPS, except on localhost. There the page's own check is used.
 */
const isFramed = ({ headers }: FastifyRequest): boolean => {
  const destination = headers['sec-fetch-dest'];
  return destination === undefined || framedDestinations.has(String(destination));
};

/** The page around the frame by the Referer header: most sites send their origin. */
const parentOriginOf = ({ headers, host }: FastifyRequest): string => {
  const url = URL.parse(headers.referer ?? '');
  if (!url || url.origin === 'null' || url.origin.length > 300) return '';
  return url.host === host ? 'self' : url.origin;
};

interface FramedPageOptions {
  channels: Pick<Channels, 'frameGrants'>;
  agentId: string;
  page: BuiltFile;
}

/** The chat page with a grant to name its user, if a browser loads it into a frame. Otherwise undefined. */
export const createFramedPage = async (
  request: FastifyRequest,
  { channels, agentId, page }: FramedPageOptions,
): Promise<BuiltFile | undefined> => {
  if (!isFramed(request)) return undefined;
  const grant = await channels.frameGrants.issue(agentId, { parentOrigin: parentOriginOf(request) });
  const html = page.content
    .toString()
    .replace('<head>', `<head><meta name="frontdesk-frame-grant" content="${grant}">`);
  return { ...page, content: Buffer.from(html), encodings: {} };
};
