import type { MailSettings } from '../config/index.ts';
import type { MailRow } from './mail.ts';

interface SmtpOptions {
  settings: MailSettings;
  /** Certificate authorities besides those of Node, for tests. */
  ca?: string;
  connectTimeoutMs?: number;
  /** Without a byte from the server. */
  idleTimeoutMs?: number;
  /** For the whole e-mail, however slowly the server answers. */
  totalTimeoutMs?: number;
}

export type Envelope = Pick<
  MailRow,
  'sender_name' | 'to_address' | 'subject' | 'body_text' | 'body_html' | 'message_id' | 'kind'
>;

/** Sends e-mails to the SMTP server of the installation. A connection per e-mail: there are few of them. */
export const createSmtp = ({
  settings,
  ca,
  connectTimeoutMs = 10_000,
  idleTimeoutMs = 20_000,
  totalTimeoutMs = 60_000,
}: SmtpOptions) => {
  const { host, port, tls, login, from, replyTo } = settings;

  // The library is loaded with the first e-mail, because most processes send none.
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      host,
      port,
      secure: tls === 'tls',
      requireTLS: tls === 'starttls',
      ignoreTLS: tls === 'none',
      ...(login && { auth: { user: login.user, pass: login.password } }),
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      dnsTimeout: connectTimeoutMs,
      socketTimeout: idleTimeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      tls: { minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) },
    });
  };

  const withinTime = async <Result>(work: Promise<Result>): Promise<Result> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`${host} did not answer within ${totalTimeoutMs / 1000} s`)),
        totalTimeoutMs,
      );
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    /** Resolves when the server has accepted the e-mail. */
    send: async (mail: Envelope): Promise<void> => {
      const transport = await connect();
      const isAutomatic = mail.kind === 'notification';
      await withinTime(
        transport.sendMail({
          from: { name: mail.sender_name, address: from },
          to: { name: '', address: mail.to_address },
          ...(replyTo !== undefined && { replyTo }),
          subject: mail.subject,
          text: mail.body_text,
          html: mail.body_html,
          messageId: mail.message_id,
          // Out-of-office replies to notifications would go to nobody.
          headers: isAutomatic ? { 'Auto-Submitted': 'auto-generated' } : {},
        }),
      );
    },

    /** Connects and signs in without sending anything. */
    check: async (): Promise<void> => {
      const transport = await connect();
      await withinTime(transport.verify());
    },
  };
};

export type Smtp = ReturnType<typeof createSmtp>;
