import { systemClock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import { isMailAddress } from '../../lib/mail-address.ts';
import { createSmtp, describeSmtpError } from '../../mail/index.ts';
import {
  type Command,
  type CommandContext,
  readArguments,
  required,
  runAction,
  UsageError,
} from '../command.ts';

const help = `Send a test e-mail with the SMTP settings of this installation.

  frontdesk mail test --to ADDRESS

The e-mail is sent at once, without the queue, and the answer of the server is shown. The service need not run.`;

const test = async (args: string[], { loadConfig, print }: CommandContext): Promise<void> => {
  const to = required(readArguments(args, { to: { type: 'string' } }).values.to, '--to');
  if (!isMailAddress(to)) throw new UsageError('--to must be an e-mail address such as you@example.com');
  const { mail } = loadConfig();
  if (!mail) throw new Error('E-mail is not set up: set FRONTDESK_SMTP_HOST and FRONTDESK_MAIL_FROM');
  const text = 'This is a test e-mail. The SMTP settings of this installation of Frontdesk work.';
  try {
    await createSmtp({ settings: mail }).send({
      kind: 'notification',
      sender_name: 'Frontdesk',
      to_address: to,
      subject: 'Test e-mail',
      body_text: text,
      body_html: `<p>${text}</p>`,
      message_id: `<${newId(systemClock.nowMs())}@${mail.from.split('@').at(-1)}>`,
    });
  } catch (error) {
    throw new Error(`${mail.host}:${mail.port} did not accept the e-mail: ${describeSmtpError(error)}`);
  }
  print(`${mail.host}:${mail.port} accepted a test e-mail to ${to}`);
};

export const mailCommand: Command = {
  name: 'mail',
  summary: 'send a test e-mail',
  help,
  run: runAction({ test }),
};
