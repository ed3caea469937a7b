import type { Settings, User } from './settings.ts';

/** Messages from the chat page in the frame. */
export type FrameMessage = { type: string; [name: string]: unknown };

interface FrameOptions {
  settings: Settings;
  user: User;
  onMessage(message: FrameMessage): void;
}

/** The chat page in a frame with the service's origin, so the site can neither read nor style it. */
export const createFrame = ({ settings, user, onMessage }: FrameOptions) => {
  const { agent, origin, channel, color, locale, words } = settings;
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
  element.title = words.title;
  element.allow = 'microphone; clipboard-write; autoplay';
  element.src = `${origin}/embed/${encodeURIComponent(agent)}?${query}`;

  let isReady = false;
  const waiting: object[] = [];
  const post = (message: object): void => {
    if (isReady) element.contentWindow?.postMessage(JSON.stringify(message), origin);
    else waiting.push(message);
  };
  addEventListener('message', ({ source, origin: from, data }: MessageEvent) => {
    if (source !== element.contentWindow || from !== origin) return;
    const type = String(data?.type).split('frontdesk:')[1];
    if (!type) return;
    if (type === 'ready') {
      isReady = true;
      for (const message of waiting.splice(0)) post(message);
    }
    // For the person who talks with the user. The chat removes what may be secret.
    if (type === 'page') post({ type: data.type, url: document.URL, title: document.title });
    onMessage({ ...data, type });
  });

  return {
    element,
    identify: ({ id, hash, email, mergeGuest }: User): void =>
      post({ type: 'UserId', data: id ?? null, hash, email, merge_guest: mergeGuest === true }),
    setShown: (isShown: boolean): void => post({ type: isShown ? 'frontdesk:shown' : 'frontdesk:hidden' }),
  };
};

export type Frame = ReturnType<typeof createFrame>;
