import type { Settings } from './settings.ts';
import { styles } from './styles.ts';

const svg = (path: string): SVGElement => {
  const namespace = 'http://www.w3.org/2000/svg';
  const picture = document.createElementNS(namespace, 'svg');
  picture.setAttribute('viewBox', '0 0 24 24');
  picture.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(namespace, 'path');
  line.setAttribute('d', path);
  picture.append(line);
  return picture;
};

const speech =
  'M12 4c-4.7 0-8.5 3.2-8.5 7.2 0 2.2 1.2 4.2 3 5.5V20l3.2-1.8c.7.2 1.5.2 2.3.2 4.7 0 8.5-3.2 8.5-7.2S16.7 4 12 4z';
const cross = 'm6.5 6.5 11 11M17.5 6.5l-11 11';

/** Black or white, whichever is readable on the colour. */
const readableOn = (color: string): string => {
  const digits = color.slice(1);
  const parts = digits.length === 3 ? [...digits].map((digit) => digit + digit) : digits.match(/../g)!;
  const [red, green, blue] = parts.map((part) => (Number.parseInt(part, 16) / 255) ** 2.2) as [
    number,
    number,
    number,
  ];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff';
};

/**
 * The button and the panel, in a shadow root that isolates the styles of the site and of the widget. The
 * style sheet is created by script, because a site's policy may forbid style elements.
 */
export const createBubble = ({ side, color, words }: Settings, onClick: () => void) => {
  const host = document.createElement('div');
  host.dataset.frontdesk = '';
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
  if (color) {
    host.style.setProperty('--frontdesk-color', color);
    host.style.setProperty('--frontdesk-on-color', readableOn(color));
  }

  const panel = document.createElement('div');
  panel.className = `panel ${side}`;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `bubble ${side}`;
  const count = document.createElement('span');
  count.className = 'count';
  count.hidden = true;
  button.append(svg(speech), svg(cross), count);
  button.addEventListener('click', onClick);
  root.append(panel, button);

  let unread = 0;
  let isOpen = false;
  const show = (): void => {
    host.toggleAttribute('data-open', isOpen);
    panel.inert = !isOpen;
    button.setAttribute('aria-expanded', String(isOpen));
    const label = isOpen ? words.close : words.open;
    button.setAttribute('aria-label', unread > 0 && !isOpen ? `${label}, ${words.unread}: ${unread}` : label);
    count.hidden = unread === 0 || isOpen;
    count.textContent = unread > 9 ? '9+' : String(unread);
  };
  show();

  return {
    panel,
    button,
    attach: (): void => document.body.append(host),
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
