import { describeSmtpError } from '../../../mail/index.ts';
import { type ConnectionAccess, ConnectorError, type SendOutcome } from '../connector.ts';
import { failedCall } from '../failed-call.ts';
import type { PlatformApi } from '../platform-api.ts';

type Access = Pick<ConnectionAccess, 'settings' | 'secrets'>;

const connectMs = 10_000;
const idleMs = 20_000;

export const smtpUrl = ({ smtpHost, smtpPort }: Readonly<Record<string, string>>): string =>
  `smtp://${smtpHost}:${smtpPort || 465}`;

export const connectSmtp = async ({ settings, secrets }: Access, api: PlatformApi) => {
  const host = settings.smtpHost!;
  const port = Number(settings.smtpPort || 465);
  const address = await api.resolve(host, port);
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host: address,
    port,
    // Port 587 begins without encryption and must switch to it. Nothing is sent before.
    secure: port !== 587,
    requireTLS: port === 587,
    auth: { user: settings.user || settings.address!, pass: secrets.password! },
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: idleMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true, servername: host },
  });
};

/** Tries the credentials. Rejects with a ConnectorError. */
export const checkSmtp = async (access: Access, api: PlatformApi): Promise<void> => {
  const transport = await connectSmtp(access, api);
  try {
    await transport.verify();
  } catch (error) {
    if ((error as { code?: string }).code === 'EAUTH')
      throw new ConnectorError('The SMTP server does not accept the user name and the password');
    throw new ConnectorError(
      `The SMTP server ${access.settings.smtpHost} cannot be used: ${describeSmtpError(error)}`,
    );
  } finally {
    transport.close();
  }
};

/** Commands whose refusal concerns this mail. */
const ownCommands = ['RCPT TO', 'DATA'];

/** 5xx for the recipient or the content is final. 4xx, lost connections and refused passwords are tried again. */
export const smtpFailure = (url: string, error: unknown): SendOutcome => {
  const {
    code,
    command = '',
    responseCode = 0,
  } = error as {
    code?: string;
    command?: string;
    responseCode?: number;
  };
  const isFinal = responseCode >= 500 && (code === 'EMESSAGE' || ownCommands.includes(command));
  return {
    ...failedCall(url, describeSmtpError(error), isFinal),
    ...(code === 'EAUTH' ? { isRefused: true } : {}),
  };
};
