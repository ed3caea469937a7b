/** Newest first. Their messages are the same as far as this server uses them. */
const supported = ['2025-11-25', '2025-06-18', '2025-03-26'];

/** The version that the client asks for, or the newest one, which the client may refuse. */
export const negotiateVersion = (wanted: unknown): string =>
  supported.find((version) => version === wanted) ?? supported[0]!;

/** Without the header a client uses the version before the header existed. */
export const isKnownVersion = (header: string | string[] | undefined): boolean =>
  header === undefined || supported.includes(String(header));

export const supportedVersions = supported.join(', ');
