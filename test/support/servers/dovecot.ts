import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../time/eventually.ts';
import { freePort } from './free-port.ts';
import { serverCertificate, serverKey } from './smtp-server.ts';

/** The account of mailboxes, as `provide-dovecot.ts` creates it. */
const vmail = 5435;
export const mailboxPassword = 'correct';

const settings = (folder: string, port: number): string => `
dovecot_config_version = 2.4.1
dovecot_storage_version = 2.4.1
base_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
mail_driver = maildir
mail_path = ${folder}/mail/%{user}
ssl = required
ssl_server_cert_file = ${folder}/cert.pem
ssl_server_key_file = ${folder}/key.pem
auth_mechanisms = plain
auth_failure_delay = 0
mail_max_userip_connections = 1000
passdb static {
  password = ${mailboxPassword}
}
userdb static {
  fields {
    uid = vmail
    gid = vmail
    home = ${folder}/mail/%{user}
  }
}
service imap-login {
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
service anvil {
  chroot =
}
`;

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** The IMAP server Dovecot with TLS on loopback. Every user name is a mailbox. */
export const startDovecot = async () => {
  const root = process.env.DOVECOT_ROOT!;
  const folder = `/var/tmp/frontdesk-${process.pid}-${randomBytes(4).toString('hex')}`;
  const outside = join(root, folder);
  mkdirSync(join(outside, 'mail'), { recursive: true });
  chownSync(join(outside, 'mail'), vmail, vmail);
  writeFileSync(join(outside, 'cert.pem'), serverCertificate);
  writeFileSync(join(outside, 'key.pem'), serverKey);
  const port = await freePort();
  writeFileSync(join(outside, 'dovecot.conf'), settings(folder, port));
  const child: ChildProcess = spawn(
    'chroot',
    [root, '/usr/sbin/dovecot', '-F', '-c', `${folder}/dovecot.conf`],
    {
      stdio: 'ignore',
    },
  );
  let isOver = false;
  child.once('exit', () => {
    isOver = true;
  });
  await eventually('Dovecot answers', async () => {
    if (isOver) throw new Error(`Dovecot ended: ${readFileSync(join(outside, 'log'), 'utf8')}`);
    return answers(port);
  });
  let number = 0;
  return {
    port,
    /** Puts a mail into the mailbox, as a mail server does. */
    deliver: (user: string, mail: string): void => {
      number += 1;
      const box = join(outside, 'mail', user);
      for (const name of ['', 'new', 'cur', 'tmp']) {
        mkdirSync(join(box, name), { recursive: true });
        chownSync(join(box, name), vmail, vmail);
      }
      const path = join(box, 'new', `${String(1_790_000_000 + number)}.M${number}P1.host`);
      writeFileSync(path, mail.replaceAll(/\r?\n/g, '\r\n'));
      chownSync(path, vmail, vmail);
    },
    /** Forgets the numbers of mails, so that the folder gets another UIDVALIDITY. */
    renumber: (user: string): void => {
      for (const name of [
        'dovecot-uidlist',
        'dovecot.index',
        'dovecot.index.log',
        'dovecot.index.cache',
        'dovecot-uidvalidity',
      ])
        rmSync(join(outside, 'mail', user, name), { force: true });
    },
    close: async (): Promise<void> => {
      if (!isOver) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      rmSync(outside, { recursive: true, force: true });
    },
  };
};
