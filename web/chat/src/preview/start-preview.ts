import { wordsFor } from '../../../../src/http/embed/widget-words.ts';
import { createBubble } from '../../../widget/src/bubble.ts';
import type { PageParts } from '../components/page-context.ts';
import { dateLocale, loadMessages } from '../messages/translate.ts';
import { applyAccent } from '../page/accent.ts';
import type { Chat } from '../state/chat.ts';
import type { ChatState } from '../state/chat-state.ts';
import { createStore } from '../state/store.ts';
import { type PreviewDraft, type PreviewMessage, previewReady } from './preview-draft.ts';
import { previewState } from './preview-state.ts';

const doNothing = async (): Promise<void> => {};

/** A chat that shows a state. Its actions do nothing: a preview has no session, and its policy forbids every call. */
const createShownChat = (store: Chat['store']): Chat =>
  new Proxy({ store } as Chat, {
    get: (chat, name) => (name === 'store' ? chat.store : doNothing),
  });

const createParts = (store: Chat['store'], draft: () => PreviewDraft, page: Window): PageParts => ({
  chat: createShownChat(store),
  theme: { get: () => draft().theme, subscribe: store.subscribe, toggle: () => {} },
  frame: { isFramed: true, allow: () => {}, allowParent: () => false, tell: () => {} },
  browserStorage: { get: () => undefined, set: () => {} },
  channel: 'WIDGET',
  dateLocale: dateLocale(page.navigator.language),
});

/** Shows a page. Another key creates all components anew. */
type RenderPage = (parts: PageParts, key?: string) => void;

/** Shows the drafts that the console around this frame posts. Messages of other pages are ignored. */
export const startPreview = (page: Window, rootElement: HTMLElement, renderPage: RenderPage): void => {
  const { documentElement } = page.document;
  let draft: PreviewDraft;
  let store: Chat['store'] | undefined;
  let language = '';
  let bubble: ReturnType<typeof createBubble> | undefined;

  const showLauncher = (): void => {
    bubble?.remove();
    bubble = undefined;
    if (draft.view !== 'launcher') return;
    const { colors, avatar } = draft.agent;
    bubble = createBubble(
      {
        side: 'end',
        color: colors.primary,
        onColor: colors.on_primary,
        text: draft.launcherText,
        avatar,
        words: wordsFor([draft.language]),
      },
      () => {},
    );
    bubble.attach();
  };

  const show = async (next: PreviewDraft): Promise<void> => {
    draft = next;
    if (language !== next.language) {
      await loadMessages([next.language], documentElement);
      // A newer draft has arrived meanwhile.
      if (draft !== next) return;
      language = next.language;
      store = undefined;
    }
    documentElement.dataset.theme = next.theme;
    applyAccent(documentElement, next.agent.colors.primary, next.agent.colors.on_primary);
    showLauncher();
    rootElement.hidden = next.view === 'launcher';
    if (store) return store.set(previewState(next));
    store = createStore<ChatState>(previewState(next));
    renderPage(
      createParts(store, () => draft, page),
      language,
    );
  };

  if (page.parent === page) return;
  page.addEventListener('message', ({ source, origin, data }: MessageEvent<PreviewMessage>) => {
    if (source === page.parent && origin === page.location.origin && data?.type === 'frontdesk:preview')
      void show(data.draft);
  });
  page.parent.postMessage({ type: previewReady }, page.location.origin);
};
