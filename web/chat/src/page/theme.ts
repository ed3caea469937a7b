import type { BrowserStorage } from '../state/browser-storage.ts';

export type Theme = 'light' | 'dark';

/** Light or dark: follows the system until the user chooses. */
export const createTheme = (browserStorage: BrowserStorage, page: Window) => {
  const system = page.matchMedia('(prefers-color-scheme: dark)');
  const ofSystem = (): Theme => (system.matches ? 'dark' : 'light');
  const current = (): Theme => {
    const chosen = browserStorage.get('theme');
    return chosen === 'light' || chosen === 'dark' ? chosen : ofSystem();
  };
  const listeners = new Set<() => void>();
  const show = (): void => {
    page.document.documentElement.dataset.theme = current();
    for (const listener of listeners) listener();
  };
  system.addEventListener('change', show);
  show();
  return {
    get: current,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    toggle: (): void => {
      const next = current() === 'dark' ? 'light' : 'dark';
      // A user who returns to the system's value follows the system again.
      browserStorage.set('theme', next === ofSystem() ? undefined : next);
      show();
    },
  };
};

export type ThemeSwitch = ReturnType<typeof createTheme>;
