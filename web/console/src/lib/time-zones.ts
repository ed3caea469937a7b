/** Browsers do not list UTC, and another browser may know other zones. */
export const timeZones = (chosen: string): string[] => [
  ...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen]),
];
