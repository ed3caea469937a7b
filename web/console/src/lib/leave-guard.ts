import { useEffect, useState } from 'react';
import type { AroundNavHandler } from 'wouter';

interface Guard {
  /** Path of the page with unsaved changes. Its tabs differ only in the query. */
  pathname: string;
  /** The last full address, to restore it. */
  href: string;
  ask(leave: () => void): void;
}

/** At most one, because one page is open at a time. */
let guard: Guard | undefined;

/** Leaves without asking, for actions that make unsaved changes irrelevant. */
export const leaveFreely = (leave: () => void): void => {
  guard = undefined;
  leave();
};

/** Asks first if there are unsaved changes. For actions that leave the page without a navigation: signing out. */
export const leaveWhenAsked = (leave: () => void): void => {
  if (guard) guard.ask(leave);
  else leave();
};

/** Handles every navigation of the console except the back and forward buttons of the browser. */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  const go = (): void => navigate(to, options);
  if (guard && new URL(to, location.href).pathname !== guard.pathname) return guard.ask(go);
  go();
  if (guard) guard.href = location.href;
};

/**
 * popstate is sent after the address has changed. The old address is added again as a new history entry, before the
 * router sees the event. The requested page is then one entry back, in either direction.
 */
const holdBack = (event: PopStateEvent): void => {
  if (!guard) return;
  if (location.pathname === guard.pathname) {
    guard.href = location.href;
    return;
  }
  event.stopImmediatePropagation();
  history.pushState(null, '', guard.href);
  guard.ask(() => history.back());
};

/** Must run before the first render: listeners are called in order, and this one must be called before the router. */
export const watchHistory = (): void => addEventListener('popstate', holdBack);

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

export interface Leaving {
  isAsking: boolean;
  stay(): void;
  leave(): void;
}

/** While it is on, the console asks before it opens another page, and the browser before it leaves the console. */
export const useLeaveGuard = (isOn: boolean): Leaving => {
  const [wanted, setWanted] = useState<{ leave(): void }>();
  useEffect(() => {
    if (!isOn) return;
    guard = {
      pathname: location.pathname,
      href: location.href,
      ask: (leave) => setWanted({ leave }),
    };
    addEventListener('beforeunload', warn);
    return () => {
      guard = undefined;
      removeEventListener('beforeunload', warn);
    };
  }, [isOn]);
  const leave = (): void => {
    setWanted(undefined);
    if (wanted) leaveFreely(wanted.leave);
  };
  return { isAsking: wanted !== undefined, stay: () => setWanted(undefined), leave };
};
