import { type ComponentType, lazy, useState } from 'react';
import { withMessages } from '../messages/load-messages.ts';

type LoadPage = () => Promise<{ default: ComponentType }>;

export interface PageChunk {
  (): React.ReactNode;
  /** Loads the page before it is opened. Never rejects: opening the page shows the error. */
  preload(): Promise<void>;
}

/**
 * A page in its own chunk, which needs only the messages that are loaded first. A loaded page is rendered without
 * `lazy`, because React shows the placeholder of a lazy component for at least a third of a second.
 */
export const startPageChunk = (load: LoadPage): PageChunk => {
  let Loaded: ComponentType | undefined;
  const loadOnce = async (): Promise<{ default: ComponentType }> => {
    const module = await load();
    Loaded = module.default;
    return module;
  };
  const Awaited = lazy(loadOnce);
  const Page = () => {
    // Chosen once, because another component would remount the page.
    const [Shown] = useState<ComponentType>(() => Loaded ?? Awaited);
    return <Shown />;
  };
  Page.preload = async (): Promise<void> => {
    if (!Loaded) await loadOnce().catch(() => {});
  };
  return Page;
};

/** A page in its own chunk, loaded when it is opened, together with the messages of all pages. */
export const pageChunk = (load: LoadPage): PageChunk => startPageChunk(withMessages(load));
