import type { Config } from '../../config/index.ts';
import { createSmtp, describeSmtpError } from '../../mail/index.ts';
import { type Finding, fail, ok } from './finding.ts';

const timeoutMs = 5000;

/** Connects to the SMTP server and signs in. Sends nothing. */
export const checkMail = async ({ mail }: Pick<Config, 'mail'>): Promise<Finding> => {
  if (!mail)
    return ok('E-mail', 'not set up; to send e-mail set FRONTDESK_SMTP_HOST and FRONTDESK_MAIL_FROM');
  const server = `${mail.host}:${mail.port}`;
  try {
    const smtp = createSmtp({ settings: mail, connectTimeoutMs: timeoutMs, totalTimeoutMs: 2 * timeoutMs });
    await smtp.check();
    return ok('E-mail', `${server} answers (${mail.tls}, from ${mail.from})`);
  } catch (error) {
    return fail(
      'E-mail',
      `${server} cannot be used (${describeSmtpError(error)})`,
      'check the FRONTDESK_SMTP_ settings',
    );
  }
};
