export type { NewMail } from './mail.ts';
export { createMailer, type Mailer } from './mailer.ts';
export { createSmtp } from './smtp.ts';
export { describeSmtpError } from './smtp-error.ts';
