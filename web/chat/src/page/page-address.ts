import type { Channel } from '../service/wire.ts';
import type { Identity } from '../state/sessions.ts';

export interface PageAddress {
  agentId: string;
  channel: Channel;
  identity: Identity;
  /** The language that the site requests. */
  locale: string | undefined;
  color: string | undefined;
  /** The origin of the page that claims to embed this one. */
  hostOrigin: string | undefined;
  /** The address without the user's identity, because addresses end up in histories, logs and screenshots. */
  cleaned: string;
}

const embeddedAs: Record<string, Channel> = {
  widget: 'WIDGET',
  'live-chat': 'LIVE_CHAT_WIDGET_1',
  search: 'AI_SEARCH',
};

/** Parameters of `/share/{agent}` and `/embed/{agent}?user_id=…`. */
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
    // Only an embedding site names its user. A shared link must not set the identity of its readers.
    identity: page === 'share' || !isFramed ? {} : identity,
    locale: url.searchParams.get('locale') ?? undefined,
    color: url.searchParams.get('color') ?? undefined,
    hostOrigin: url.searchParams.get('host') ?? undefined,
    cleaned: url.pathname + url.search,
  };
};
