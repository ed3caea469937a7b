import type { Identity } from '../state/sessions.ts';

/** What the page that embeds us may say. */
export type HostMessage = { type: 'identify'; identity: Identity } | { type: 'shown' | 'hidden' };

const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Sites write booleans as such; in JSON made by templates they are often numbers or text. */
const asYes = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true';

/** Reads `{"type":"UserId","data":"…"}` as JSON text or as an object; anything else is not for us. */
export const readHostMessage = (data: unknown): HostMessage | undefined => {
  let message: unknown = data;
  if (typeof data === 'string') {
    try {
      message = JSON.parse(data);
    } catch {
      return undefined;
    }
  }
  if (typeof message !== 'object' || message === null) return undefined;
  const { type, data: userId, hash, email, merge_guest } = message as Record<string, unknown>;
  if (type === 'frontdesk:shown') return { type: 'shown' };
  if (type === 'frontdesk:hidden') return { type: 'hidden' };
  if (type !== 'UserId' || (typeof userId !== 'string' && userId !== null)) return undefined;
  const identity = { userId: asText(userId), userHash: asText(hash), email: asText(email) };
  return { type: 'identify', identity: { ...identity, mergeGuest: asYes(merge_guest) } };
};

/** Whether one entry of the agent's list names the origin: whole, with `*.` for what is below a domain, or `*`. */
const names = (entry: string, origin: string): boolean => {
  if (entry === '*' || entry === origin) return true;
  const [scheme, below] = entry.split('://*.');
  return below !== undefined && origin.startsWith(`${scheme}://`) && origin.endsWith(`.${below}`);
};

/** A sandboxed page or a local file has the origin `null`, which any page can give itself: it is never allowed. */
export const isAllowedOrigin = (origin: string, allowed: readonly string[], own: string): boolean =>
  origin !== 'null' && (origin === own || allowed.some((entry) => names(entry, origin)));

interface HostFrameOptions {
  window: Window;
  hostOrigin: string | undefined;
  onMessage(message: HostMessage): void;
}

/**
 * The connection to the page that shows this one in a frame. Only that page is heard: not the window that opened us, not
 * other frames, and nobody at all where this page is opened by itself. Until the service has said which origins are
 * allowed, messages in both directions wait.
 */
export const createHostFrame = ({ window: own, hostOrigin, onMessage }: HostFrameOptions) => {
  let allowed: readonly string[] | undefined;
  let kept: MessageEvent[] = [];
  const waiting: object[] = [];
  const isFramed = own.parent !== own;

  const judge = ({ origin, data }: MessageEvent): void => {
    if (!isAllowedOrigin(origin, allowed!, own.location.origin)) return;
    const message = readHostMessage(data);
    if (message) onMessage(message);
  };
  own.addEventListener('message', (event) => {
    if (!isFramed || event.source !== own.parent) return;
    if (allowed) judge(event);
    else kept = [...kept.slice(-20), event];
  });

  const post = (message: object): void => {
    // Posted to a named origin only: whoever else holds the frame gets nothing.
    const target = own.location.ancestorOrigins?.[0] ?? hostOrigin;
    if (!isFramed || !target || !isAllowedOrigin(target, allowed!, own.location.origin)) return;
    own.parent.postMessage(message, target);
  };

  const allow = (origins: readonly string[]): void => {
    allowed = origins;
    for (const event of kept.splice(0)) judge(event);
    for (const message of waiting.splice(0)) post(message);
  };

  return {
    isFramed,
    allow,
    /**
     * The service refused the user before it said who is allowed. The page around us may still name another: the
     * browser would not have shown us inside a page that the service's frame-ancestors do not name.
     */
    allowParent: (): boolean => {
      const parent = own.location.ancestorOrigins?.[0];
      if (allowed || !parent) return false;
      allow([parent]);
      return true;
    },
    /** Tells the page around us. */
    tell: (type: 'ready' | 'close' | 'message' | 'unread' | 'identity', more: object = {}): void => {
      const message = { type: `frontdesk:${type}`, ...more };
      if (allowed) post(message);
      else waiting.push(message);
    },
  };
};

export type HostFrame = ReturnType<typeof createHostFrame>;
