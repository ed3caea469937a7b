import type { Channel } from '../service/wire.ts';
import type { Identity } from '../state/sessions.ts';

export interface PageAddress {
  agentId: string;
  channel: Channel;
  identity: Identity;
  /** The language the site asks for. */
  locale: string | undefined;
  color: string | undefined;
  /** The origin of the page that says it embeds us. */
  hostOrigin: string | undefined;
  /** The same address without what names the user: addresses end up in histories, logs and screenshots. */
  cleaned: string;
}

const embeddedAs: Record<string, Channel> = { widget: 'WIDGET', 'live-chat': 'LIVE_CHAT_WIDGET_1' };

/** What `/share/{agent}` and `/embed/{agent}?user_id=…` say. */
export const readPageAddress = (address: string, { isFramed }: { isFramed: boolean }): PageAddress => {
  const url = new URL(address);
  const [, page, agentId = ''] = url.pathname.split('/');
  const take = (name: string): string | undefined => {
    const value = url.searchParams.get(name) ?? undefined;
    url.searchParams.delete(name);
    return value || undefined;
  };
  const identity = {
    userId: take('user_id'),
    userHash: take('user_hash'),
    email: take('email'),
    mergeGuest: ['1', 'true'].includes(take('merge_guest') ?? ''),
  };
  const channel = page === 'share' ? 'SHARE' : (embeddedAs[url.searchParams.get('channel') ?? ''] ?? 'EMBED');
  return {
    agentId: decodeURIComponent(agentId),
    channel,
    // Only the site around a frame names its user. A link that somebody sends around must not name its readers.
    identity: page === 'share' || !isFramed ? {} : identity,
    locale: url.searchParams.get('locale') ?? undefined,
    color: url.searchParams.get('color') ?? undefined,
    hostOrigin: url.searchParams.get('host') ?? undefined,
    cleaned: url.pathname + url.search,
  };
};
