import type { Look } from './bubble.ts';
import type { Settings } from './settings.ts';

export type Launcher = Omit<Look, 'side'>;

/** The service answers in milliseconds. If it does not, the visitor gets a bubble with the default look. */
const timeoutMs = 3_000;

/** The service sends those of the visitor's language. */
const words = { open: 'Open chat', close: 'Close chat', title: 'Chat', unread: 'unread messages' };

/** How the agent's operators want the bubble to look. The default look if the site's policy forbids the call. */
export const loadLauncher = async ({ origin, agent, locale, color }: Settings): Promise<Launcher> => {
  try {
    const response = await fetch(
      `${origin}/widget/${encodeURIComponent(agent)}?locale=${encodeURIComponent(locale ?? '')}`,
      { signal: AbortSignal.timeout(timeoutMs) },
    );
    const launcher: Launcher = { words, ...(await response.json()) };
    return {
      ...launcher,
      // The text color belongs to the operators' color, not to the site's.
      ...(color && { color, onColor: null }),
      avatar: launcher.avatar && origin + launcher.avatar,
    };
  } catch {
    return { words, color };
  }
};
