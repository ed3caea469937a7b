import { readColor } from '../../colors/contrast.ts';

const sides = ['end', 'start', 'left', 'right'] as const;

export interface Settings {
  agent: string;
  /** Origin of the service: the script's own origin. */
  origin: string;
  channel: 'widget' | 'live-chat';
  /** `left` and `right` are sides of the screen; `start` and `end` follow the direction of the page. */
  side: (typeof sides)[number];
  color: string | undefined;
  locale: string | undefined;
  user: User;
}

export interface User {
  id?: string | undefined;
  hash?: string | undefined;
  email?: string | undefined;
  /** Assign the conversations of the anonymous visitor to this user. */
  mergeGuest?: boolean | undefined;
}

/** Settings of the script tag. Undefined without an agent. */
export const readSettings = ({ src, dataset }: HTMLScriptElement): Settings | undefined => {
  const { agent, channel, position, color, locale, userId, userHash, email, mergeGuest } = dataset;
  if (!agent) return undefined;
  return {
    agent,
    origin: new URL(src).origin,
    channel: channel === 'live-chat' ? 'live-chat' : 'widget',
    side: sides.find((side) => side === position) ?? 'end',
    color: color && readColor(color) ? `#${color.replace('#', '')}` : undefined,
    locale,
    user: {
      id: userId || undefined,
      hash: userHash || undefined,
      email: email || undefined,
      mergeGuest: mergeGuest === 'true' || mergeGuest === '1',
    },
  };
};
