import type { Keepsakes } from '../state/keepsakes.ts';

export type Theme = 'light' | 'dark';

/** Light or dark: as the system says, until the user says otherwise. */
export const createTheme = (keepsakes: Keepsakes, page: Window) => {
  const system = page.matchMedia('(prefers-color-scheme: dark)');
  const ofSystem = (): Theme => (system.matches ? 'dark' : 'light');
  const current = (): Theme => {
    const chosen = keepsakes.get('theme');
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
      // Who goes back to what the system says goes on following it.
      keepsakes.set('theme', next === ofSystem() ? undefined : next);
      show();
    },
  };
};

export type ThemeSwitch = ReturnType<typeof createTheme>;
