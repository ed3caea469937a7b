import type {
  SessionVariables,
  Widget,
  WidgetEvent,
  WidgetUser,
} from '../../../packages/widget/src/widget-types.ts';
import type { Bubble, createBubble } from './bubble.ts';
import { type createFrame, type Frame, type FrameMessage, fail } from './frame.ts';
import type { Launcher, loadLauncher } from './launcher.ts';
import type { Settings, User } from './settings.ts';

interface WidgetOptions {
  settings: Settings;
  createBubble: typeof createBubble;
  createFrame: typeof createFrame;
  loadLauncher: typeof loadLauncher;
}

type Listener = (detail: FrameMessage) => void;

const events = [
  'ready',
  'open',
  'close',
  'message',
  'unread',
  'identity',
  'handoff',
] as const satisfies WidgetEvent[];

/** Sites often use numbers as ids. Null, undefined and empty mean no user. */
const asId = (id: unknown): string | undefined =>
  id === null || id === undefined || id === '' ? undefined : String(id);

/** The API for the site. The chat page is loaded when the widget is first opened, or a call needs it. */
export const createWidget = ({ settings, createBubble, createFrame, loadLauncher }: WidgetOptions) => {
  const listeners = new Map<string, Set<Listener>>();
  /** Resolves when the bubble exists, or the widget is destroyed. */
  const shown = Promise.withResolvers<void>();
  let user: User = settings.user;
  let frame: Frame | undefined;
  let title = '';
  let isOpen = false;
  let isHidden = false;
  let isDestroyed = false;
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
  const load = (isShown: boolean): Frame => {
    if (!frame) {
      frame = createFrame({ settings, title, user, isShown, onMessage: hear });
      if (listeners.has('handoff')) frame.watch();
      bubble!.panel.append(frame.element);
    }
    return frame;
  };
  const setOpen = (open: boolean, isQuiet?: boolean): void => {
    if (open === isOpen) return;
    isOpen = open;
    if (!bubble) return;
    remember(open);
    const wasLoaded = frame !== undefined;
    if (open) load(true);
    bubble.setOpen(open);
    // A page that has just loaded counts as visible.
    if (wasLoaded) frame!.setShown(open);
    // An open panel of the previous page must not take the focus from this one.
    if (!isQuiet) (open ? frame!.element : bubble.button).focus();
    emit({ type: open ? 'open' : 'close' });
  };
  const setHidden = (next: boolean): void => {
    isHidden = next;
    bubble?.setHidden(next);
  };
  const open = (): void => {
    setHidden(false);
    setOpen(true);
  };
  const close = (): void => setOpen(false);
  const toggle = (): void => (isOpen ? close() : open());
  const identify = (next: User): void => {
    user = next;
    frame?.identify(user);
  };
  const call = async <Value>(name: 'send' | 'newConversation', text?: string): Promise<Value> => {
    await shown.promise;
    if (isDestroyed) throw gone();
    return load(false).call(name, text) as Promise<Value>;
  };
  const gone = (): Error => fail('destroyed', 'The widget was destroyed');

  const api: Widget = {
    setUserId: (id: string | number | null, given?: string | Omit<WidgetUser, 'id'> | null): void => {
      const { hash, email, mergeGuest }: Omit<WidgetUser, 'id'> =
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
    toggle,
    isOpen: () => isOpen,
    hide: () => {
      setOpen(false, true);
      setHidden(true);
    },
    show: () => setHidden(false),
    send: async (text) => {
      // Before the chat is loaded, which creates a visitor. The chat checks the rest.
      if (typeof text !== 'string' || !text.trim()) throw fail('invalid', 'text: must not be empty');
      return call('send', text);
    },
    newConversation: () => call('newConversation'),
    on: (event, listener) => {
      if (!events.includes(event))
        throw new TypeError(`There is no event ${event}; there are ${events.join(', ')}`);
      const all = listeners.get(event) ?? new Set();
      listeners.set(event, all.add(listener as unknown as Listener));
      if (event === 'handoff') frame?.watch();
      return () => all.delete(listener as unknown as Listener);
    },
    destroy: () => {
      setOpen(false, true);
      isDestroyed = true;
      shown.resolve();
      frame?.end(gone());
      bubble?.remove();
      bubble = undefined;
      listeners.clear();
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
    /** @param calls what the site queued before the script was loaded. */
    start: (page: Window, calls: unknown): void => {
      const show = (launcher: Launcher): void => {
        if (isDestroyed) return;
        title = launcher.words.title;
        bubble = createBubble({ ...settings, ...launcher }, toggle);
        bubble.setHidden(isHidden);
        bubble.attach();
        shown.resolve();
        // The site opened the widget before the bubble existed, or it was open on the previous page of this tab.
        if (isOpen) {
          isOpen = false;
          open();
        } else if (!isHidden && remember()) setOpen(true, true);
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
