import { render } from 'preact';
import { App } from './components/app.tsx';
import { PageContext, type PageParts } from './components/page-context.ts';
import { loadMessages } from './messages/translate.ts';
import { readPageAddress } from './page/page-address.ts';
import { startPage } from './page/start-page.ts';
import './styles/tokens.css';
import './styles/layout.css';
import './styles/log.css';
import './styles/words.css';
import './styles/composer.css';
import './styles/history.css';

const forcedColors = matchMedia('(forced-colors: active)');
const loadForcedColors = (): void => {
  if (forcedColors.matches) void import('./styles/forced-colors.css');
};
forcedColors.addEventListener('change', loadForcedColors);
loadForcedColors();

/** Not at the top level: code that is loaded later could then not share this script. */
const start = async (): Promise<void> => {
  const root = document.getElementById('root')!;
  const renderPage = (parts: PageParts, key?: string): void =>
    render(
      <PageContext.Provider key={key} value={parts}>
        <App />
      </PageContext.Provider>,
      root,
    );
  if (location.pathname === '/chat/preview')
    return (await import('./preview/start-preview.ts')).startPreview(window, root, renderPage);
  const address = readPageAddress(location.href, { isFramed: window.parent !== window });
  const languages = await loadMessages(
    address.locale ? [address.locale] : navigator.languages,
    document.documentElement,
  );
  renderPage(startPage(window, address, languages));
};

void start();
