import { createWidgetError } from './widget-error.ts';
import type { WidgetUser } from './widget-types.ts';

export interface WidgetOptions {
  /** Address of the service, such as `https://desk.example`. */
  baseUrl: string;
  /** ID of the agent. */
  agent: string;
  /** `live-chat`: conversations belong to the live-chat channel. Default: `widget`. */
  channel?: 'widget' | 'live-chat' | undefined;
  /** Side of the screen. `start` and `end` follow the direction of the page. Default: `end`. */
  position?: 'left' | 'right' | 'start' | 'end' | undefined;
  /** A color such as `#0b6e4f`. Default: the color of the agent. */
  color?: string | undefined;
  /** A language tag such as `de`. Default: the language of the browser. */
  locale?: string | undefined;
  /** The user who is signed in on the site. */
  user?: WidgetUser | null | undefined;
  /** Nonce of the page's content security policy. */
  nonce?: string | undefined;
}

const channels = ['widget', 'live-chat'];
const positions = ['left', 'right', 'start', 'end'];

const invalid = (message: string) => createWidgetError('invalid', message);

const readAddress = (baseUrl: unknown): string => {
  const url = typeof baseUrl === 'string' && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw invalid('baseUrl: must be an http or https address, such as https://desk.example');
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password)
    throw invalid('baseUrl: must be an origin, without user name, path, query and fragment');
  return `${url.origin}/widget.js`;
};

/** Checks the options. */
export const readOptions = (options: WidgetOptions) => {
  const { baseUrl, agent, channel, position, color, locale, user, nonce } = options;
  const src = readAddress(baseUrl);
  if (typeof agent !== 'string' || agent === '') throw invalid('agent: must be the id of an agent');
  if (channel !== undefined && !channels.includes(channel))
    throw invalid(`channel: must be one of ${channels.join(', ')}`);
  if (position !== undefined && !positions.includes(position))
    throw invalid(`position: must be one of ${positions.join(', ')}`);
  if (user && (user.id === undefined || user.id === null || user.id === ''))
    throw invalid('user.id: is required');
  return { settings: { src, agent, channel, position, color, locale }, user, nonce };
};
