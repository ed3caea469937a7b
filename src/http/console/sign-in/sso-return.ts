/** Only a path of the console: the redirect after a sign-in must not lead to another site. */
const consolePlace = /^\/[A-Za-z0-9/_-]*$/;

export const isConsolePlace = (place: string): boolean => consolePlace.test(place) && !place.startsWith('//');

/** The path of the console to return to, with the outcome. */
export const consoleAddress = (place: string, outcome: string): string =>
  `/console${isConsolePlace(place) ? place : '/'}?sign-in=${encodeURIComponent(outcome)}`;
