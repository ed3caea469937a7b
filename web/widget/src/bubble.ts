import { readableOn, readColor } from '../../colors/contrast.ts';
import type { Settings } from './settings.ts';
import { styles } from './styles.ts';

/** How the button looks. Without a color, text or picture it has the default. */
export interface Look extends Pick<Settings, 'side'> {
  /** Labels of the button, title of the frame, and the name of the unread count. */
  words: Record<'open' | 'close' | 'title' | 'unread', string>;
  color?: string | null | undefined;
  /** Color of the text and icons on it. */
  onColor?: string | null | undefined;
  text?: string | null | undefined;
  /** URL of a picture instead of the icon. */
  avatar?: string | null | undefined;
}

const svg = (name: string, path: string): SVGElement => {
  const namespace = 'http://www.w3.org/2000/svg';
  const picture = document.createElementNS(namespace, 'svg');
  picture.setAttribute('viewBox', '0 0 24 24');
  picture.classList.add(name);
  picture.ariaHidden = 'true';
  const line = document.createElementNS(namespace, 'path');
  line.setAttribute('d', path);
  picture.append(line);
  return picture;
};

const speech = () =>
  svg(
    'mark',
    'M12 4c-4.7 0-8.5 3.2-8.5 7.2 0 2.2 1.2 4.2 3 5.5V20l3.2-1.8c.7.2 1.5.2 2.3.2 4.7 0 8.5-3.2 8.5-7.2S16.7 4 12 4z',
  );

const element = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string) =>
  Object.assign(document.createElement(tag), { className });

/** If the picture cannot be loaded, for example because of the site's policy, the icon is shown. */
const markOf = (avatar: string | null | undefined): Element => {
  if (!avatar) return speech();
  const picture = element('img', 'mark');
  picture.alt = '';
  picture.onerror = () => picture.replaceWith(speech());
  picture.src = avatar;
  return picture;
};

/**
 * The button and the panel, in a shadow root that isolates the styles of the site and of the widget. The
 * style sheet is created by script, because a site's policy may forbid style elements.
 */
export const createBubble = ({ side, color, onColor, text, avatar, words }: Look, onClick: () => void) => {
  const host = document.createElement('div');
  host.dataset.frontdesk = '';
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
  const accent = readColor(color ?? '');
  if (accent) {
    host.style.setProperty('--frontdesk-color', color!);
    host.style.setProperty('--frontdesk-on-color', onColor || readableOn(accent));
  }

  const panel = element('div', `panel ${side}`);
  const button = element('button', `bubble ${side}`);
  button.type = 'button';
  const count = element('span', 'count');
  button.append(markOf(avatar), svg('cross', 'm6.5 6.5 11 11M17.5 6.5l-11 11'), count);
  if (text) {
    const label = element('span', 'text');
    label.dir = 'auto';
    label.textContent = text;
    button.append(label);
  }
  button.addEventListener('click', onClick);
  root.append(panel, button);

  let unread = 0;
  let isOpen = false;
  const show = (): void => {
    host.toggleAttribute('data-open', isOpen);
    panel.inert = !isOpen;
    button.ariaExpanded = String(isOpen);
    // The name contains the visible text, so that voice control finds the button.
    const label = isOpen ? words.close : text ? `${text}, ${words.open}` : words.open;
    button.ariaLabel = unread && !isOpen ? `${label}, ${words.unread}: ${unread}` : label;
    count.hidden = !unread || isOpen;
    count.textContent = unread > 9 ? '9+' : String(unread);
  };
  show();

  return {
    panel,
    button,
    attach: (): void => document.body.append(host),
    /** Not removed from the page, because its frame would be loaded again. */
    setHidden: (isHidden: boolean): void => {
      host.style.display = isHidden ? 'none' : '';
    },
    remove: (): void => host.remove(),
    setOpen: (open: boolean): void => {
      isOpen = open;
      show();
    },
    /** The chat is loaded and has its own close button. Until then the bubble's button is the only one. */
    setReady: (): void => void host.toggleAttribute('data-ready', true),
    setUnread: (next: number): void => {
      unread = next;
      show();
    },
  };
};

export type Bubble = ReturnType<typeof createBubble>;
