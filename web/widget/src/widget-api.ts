import type { Bubble, createBubble } from './bubble.ts';
import type { createFrame, Frame, FrameMessage } from './frame.ts';
import type { Launcher, loadLauncher } from './launcher.ts';
import type { Settings, User } from './settings.ts';

interface WidgetOptions {
  settings: Settings;
  createBubble: typeof createBubble;
  createFrame: typeof createFrame;
  loadLauncher: typeof loadLauncher;
}

type Listener = (detail: FrameMessage) => void;

interface SessionVariables {
  user_id?: string | number | null;
  user_hash?: string;
  email?: string;
  merge_guest?: boolean;
}

interface UserOptions {
  hash?: string;
  email?: string;
  mergeGuest?: boolean;
}

const events = ['ready', 'open', 'close', 'message', 'unread', 'identity'] as const;
export type WidgetEvent = (typeof events)[number];

/** Sites often use numbers as ids. Null, undefined and empty mean no user. */
const asId = (id: unknown): string | undefined =>
  id === null || id === undefined || id === '' ? undefined : String(id);

/** The API for the site. The chat page is loaded when the widget is first opened. */
export const createWidget = ({ settings, createBubble, createFrame, loadLauncher }: WidgetOptions) => {
  const listeners = new Map<string, Set<Listener>>();
  let user: User = settings.user;
  let frame: Frame | undefined;
  let isOpen = false;
  let bubble: Bubble | undefined;

  const emit = (message: FrameMessage): void => {
    for (const listener of listeners.get(message.type) ?? []) {
      try {
        listener(message);
      } catch (error) {
        // An error in a listener of the site must not break the chat.
        console.error(error);
      }
    }
  };
  const hear = (message: FrameMessage): void => {
    if (message.type === 'ready') bubble?.setReady();
    if (message.type === 'unread') bubble?.setUnread(Number(message.count) || 0);
    // Closing notifies the listeners itself.
    if (message.type === 'close') close();
    else emit(message);
  };
  const remember = (open?: boolean): boolean => {
    const key = `frontdesk:${settings.agent}`;
    try {
      if (open !== undefined) sessionStorage.setItem(key, open ? '1' : '');
      return sessionStorage.getItem(key) === '1';
    } catch {
      // The site or the browser forbids storage.
      return false;
    }
  };
  const setOpen = (open: boolean, isQuiet?: boolean): void => {
    if (open === isOpen) return;
    isOpen = open;
    if (!bubble) return;
    remember(open);
    const wasLoaded = frame !== undefined;
    if (open && !frame) {
      frame = createFrame({ settings, user, onMessage: hear });
      bubble.panel.append(frame.element);
    }
    bubble.setOpen(open);
    // A page that has just loaded counts as visible.
    if (wasLoaded || !open) frame?.setShown(open);
    // An open panel of the previous page must not take the focus from this one.
    if (!isQuiet) (open ? frame!.element : bubble.button).focus();
    emit({ type: open ? 'open' : 'close' });
  };
  const open = (): void => setOpen(true);
  const close = (): void => setOpen(false);
  const identify = (next: User): void => {
    user = next;
    frame?.identify(user);
  };

  const api = {
    /** The user who is signed in on the site, or null. */
    setUserId: (id: string | number | null, given?: string | UserOptions | null): void => {
      const { hash, email, mergeGuest }: UserOptions =
        typeof given === 'string' ? { hash: given } : (given ?? {});
      const known = asId(id) === user.id ? user.email : undefined;
      identify({ id: asId(id), hash, email: email ?? known, mergeGuest });
    },
    set_session_variables: ({ user_id, user_hash, email, merge_guest }: SessionVariables = {}): void =>
      identify(
        user_id === undefined
          ? { ...user, email: email ?? user.email }
          : { id: asId(user_id), hash: user_hash, email, mergeGuest: merge_guest },
      ),
    open,
    close,
    /** Returns a function that removes the listener. */
    on: (event: WidgetEvent, listener: Listener): (() => void) => {
      if (!events.includes(event))
        throw new TypeError(`There is no event ${event}; there are ${events.join(', ')}`);
      const all = listeners.get(event) ?? new Set();
      listeners.set(event, all.add(listener));
      return () => all.delete(listener);
    },
  };

  /** Runs calls that the site queued before this script was loaded: `ChatBot.q.push(['setUserId', '42'])`. */
  const takeUp = (calls: unknown): void => {
    if (!Array.isArray(calls)) return;
    for (const [name, ...rest] of calls) {
      const method = Object.hasOwn(api, name) ? api[name as keyof typeof api] : undefined;
      (method as ((...given: unknown[]) => void) | undefined)?.(...rest);
    }
  };

  return {
    api,
    start: (page: Window): void => {
      const calls = (page as { ChatBot?: { q?: unknown } }).ChatBot?.q;
      const show = (launcher: Launcher): void => {
        bubble = createBubble({ ...settings, ...launcher }, () => setOpen(!isOpen));
        bubble.attach();
        // The site opened the widget before the bubble existed, or it was open on the previous page of this tab.
        if (isOpen) {
          isOpen = false;
          open();
        } else if (remember()) setOpen(true, true);
      };
      // Before the bubble is shown, because it must not change its color and width in front of the visitor.
      void loadLauncher(settings).then((launcher) => {
        if (page.document.body) show(launcher);
        else page.document.addEventListener('DOMContentLoaded', () => show(launcher));
      });
      takeUp(calls);
    },
  };
};
