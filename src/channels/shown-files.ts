import type { SharedFiles } from '../files/index.ts';
import { type FilePart, isStored } from '../rounds/index.ts';

/** A file of a message as pages get it. */
export interface ShownFile {
  name: string;
  kind: FilePart['type'];
  /** Path on this service. It expires. Empty: the file was deleted. */
  url: string;
  /** Length of a recording. */
  seconds?: number;
}

export const shownFiles = (
  files: readonly FilePart[],
  { link }: Pick<SharedFiles, 'link'>,
): Promise<ShownFile[]> =>
  Promise.all(
    files.map(async (file) => ({
      name: file.name,
      kind: file.type,
      url: isStored(file) ? await link(file.fileId) : '',
      ...(file.seconds === undefined ? {} : { seconds: file.seconds }),
    })),
  );
