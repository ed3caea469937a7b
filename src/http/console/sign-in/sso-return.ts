/** Only a place inside the console: the answer of a provider must not send anybody elsewhere. */
const consolePlace = /^\/[A-Za-z0-9/_-]*$/;

export const isConsolePlace = (place: string): boolean => consolePlace.test(place) && !place.startsWith('//');

/** Back to the console, with what came of it. */
export const consoleAddress = (place: string, outcome: string): string =>
  `/console${isConsolePlace(place) ? place : '/'}?sign-in=${encodeURIComponent(outcome)}`;
