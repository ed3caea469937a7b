import { join } from 'node:path';
import { lesserLibraries, models } from './bundled-works.ts';
import { listPackages, type NoticedPackage } from './list-packages.ts';
import { readLicence } from './read-licence.ts';

const root = join(import.meta.dirname, '../..');
const rule = '='.repeat(80);

const headingOf = ({ name, version, licence }: NoticedPackage): string => `${name}@${version} (${licence})`;

/** Packages of one project often share a licence text, which is written once below all of them. */
const groupByText = (packages: readonly NoticedPackage[]): Map<string, NoticedPackage[]> => {
  const groups = new Map<string, NoticedPackage[]>();
  for (const one of packages) {
    const text = readLicence(join(root, one.folder));
    groups.set(text, [...(groups.get(text) ?? []), one]);
  }
  return groups;
};

const introduction = `THIRD-PARTY NOTICES

Frontdesk is installed with the packages below, or has them in its built pages. This file is made from
package-lock.json by "npm run build"; the texts are those the packages bring.

${rule}
MODELS

${models.map(([name, licence, place]) => `${name}\n    ${licence}; in ${place}`).join('\n')}

${rule}
LIBRARIES UNDER THE GNU LESSER GENERAL PUBLIC LICENSE

${lesserLibraries.map(([name, licence, place, use]) => `${name}: ${use}\n    ${licence}; in ${place}`).join('\n')}

Frontdesk does not change these libraries and does not contain them: each is a package of its own in node_modules,
loaded when the service runs. To use another version, replace the package (npm overrides) or its file; nothing else has
to be built again. Their sources are published by their projects: ffmpeg.org, mpg123.de, lame.sourceforge.io and
libvips.org; each package names the repository it is built from. The text of version 3.0 of the licence, which libvips is
under and its package does not bring, is at https://www.gnu.org/licenses/lgpl-3.0.txt.
`;

/** The licences of all packages that an installation or its built pages contain, from the lock file and node_modules. */
export const writeNotices = (): string => {
  const groups = groupByText(listPackages(root));
  const withoutText = groups.get('') ?? [];
  const sections = [...groups]
    .filter(([text]) => text !== '')
    .map(([text, group]) => `${rule}\n${group.map(headingOf).join('\n')}\n\n${text}\n`);
  const named = `${rule}\nPACKAGES THAT BRING NO TEXT OF THEIR LICENCE, OR ARE FOR ANOTHER OPERATING SYSTEM\n\n${withoutText.map(headingOf).join('\n')}\n`;
  return [introduction, named, ...sections].join('\n');
};
