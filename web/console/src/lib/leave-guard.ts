import { useEffect, useState } from 'react';
import type { AroundNavHandler } from 'wouter';

interface Guard {
  /** Of the page with something unsaved on it; its tabs differ in the rest of the address. */
  pathname: string;
  /** The whole address as it was last, to come back to. */
  href: string;
  ask(leave: () => void): void;
}

/** One page is open at a time, so there is one guard at most. */
let guard: Guard | undefined;

/** Leaves without being asked: for what makes the unsaved changes pointless. */
export const leaveFreely = (leave: () => void): void => {
  guard = undefined;
  leave();
};

/** Asks first, where something is unsaved, for what takes one off the page without a navigation: signing out. */
export const leaveWhenAsked = (leave: () => void): void => {
  if (guard) guard.ask(leave);
  else leave();
};

/** Every link, shortcut and button of the console goes through here; only the browser's own buttons do not. */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  const go = (): void => navigate(to, options);
  if (guard && new URL(to, location.href).pathname !== guard.pathname) return guard.ask(go);
  go();
  if (guard) guard.href = location.href;
};

/**
 * Back and forward have happened by the time they are told of. The address is put back as a new step, before the
 * router hears of anything; the page that was asked for then lies one step behind, wherever it was.
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

/** Before anything is drawn: who listens to the window first is told first, and the router must not be. */
export const watchHistory = (): void => addEventListener('popstate', holdBack);

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

export interface Leaving {
  isAsking: boolean;
  stay(): void;
  leave(): void;
}

/** While it is on, nobody leaves the page unasked: neither for another page, nor for another site. */
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
