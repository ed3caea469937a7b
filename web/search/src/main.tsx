import { render } from 'preact';
import type { Session } from '../../../src/http/embed/page-schemas.ts';
import { applyAccent } from '../../chat/src/page/accent.ts';
import { cookieStorage, type KeptStorage } from '../../chat/src/page/open-storage.ts';
import { createBrowserStorage } from '../../chat/src/state/browser-storage.ts';
import { chooseLanguage, directionOf } from '../../messages/choose-language.ts';
import { App } from './app.tsx';
import { createService } from './service.ts';
import { words } from './words.ts';
import './styles.css';

/** As the chat, but with cookies for all paths: the chat that continues a search has another one. */
const openStorage = (): KeptStorage => {
  try {
    return localStorage;
  } catch {
    return cookieStorage(document, '/');
  }
};

const start = (): void => {
  const url = new URL(location.href);
  const agentId = decodeURIComponent(url.pathname.split('/')[2] ?? '');
  const isFramed = window.parent !== window;
  const [locale, host] = [url.searchParams.get('locale'), url.searchParams.get('host')];
  const preferred = locale ? [locale] : navigator.languages;
  const language = chooseLanguage(preferred, Object.keys(words) as (keyof typeof words)[]);
  const root = document.documentElement;
  root.lang = language;
  root.dir = directionOf(language);
  applyAccent(root, url.searchParams.get('color'));

  const storage = createBrowserStorage(`${agentId}:AI_SEARCH`, openStorage);
  const service = createService({
    agentId,
    languages: preferred,
    secret: { get: () => storage.get('secret'), set: (secret) => storage.set('secret', secret) },
  });
  /** Contains nothing that the site may not know, so that any origin may get it. */
  const close = (): void => window.parent.postMessage({ type: 'frontdesk:search-close' }, '*');
  const openChat = (): void => {
    const query = new URLSearchParams({
      channel: 'search',
      ...(locale ? { locale } : {}),
      ...(host ? { host } : {}),
    });
    const address = `/embed/${encodeURIComponent(agentId)}?${query}`;
    // The back button of the site must not change the frame.
    if (isFramed) location.replace(address);
    else location.assign(address);
  };

  const show = (session: Session | undefined, hasFailed = false): void =>
    render(
      <App
        service={service}
        words={words[language]}
        isFramed={isFramed}
        session={session}
        hasFailed={hasFailed}
        onClose={close}
        onContinue={openChat}
      />,
      document.getElementById('root')!,
    );
  show(undefined);
  service.session().then(
    (session) => {
      const { colors, name } = session.agent;
      if (!url.searchParams.has('color')) applyAccent(root, colors.primary, colors.on_primary);
      document.title = name;
      show(session);
    },
    () => show(undefined, true),
  );
};

start();
