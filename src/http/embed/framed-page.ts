import type { FastifyRequest } from 'fastify';
import type { Agent } from '../../agents/index.ts';
import { allowedOriginsOf, type Channels } from '../../channels/index.ts';
import { namesOrigin, readOrigin } from '../../lib/origins/read-origin.ts';
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

/**
 * The origin of the page around the frame, if the browser would refuse to show the chat there. The widget names its
 * page in the address, because a site can switch off the Referer header. A wrong name only shows a harmless page.
 */
export const refusedParentOf = (
  request: FastifyRequest,
  agent: Agent,
  named: unknown,
): string | undefined => {
  if (!framedDestinations.has(String(request.headers['sec-fetch-dest']))) return undefined;
  const origin = parentOriginOf(request) || (typeof named === 'string' ? named : '');
  const reading = readOrigin(origin);
  // Without a valid name there is nothing to add to the settings. The browser itself refuses to show the chat.
  if (!reading.isValid || reading.value.includes('*')) return undefined;
  const allowed = allowedOriginsOf(agent);
  const isAllowed =
    URL.parse(origin)?.host === request.host ||
    allowed.includes('*') ||
    allowed.some((entry) => namesOrigin(entry, reading.value));
  return isAllowed ? undefined : reading.value;
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
