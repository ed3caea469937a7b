import type { WidgetErrorCode } from '../../../packages/widget/src/widget-types.ts';
import type { Settings, User } from './settings.ts';

/** Messages from the chat page in the frame. */
export type FrameMessage = { type: string; [name: string]: unknown };

interface FrameOptions {
  settings: Settings;
  title: string;
  user: User;
  /** Whether the panel is open. Otherwise the chat counts what the user has not read. */
  isShown: boolean;
  onMessage(message: FrameMessage): void;
}

/** How long a call waits for a chat that is not loaded. */
const readyMs = 30_000;

export const fail = (code: WidgetErrorCode, message: string) => Object.assign(Error(message), { code });

/** The chat page in a frame with the service's origin, so the site can neither read nor style it. */
export const createFrame = ({ settings, title, user, isShown, onMessage }: FrameOptions) => {
  const { agent, origin, channel, color, locale } = settings;
  const given = {
    channel,
    host: location.origin,
    color,
    locale,
    user_id: user.id,
    user_hash: user.hash,
    email: user.email,
    merge_guest: user.mergeGuest ? '1' : '',
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value) query.set(name, value);
  const element = document.createElement('iframe');
  element.title = title;
  element.allow = 'microphone; clipboard-write; autoplay';
  element.src = `${origin}/embed/${encodeURIComponent(agent)}?${query}${isShown ? '' : '#hidden'}`;

  let isReady = false;
  let waiting: object[] = [];
  const calls: PromiseWithResolvers<unknown>[] = [];
  const post = (message: object): void => {
    if (isReady) element.contentWindow?.postMessage(JSON.stringify(message), origin);
    else waiting.push(message);
  };
  const hear = ({ source, origin: from, data }: MessageEvent): void => {
    if (source !== element.contentWindow || from !== origin) return;
    const type = String(data?.type).split('frontdesk:')[1];
    if (!type) return;
    if (type === 'ready') {
      isReady = true;
      for (const message of waiting.splice(0)) post(message);
    }
    if (type === 'result') {
      const { error, value } = data;
      if (error) calls[data.id]?.reject(fail(error.code, error.message));
      else calls[data.id]?.resolve(value);
    }
    // For the person who talks with the user. The chat removes what may be secret.
    if (type === 'page') post({ type: data.type, url: document.URL, title: document.title });
    onMessage({ ...data, type });
  };
  addEventListener('message', hear);

  return {
    element,
    identify: ({ id, hash, email, mergeGuest }: User): void =>
      post({ type: 'UserId', data: id ?? null, hash, email, merge_guest: mergeGuest === true }),
    setShown: (isShown: boolean): void => post({ type: isShown ? 'frontdesk:shown' : 'frontdesk:hidden' }),
    /** Asks the chat to report handoffs. */
    watch: (): void => post({ type: 'frontdesk:call', name: 'watch' }),
    call: (name: 'send' | 'newConversation', text?: string): Promise<unknown> => {
      const settled = Promise.withResolvers<unknown>();
      const message = { type: 'frontdesk:call', name, text, id: calls.push(settled) - 1 };
      post(message);
      setTimeout(() => {
        if (!waiting.includes(message)) return;
        // It must not be sent later, when the site may have called again.
        waiting = waiting.filter((one) => one !== message);
        settled.reject(fail('timeout', 'The chat was not loaded in 30 seconds'));
      }, readyMs);
      return settled.promise;
    },
    end: (error: Error): void => {
      removeEventListener('message', hear);
      for (const { reject } of calls) reject(error);
    },
  };
};

export type Frame = ReturnType<typeof createFrame>;
