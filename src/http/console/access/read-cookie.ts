/** The value of the first cookie of this name that has one. */
export const readCookie = (header: string | undefined, name: string): string | undefined => {
  for (const part of (header ?? '').split(';')) {
    const [found, value] = part.trim().split('=');
    if (found === name && value) return value;
  }
  return undefined;
};
