import { element, openShadow } from './shadow.ts';
import type { textsFor } from './words.ts';

interface FieldOptions {
  texts: ReturnType<typeof textsFor>;
  hasHotkey: boolean;
  open(): void;
}

const isApple = (): boolean => /Mac|iP(?:hone|ad|od)/.test(navigator.platform);

/** `<frontdesk-search placeholder="…">`: a button that looks like a search field and opens the dialog. */
export const defineField = ({ texts, hasHotkey, open }: FieldOptions): void =>
  customElements.define(
    'frontdesk-search',
    class extends HTMLElement {
      connectedCallback(): void {
        if (this.shadowRoot) return;
        const text = this.getAttribute('placeholder') || texts.search;
        const button = element('button', { type: 'button', className: 'field' }, element('span', {}, text));
        button.ariaHasPopup = 'dialog';
        if (hasHotkey) {
          const key = element('kbd', { ariaHidden: 'true' }, isApple() ? '⌘ K' : 'Ctrl K');
          button.append(key);
          button.setAttribute('aria-keyshortcuts', 'Control+K Meta+K /');
        }
        button.addEventListener('click', open);
        openShadow(this).append(button);
      }
    },
  );
