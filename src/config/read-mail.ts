import { isMailAddress } from '../lib/mail-address.ts';
import { ConfigError } from './config-error.ts';
import { isLoopback } from './is-loopback.ts';
import type { Settings } from './settings-schema.ts';

/** The SMTP server of the installation. */
export interface MailSettings {
  host: string;
  port: number;
  /** starttls: encrypted after the greeting, required. tls: encrypted from the start. none: not encrypted. */
  tls: 'starttls' | 'tls' | 'none';
  /** undefined: the server needs no sign-in. */
  login: { user: string; password: string } | undefined;
  /** Sender of all e-mails. */
  from: string;
  /** Address for answers to e-mails. undefined: nobody reads answers. */
  replyTo: string | undefined;
}

const defaultPorts = { starttls: 587, tls: 465, none: 25 } as const;

const requireAddress = (address: string, variable: string): string => {
  if (!isMailAddress(address))
    throw new ConfigError(`${variable} must be an e-mail address such as support@example.com`);
  return address;
};

const readLogin = ({ user, password, host, tls }: Settings['mail']): MailSettings['login'] => {
  if (user === undefined && password === undefined) return undefined;
  if (user === undefined || password === undefined)
    throw new ConfigError('FRONTDESK_SMTP_USER and FRONTDESK_SMTP_PASSWORD must be set together');
  const hostname = host!.includes(':') ? `[${host}]` : host!;
  if (tls === 'none' && !isLoopback(hostname))
    throw new ConfigError(
      'FRONTDESK_SMTP_TLS must not be none if FRONTDESK_SMTP_PASSWORD is set, except on this machine: the password would be sent unencrypted',
    );
  return { user, password };
};

export const readMail = (settings: Settings['mail']): MailSettings | undefined => {
  const { host, port, tls, user, password, from, replyTo } = settings;
  if (host === undefined) {
    if ([port, user, password, from, replyTo].some((value) => value !== undefined))
      throw new ConfigError(
        'FRONTDESK_SMTP_HOST is required if another FRONTDESK_SMTP_ or FRONTDESK_MAIL_ setting is set',
      );
    return undefined;
  }
  if (!/^[^\s/@]+$/.test(host))
    throw new ConfigError('FRONTDESK_SMTP_HOST must be a host name or an IP address, not a URL');
  if (from === undefined)
    throw new ConfigError('FRONTDESK_MAIL_FROM is required if FRONTDESK_SMTP_HOST is set');
  return {
    host,
    port: port ?? defaultPorts[tls],
    tls,
    login: readLogin(settings),
    from: requireAddress(from, 'FRONTDESK_MAIL_FROM'),
    replyTo: replyTo === undefined ? undefined : requireAddress(replyTo, 'FRONTDESK_MAIL_REPLY_TO'),
  };
};
