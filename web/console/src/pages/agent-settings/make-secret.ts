const secretBytes = 24;

/** Random, as text that goes through every configuration file. */
export const makeSecret = (prefix = ''): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
  return prefix + btoa(String.fromCharCode(...bytes));
};
