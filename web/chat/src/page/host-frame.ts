import type { WidgetEvent } from '../../../../packages/widget/src/widget-types.ts';
import type { Identity } from '../state/sessions.ts';

/** A call of the widget's API by the site. Its fields are checked where it is executed. */
export interface HostCall {
  id?: unknown;
  name?: unknown;
  text?: unknown;
}

/** Messages that the embedding page may send. */
export type HostMessage =
  | { type: 'identify'; identity: Identity }
  | { type: 'shown' | 'hidden' }
  | { type: 'call'; call: HostCall };

const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Templates often write booleans as numbers or text. */
const asYes = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true';

/** Reads `{"type":"UserId","data":"…"}` as JSON text or as an object. Other messages are ignored. */
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
  if (type === 'frontdesk:call') return { type: 'call', call: message };
  if (type !== 'UserId' || (typeof userId !== 'string' && userId !== null)) return undefined;
  const identity = { userId: asText(userId), userHash: asText(hash), email: asText(email) };
  return { type: 'identify', identity: { ...identity, mergeGuest: asYes(merge_guest) } };
};

/** Whether an entry of the agent's list matches the origin: exactly, by `*.` for subdomains, or by `*`. */
const names = (entry: string, origin: string): boolean => {
  if (entry === '*' || entry === origin) return true;
  const [scheme, below] = entry.split('://*.');
  return below !== undefined && origin.startsWith(`${scheme}://`) && origin.endsWith(`.${below}`);
};

/** Sandboxed pages and local files have the origin `null`, which any page can produce. It is never allowed. */
export const isAllowedOrigin = (origin: string, allowed: readonly string[], own: string): boolean =>
  origin !== 'null' && (origin === own || allowed.some((entry) => names(entry, origin)));

type HostEvent = WidgetEvent | 'page' | 'result';

interface HostFrameOptions {
  window: Window;
  hostOrigin: string | undefined;
  onMessage(message: HostMessage): void;
}

/**
 * Connection to the page that embeds this one. Only messages of that page are read, not those of an opener or of
 * other frames, and none if this page is not in a frame. Messages in both directions wait until the service has
 * sent the allowed origins.
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
    // Posted to the allowed origin only, so that no other page receives it.
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
     * The service rejected the user before it sent the allowed origins. The embedding page may still name another user:
     * the browser shows this page only inside pages that the service's frame-ancestors allow.
     */
    allowParent: (): boolean => {
      const parent = own.location.ancestorOrigins?.[0];
      if (allowed || !parent) return false;
      allow([parent]);
      return true;
    },
    /** Posts a message to the embedding page. */
    tell: (type: HostEvent, more: object = {}): void => {
      const message = { type: `frontdesk:${type}`, ...more };
      if (allowed) post(message);
      else waiting.push(message);
    },
  };
};

export type HostFrame = ReturnType<typeof createHostFrame>;
