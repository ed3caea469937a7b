import { type ComponentType, lazy, useState } from 'react';

export interface PageChunk {
  (): React.ReactNode;
  /** Begins to load it before it is opened. Never rejects: opening it tells what went wrong. */
  preload(): Promise<void>;
}

/**
 * A page in a file of its own, loaded when it is opened. One that is there already is drawn at once; waiting for it
 * would cost a third of a second however fast it came, because React does not take a placeholder away sooner.
 */
export const pageChunk = (load: () => Promise<{ default: ComponentType }>): PageChunk => {
  let Loaded: ComponentType | undefined;
  const loadOnce = async (): Promise<{ default: ComponentType }> => {
    const module = await load();
    Loaded = module.default;
    return module;
  };
  const Awaited = lazy(loadOnce);
  const Page = () => {
    // Chosen once: another component in its place would begin the page anew.
    const [Shown] = useState<ComponentType>(() => Loaded ?? Awaited);
    return <Shown />;
  };
  Page.preload = async (): Promise<void> => {
    if (!Loaded) await loadOnce().catch(() => {});
  };
  return Page;
};
