import type { PageParts } from '../components/page-context.ts';
import { createService } from '../service/service.ts';
import { createChat } from '../state/chat.ts';
import { createKeepsakes } from '../state/keepsakes.ts';
import type { Identity } from '../state/sessions.ts';
import { waitToRetry } from '../state/wait-to-retry.ts';
import { chooseTexts } from '../texts/choose-texts.ts';
import { applyAccent } from './accent.ts';
import { createHostFrame } from './host-frame.ts';
import { openStorage } from './open-storage.ts';
import { readPageAddress } from './page-address.ts';
import { createTheme } from './theme.ts';

/** Keys of messages. `randomUUID` is missing where a page came without HTTPS. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Opened by itself, a page that is loaded again is still the same user's although its address names nobody any
 * more. In a frame the site says so each time: it may have logged the user out.
 */
const rememberIdentity = (identity: Identity, agentId: string, page: Window): Identity => {
  if (page.parent !== page) return identity;
  const kept = createKeepsakes(agentId, () => page.sessionStorage);
  if (identity.userId !== undefined) kept.set('identity', JSON.stringify(identity));
  return JSON.parse(kept.get('identity') ?? '{}') as Identity;
};

/** Ready to write at once, but not where a keyboard would come up over half of the screen. */
const focusMessage = (page: Window): void => {
  if (page.matchMedia('(hover: hover)').matches) page.document.querySelector('textarea')?.focus();
};

/** Puts the parts of the page together and starts the first session. */
export const startPage = (page: Window): PageParts => {
  const address = readPageAddress(page.location.href);
  page.history.replaceState(null, '', address.cleaned);
  const { agentId, channel } = address;
  const texts = chooseTexts(address.locale ? [address.locale] : page.navigator.languages);
  const root = page.document.documentElement;
  Object.assign(root, { lang: texts.lang, dir: texts.dir });

  // The service tells browsers apart for each channel.
  const keepsakes = createKeepsakes(`${agentId}:${channel}`, () => openStorage(page));
  const service = createService(agentId);
  let isShown = true;
  let unread = 0;
  const countUnread = (count: number): void => {
    if (count === unread) return;
    unread = count;
    frame.tell('unread', { count });
  };
  const chat = createChat({
    service,
    keepsakes,
    channel,
    locale: address.locale ?? page.navigator.language,
    wait: waitToRetry,
    newKey,
    onMessage: (role, message_id) => {
      frame.tell('message', { role, message_id });
      if (role !== 'user' && !isShown) countUnread(unread + 1);
    },
  });
  const showsPage = (): void => chat.setVisible(isShown && !page.document.hidden);
  const frame = createHostFrame({
    window: page,
    hostOrigin: address.hostOrigin,
    onMessage: (message) => {
      if (message.type === 'identify') return void chat.identify(message.identity);
      const wasShown = isShown;
      isShown = message.type === 'shown';
      if (isShown) countUnread(0);
      if (isShown !== wasShown) chat.report(isShown ? 'widget_opened' : 'widget_closed');
      showsPage();
      if (isShown) focusMessage(page);
    },
  });
  page.document.addEventListener('visibilitychange', showsPage);

  let isTold = false;
  chat.store.subscribe(() => {
    const { session, phase } = chat.store.get();
    if (phase === 'refused' && frame.allowParent()) frame.tell('ready');
    if (!session || isTold) return;
    isTold = true;
    page.document.title = session.agent.name;
    applyAccent(root, address.color ?? session.agent.colors?.primary ?? undefined);
    chat.report(channel === 'SHARE' || channel === 'EMBED' ? 'page_opened' : 'widget_opened');
    frame.tell('ready');
    frame.allow(session.allowed_origins);
    // An iframe is part of somebody's page, whose focus is not ours to take.
    if (channel !== 'EMBED') focusMessage(page);
  });
  void chat.start(rememberIdentity(address.identity, agentId, page));
  // The browser knows the region as well, where it speaks the language of the texts.
  const { language } = page.navigator;
  const dateLocale = language.slice(0, 2) === texts.lang.slice(0, 2) ? language : texts.lang;
  return { dateLocale, chat, texts, theme: createTheme(keepsakes, page), frame, keepsakes, channel };
};
