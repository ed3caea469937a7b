import { createWidgetError } from './widget-error.ts';
import type { readOptions } from './widget-options.ts';
import type { Widget } from './widget-types.ts';

const readWidget = (): Widget | undefined => {
  const { ChatBot: found } = window as { ChatBot?: Partial<Widget> };
  return typeof found?.destroy === 'function' ? (found as Widget) : undefined;
};

/** Adds the script of the service to the page, and resolves with the API that it provides. */
export const insertScript = ({ settings, user, nonce }: ReturnType<typeof readOptions>): Promise<Widget> =>
  new Promise((resolve, reject) => {
    if (readWidget())
      return reject(
        createWidgetError(
          'loaded',
          'The page has a widget already: remove the script tag, or use window.ChatBot',
        ),
      );
    const { src, ...attributes } = settings;
    const script = document.createElement('script');
    const given = {
      ...attributes,
      userId: user?.id,
      userHash: user?.hash,
      email: user?.email,
      mergeGuest: user?.mergeGuest,
    };
    for (const [name, value] of Object.entries(given))
      if (value !== undefined) script.dataset[name] = String(value);
    if (nonce !== undefined) script.nonce = nonce;
    script.src = src;
    script.onload = () => {
      script.remove();
      const widget = readWidget();
      if (widget) resolve(widget);
      else reject(createWidgetError('script', `${src} is not the script of the widget`));
    };
    script.onerror = () => {
      script.remove();
      reject(
        createWidgetError(
          'script',
          `${src} could not be loaded: check the address, the network, and whether the content security policy of the page allows it`,
        ),
      );
    };
    document.head.append(script);
  });
