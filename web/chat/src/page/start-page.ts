import type { PageParts } from '../components/page-context.ts';
import { dateLocale } from '../messages/translate.ts';
import { createService } from '../service/service.ts';
import { createBrowserStorage } from '../state/browser-storage.ts';
import { createChat } from '../state/chat.ts';
import type { ChatState } from '../state/chat-state.ts';
import { waitToRetry } from '../state/wait-to-retry.ts';
import { applyAccent } from './accent.ts';
import type { HostCalls } from './host-calls.ts';
import { createHostFrame, type HostCall } from './host-frame.ts';
import { openStorage } from './open-storage.ts';
import type { PageAddress } from './page-address.ts';
import { createTheme } from './theme.ts';

/** Idempotency keys of messages. `randomUUID` is missing on pages without HTTPS. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Set by the service only on pages that a browser loads into a frame. */
const frameGrantOf = ({ document }: Window): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="frontdesk-frame-grant"]')?.content;

/** Focus the text box at once, except on devices where an on-screen keyboard would cover half of the screen. */
const focusMessage = (page: Window): void => {
  if (page.matchMedia('(hover: hover)').matches) page.document.querySelector('textarea')?.focus();
};

/** Creates the parts of the page and requests the first visitor token. */
export const startPage = (page: Window, address: PageAddress, languages: readonly string[]): PageParts => {
  // The widget loads the page before the user opens the chat if the site sends a message.
  let isShown = page.location.hash !== '#hidden';
  page.history.replaceState(null, '', address.cleaned);
  const { agentId, channel } = address;
  const root = page.document.documentElement;

  // The service identifies a browser separately in each channel.
  const browserStorage = createBrowserStorage(`${agentId}:${channel}`, () => openStorage(page));
  const service = createService(agentId);
  let unread = 0;
  const countUnread = (count: number): void => {
    if (count === unread) return;
    unread = count;
    frame.tell('unread', { count });
  };
  const chat = createChat({
    service,
    browserStorage,
    channel,
    languages,
    frameGrant: page.parent === page ? undefined : frameGrantOf(page),
    wait: waitToRetry,
    newKey,
    onMessage: (role, message_id) => {
      frame.tell('message', { role, message_id });
      if (role !== 'user' && !isShown) countUnread(unread + 1);
    },
  });
  const showsPage = (): void => chat.setVisible(isShown && !page.document.hidden);
  let loading: Promise<HostCalls> | undefined;
  /** Loaded on demand, because few sites call the chat. */
  const answerCall = (call: HostCall): void => {
    const { user } = chat.store.get();
    loading ??= import('./host-calls.ts').then(({ createHostCalls }) => createHostCalls(chat, frame));
    loading.then(
      (calls) => calls.answer(call, user),
      ({ message }) => {
        loading = undefined;
        frame.tell('result', { id: call.id, error: { code: 'timeout', message } });
      },
    );
  };
  const frame = createHostFrame({
    window: page,
    hostOrigin: address.hostOrigin,
    onMessage: (message) => {
      if (message.type === 'identify') return void chat.identify(message.identity);
      if (message.type === 'call') return answerCall(message.call);
      const wasShown = isShown;
      isShown = message.type === 'shown';
      if (isShown) countUnread(0);
      if (isShown !== wasShown) chat.report(isShown ? 'widget_opened' : 'widget_closed');
      showsPage();
      if (isShown) focusMessage(page);
    },
  });
  page.document.addEventListener('visibilitychange', showsPage);
  showsPage();

  let isTold = false;
  let toldOf: unknown;
  /** The site may want to sign the anonymous_id, or to name the user again when their hash has expired. */
  const tellIdentity = ({ session, phase, problem }: ChatState): void => {
    const news = phase === 'refused' ? problem : session?.visitor;
    if (!news || news === toldOf) return;
    toldOf = news;
    const { user_id = null, anonymous_id = null, proven = false } = session?.visitor ?? {};
    const { code, message } = problem ?? {};
    // For the developer of the site. Visitors see another text or nothing.
    const warning = phase === 'refused' ? message : session?.identity_problem;
    if (warning?.startsWith('user_hash:')) console.warn(`Frontdesk: ${warning}`);
    frame.tell(
      'identity',
      phase === 'refused' ? { error: { code, message } } : { user_id, anonymous_id, proven },
    );
  };
  chat.store.subscribe(() => {
    const { session, phase } = chat.store.get();
    if (phase === 'refused' && frame.allowParent()) frame.tell('ready');
    tellIdentity(chat.store.get());
    if (!session || isTold) return;
    isTold = true;
    page.document.title = session.agent.name;
    const { primary, on_primary } = session.agent.colors;
    applyAccent(root, address.color ?? primary, address.color ? null : on_primary);
    if (isShown) chat.report(channel === 'SHARE' || channel === 'EMBED' ? 'page_opened' : 'widget_opened');
    frame.tell('ready');
    frame.allow(session.allowed_origins);
    // A frame must not take the focus from the page around it. The widget gives it to a panel that the user opens.
    if (channel === 'SHARE' || (channel !== 'EMBED' && page.document.hasFocus())) focusMessage(page);
  });
  void chat.start(address.identity);
  return {
    dateLocale: dateLocale(page.navigator.language),
    chat,
    theme: createTheme(browserStorage, page),
    frame,
    browserStorage,
    channel,
  };
};
