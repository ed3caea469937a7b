import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canInstallPackages } from './debian.ts';
import { ensureDebianRoot } from './debian-root.ts';
import { furnishRoot } from './furnish-root.ts';
import { type Provision, unavailable } from './provision.ts';

const title = 'OpenStack Swift';

/**
 * A folder with OpenStack Swift, whose S3 API the tests use, on Debian as root. The other S3 servers of Debian cannot be
 * used: rclone is built without its server, and the Ceph Object Gateway without a cluster reads wrong ranges.
 */
export async function provideObjectStorage(signal: AbortSignal): Promise<Provision<string>> {
  if (process.env.SWIFT_ROOT) return { available: true, value: process.env.SWIFT_ROOT };
  if (!canInstallPackages()) return unavailable(`only root on Debian can set up ${title}`);
  const wanted = {
    folderName: `swift-2.35-trixie-1-${process.arch}`,
    title,
    packages: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'],
    unneeded: /^(?:perl-modules|python3-pip|libicu-dev)/,
    furnish: async (root: string) => {
      writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
      const trial = ['/usr/bin/python3', '-c', 'import swift.common.middleware.s3api, swift.obj.server'];
      await furnishRoot(root, { title, accounts: {}, trial }, signal);
    },
  };
  try {
    return { available: true, value: await ensureDebianRoot(wanted, signal) };
  } catch (error) {
    return unavailable((error as Error).message);
  }
}
