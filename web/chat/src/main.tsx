import { render } from 'preact';
import { App } from './components/app.tsx';
import { PageContext } from './components/page-context.ts';
import { startPage } from './page/start-page.ts';
import './styles/tokens.css';
import './styles/layout.css';
import './styles/log.css';
import './styles/words.css';
import './styles/composer.css';
import './styles/history.css';

render(
  <PageContext.Provider value={startPage(window)}>
    <App />
  </PageContext.Provider>,
  document.getElementById('root')!,
);
