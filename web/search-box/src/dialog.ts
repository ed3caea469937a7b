import { element, openShadow } from './shadow.ts';
import type { textsFor } from './words.ts';

interface DialogOptions {
  /** Of the service: the script's own origin. */
  origin: string;
  agent: string;
  locale: string | undefined;
  color: string | undefined;
  texts: ReturnType<typeof textsFor>;
}

/**
 * A modal dialog with the search page in a frame of the service's origin: the site can neither read nor style it, and nothing
 * that a document contains can run on the site. The browser keeps the focus inside and returns it after closing.
 */
export const createDialog = ({ origin, agent, locale, color, texts }: DialogOptions) => {
  const query = new URLSearchParams({
    host: location.origin,
    ...(locale ? { locale } : {}),
    ...(color ? { color } : {}),
  });
  const address = `${origin}/search/${encodeURIComponent(agent)}?${query}`;
  let parts: { dialog: HTMLDialogElement; frame: HTMLIFrameElement; back: HTMLElement } | undefined;
  let isLoadingSearch = true;

  const close = (): void => parts?.dialog.close();

  const showSearch = (): void => {
    if (!parts) return;
    isLoadingSearch = true;
    parts.frame.src = address;
    parts.back.hidden = true;
    parts.frame.focus();
  };

  /** The page is loaded when the dialog is first opened. */
  const create = () => {
    const host = element('div', {});
    host.dataset.frontdeskSearch = '';
    const frame = element('iframe', {
      title: texts.search,
      allow: 'microphone; clipboard-write',
      src: address,
    });
    const back = element('button', { type: 'button', hidden: true }, `‹ ${texts.back}`);
    const shut = element('button', { type: 'button', className: 'close', ariaLabel: texts.close }, '×');
    const bar = element('div', { className: 'bar' }, element('b', {}, texts.search), back, shut);
    const dialog = element('dialog', { ariaLabel: texts.search }, bar, frame);
    back.addEventListener('click', showSearch);
    shut.addEventListener('click', close);
    // A click on the backdrop is a click on the dialog itself.
    dialog.addEventListener('click', (event) => event.target === dialog && close());
    // The search replaces itself with the chat. A message of it could be lost, because its document is gone before the message arrives.
    frame.addEventListener('load', () => {
      back.hidden = isLoadingSearch;
      isLoadingSearch = false;
    });
    addEventListener('message', ({ source, origin: from, data }: MessageEvent) => {
      if (source !== frame.contentWindow || from !== origin) return;
      if (data?.type === 'frontdesk:search-close') close();
    });
    openShadow(host).append(dialog);
    document.body.append(host);
    return { dialog, frame, back };
  };

  return {
    open: (): void => {
      parts ??= create();
      if (!parts.dialog.open) parts.dialog.showModal();
      parts.frame.focus();
    },
    close,
  };
};
