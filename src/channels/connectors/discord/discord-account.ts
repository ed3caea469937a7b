import type { Account } from '../connector.ts';

/** What the service has to know of an app. None of it is secret. */
export interface DiscordApp {
  applicationId: string;
  /** Hexadecimal. Requests are checked with it. */
  publicKey: string;
}

/** The key names the app and its public key, so that the operator does not have to copy them. */
export const accountKeyOf = ({ applicationId, publicKey }: DiscordApp): string =>
  `${applicationId}/${publicKey}`;

export const appOf = ({ key }: Account): DiscordApp => {
  const [applicationId = '', publicKey = ''] = key.split('/');
  return { applicationId, publicKey };
};
