import { createDialog } from './dialog.ts';
import { defineField } from './field.ts';
import { isHotkey } from './hotkey.ts';
import { textsFor } from './words.ts';

/** The agent's search on a website: `<script src="…/search.js" data-agent="…">`. */
const start = (script: HTMLScriptElement): void => {
  const { agent, locale, color, hotkey } = script.dataset;
  if (!agent) {
    console.error('Frontdesk: the script tag needs data-agent, the id of an agent');
    return;
  }
  // Including the script twice adds one search.
  if (customElements.get('frontdesk-search')) return;
  const texts = textsFor(locale ? [locale] : navigator.languages);
  const dialog = createDialog({ origin: new URL(script.src).origin, agent, locale, color, texts });
  defineField({ texts, hasHotkey: hotkey !== 'off', open: dialog.open });
  if (hotkey !== 'off')
    document.addEventListener('keydown', (event) => {
      if (!isHotkey(event)) return;
      event.preventDefault();
      dialog.open();
    });
  Object.assign(window, { FrontdeskSearch: { open: dialog.open, close: dialog.close } });
};

const script = document.currentScript as HTMLScriptElement | null;
if (script) start(script);
