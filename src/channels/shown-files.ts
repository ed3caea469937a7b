import type { SharedFiles } from '../files/index.ts';
import type { FilePart } from '../rounds/index.ts';

/** A file of a message as pages get it. */
export interface ShownFile {
  name: string;
  kind: FilePart['type'];
  /** Path on this service. It expires. */
  url: string;
  /** Length of a recording. */
  seconds?: number;
}

export const shownFiles = (
  files: readonly FilePart[],
  { link }: Pick<SharedFiles, 'link'>,
): Promise<ShownFile[]> =>
  Promise.all(
    files.map(async ({ name, type, fileId, seconds }) => ({
      name,
      kind: type,
      url: await link(fileId),
      ...(seconds === undefined ? {} : { seconds }),
    })),
  );
