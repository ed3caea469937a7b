const secretBytes = 24;

/** Random text that is safe in any configuration file. */
export const makeSecret = (prefix = ''): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
  return prefix + btoa(String.fromCharCode(...bytes));
};
