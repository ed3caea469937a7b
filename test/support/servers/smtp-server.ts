import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A certificate of localhost, for tests only, valid for 100 years. */
export const serverCertificate = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUOGXP8T2wJEroZ9/pqXx/QJjVTbswCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNjIwMzM1NloYDzIxMjYxMDIz
MjAzMzU2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQc0uGBwYcghBm517CLGuUEEfGMs7rV1N3XO+loWsDJhy0XMhcx/06w
HMx1CXa6BML4XaVO9a6HlQoWK8S4pGbyo28wbTAdBgNVHQ4EFgQUb+jMYm9qAop7
veJhvpzrPH00aKEwHwYDVR0jBBgwFoAUb+jMYm9qAop7veJhvpzrPH00aKEwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgQ8xNbhSVm3hWG3HR38xEabkccJJ3fRIGJ/v12ECbA4kCIQC6
91IOlVbRo2cY3hxg1DsZZ3aYBf820R/ekw2G3p6E/Q==
-----END CERTIFICATE-----`;

export const serverKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgXYyCrjWB863phm0U
hGNKTyyANYxyLT2ruL0wOEVsOQKhRANCAAQc0uGBwYcghBm517CLGuUEEfGMs7rV
1N3XO+loWsDJhy0XMhcx/06wHMx1CXa6BML4XaVO9a6HlQoWK8S4pGby
-----END PRIVATE KEY-----`;

export interface ReceivedMail {
  from: string;
  to: string[];
  isEncrypted: boolean;
  user: string | undefined;
  /** Headers and body as sent. */
  raw: string;
}

/** Answers an e-mail after its content: an error with `responseCode` refuses it. */
type OnMail = (mail: ReceivedMail, number: number) => Error | undefined | Promise<Error | undefined>;

export const smtpRefusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

/** A real SMTP server on loopback that records e-mails. Recipients that start with `nobody` do not exist. */
export const startSmtpServer = async (options: SMTPServerOptions & { onMail?: OnMail } = {}) => {
  const { onMail, ...rest } = options;
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    key: serverKey,
    cert: serverCertificate,
    authOptional: true,
    disabledCommands: [],
    onAuth: ({ username, password }, _session, done) =>
      password === 'correct' ? done(null, { user: username }) : done(new Error('Wrong password')),
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('nobody') ? smtpRefusal(550, `No mailbox ${address}`) : null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          isEncrypted: session.secure,
          user: session.user as string | undefined,
          raw: Buffer.concat(chunks).toString('utf8'),
        };
        if (stream.sizeExceeded) return done(smtpRefusal(552, 'The message is too large'));
        mails.push(mail);
        Promise.resolve(onMail?.(mail, mails.length)).then((error) => done(error ?? null), done);
      });
    },
    ...rest,
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
