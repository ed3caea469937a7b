import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, copyFileSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { systemClock } from '../../../src/lib/clock.ts';
import { createS3Bucket } from '../../../src/lib/s3/s3-bucket.ts';
import { createS3Requests } from '../../../src/lib/s3/s3-requests.ts';
import { createSafeFetch } from '../../../src/lib/safe-fetch/index.ts';
import { eventually } from '../time/eventually.ts';
import { freePort } from './free-port.ts';

/** With characters that need an encoding in a signature. The account of Swift is before the colon. */
export const storageKey = { accessKeyId: 'frontdesk:tester', secretAccessKey: 'the/secret+of-the=key' };

const program = join(import.meta.dirname, 'swift-server.py');

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** OpenStack Swift, an S3 server, on loopback, with one bucket. It can be stopped and started again. */
export const startObjectStorage = async ({ bucket = 'files' } = {}) => {
  const root = process.env.SWIFT_ROOT!;
  const folder = `/var/tmp/frontdesk-${process.pid}-${randomBytes(4).toString('hex')}`;
  const outside = join(root, folder);
  mkdirSync(outside, { recursive: true });
  copyFileSync(program, join(outside, 'server.py'));
  const port = await freePort();
  const { accessKeyId, secretAccessKey } = storageKey;

  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    // If this process is killed, the kernel ends the server too.
    const python = ['setpriv', '--pdeathsig=KILL', '/usr/bin/python3', `${folder}/server.py`];
    const output = openSync(join(outside, 'output'), 'a');
    const started = spawn('chroot', [root, ...python, folder, String(port), accessKeyId, secretAccessKey], {
      stdio: ['ignore', output, output],
      // Names are resolved by the system instead of a library that needs more files.
      env: { PATH: '/usr/sbin:/usr/bin', EVENTLET_NO_GREENDNS: 'yes', LC_ALL: 'C.UTF-8' },
    });
    closeSync(output);
    child = started;
    await eventually('the object storage answers', async () => {
      if (started.exitCode !== null)
        throw new Error(`The server ended: ${readFileSync(join(outside, 'output'), 'utf8')}`);
      return answers(port);
    });
  };
  const stop = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };

  const fetch = createSafeFetch({ allow: ['127.0.0.1'] });
  const endpoint = `http://127.0.0.1:${port}`;
  const place = { endpoint, bucket, region: 'us-east-1', isPathStyle: true };
  const createBucket = async (name: string): Promise<void> => {
    const request = createS3Requests({
      fetch,
      clock: systemClock,
      place: { ...place, bucket: name },
      credentials: storageKey,
      pausesMs: [],
    });
    const response = await request({ method: 'PUT' });
    if (response.status !== 200) throw new Error(`The bucket could not be created: ${await response.text()}`);
  };
  const client = createS3Bucket({
    fetch,
    clock: systemClock,
    settings: { ...place, credentials: storageKey },
  });
  await start();
  await createBucket(bucket);

  return {
    endpoint,
    place,
    /** A client of the bucket, to look into it. */
    bucket: client,
    createBucket,
    /** Settings of a service that stores its files here. */
    environment: (prefix = ''): Record<string, string> => ({
      FRONTDESK_FILES: `s3://${bucket}/${prefix}?endpoint=${encodeURIComponent(endpoint)}`,
      FRONTDESK_FILES_ACCESS_KEY_ID: accessKeyId,
      FRONTDESK_FILES_SECRET_ACCESS_KEY: secretAccessKey,
    }),
    /** Keys of all objects below the prefix. */
    keys: async (prefix = ''): Promise<string[]> => (await client.list(prefix)).objects.map(({ key }) => key),
    halt: stop,
    resume: start,
    close: async (): Promise<void> => {
      await stop();
      await fetch.close();
      rmSync(outside, { recursive: true, force: true });
    },
  };
};

export type ObjectStorage = Awaited<ReturnType<typeof startObjectStorage>>;
