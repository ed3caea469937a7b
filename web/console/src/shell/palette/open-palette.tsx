import { lazy, Suspense, useEffect, useState } from 'react';
import { withMessages } from '../../messages/load-messages.ts';
import { useEarlyKeys } from './use-early-keys.ts';

// Searches settings by their labels, so it needs the messages of all pages.
const loadPalette = withMessages(() => import('./command-palette.tsx'));
const CommandPalette = lazy(loadPalette);

const idlePreloadMs = 2000;

/** Loads the palette in advance, when the first page no longer needs the connection. */
export const usePalettePreload = (): void => {
  useEffect(() => {
    // Opening the palette reports a failure.
    const timer = setTimeout(() => void loadPalette().catch(() => {}), idlePreloadMs);
    return () => clearTimeout(timer);
  }, []);
};

/** The palette. Keys that are pressed before its field has the focus are kept. */
export const OpenPalette = ({ onClose }: { onClose(): void }) => {
  const [query, setQuery] = useState('');
  const [isReady, setIsReady] = useState(false);
  useEarlyKeys({ isActive: !isReady, onText: setQuery, onClose });
  return (
    <Suspense>
      <CommandPalette query={query} onQuery={setQuery} onReady={() => setIsReady(true)} onClose={onClose} />
    </Suspense>
  );
};
