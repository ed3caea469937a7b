import { type HashName, idLength, type PackObject, readPack } from './read-pack.ts';

interface TreeInput {
  pack: Uint8Array;
  hash: HashName;
  commit: string;
  /** '' for the whole repository, otherwise without slashes at its ends. */
  folder: string;
  /** Files and folders. */
  mostEntries: number;
}

export type GitTree =
  /** Each entry: mode, id and path, with spaces between. Names that are no UTF-8 have the mode `name`. */
  { state: 'files'; entries: string[] } | { state: 'no-folder' } | { state: 'too-many' };

/** After decompression. */
const maxTreeBytes = 256 * 1024 * 1024;
const maxBlobBytes = 128 * 1024 * 1024;
const folderMode = '40000';
const utf8 = new TextDecoder('utf-8', { fatal: true });

interface TreeEntry {
  mode: string;
  name: string | undefined;
  shownName: string;
  id: string;
}

const entriesOf = (tree: Buffer, hash: HashName): TreeEntry[] => {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < tree.length; ) {
    const space = tree.indexOf(0x20, at);
    const end = tree.indexOf(0, space);
    if (space < 0 || end < 0 || end + 1 + idLength(hash) > tree.length)
      throw new Error('The server sent a damaged Git tree');
    const bytes = tree.subarray(space + 1, end);
    let name: string | undefined;
    try {
      name = utf8.decode(bytes);
    } catch {
      // Git allows all bytes in names.
    }
    const next = end + 1 + idLength(hash);
    entries.push({
      mode: tree.toString('latin1', at, space).replace(/^0+/, ''),
      name,
      shownName: name ?? bytes.toString('latin1'),
      id: tree.toString('hex', end + 1, next),
    });
    at = next;
  }
  return entries;
};

const requireTree = (objects: Map<string, PackObject>, id: string): Buffer => {
  const object = objects.get(id);
  if (object?.type !== 'tree') throw new Error('The server did not send all folders of the repository');
  return object.bytes;
};

/** The files of a folder of a commit. Runs in a thread. */
export const readGitTree = ({ pack, hash, commit, folder, mostEntries }: TreeInput): GitTree => {
  const objects = readPack({ pack, hash, maxBytes: maxTreeBytes });
  const found = objects.get(commit);
  const start =
    found?.type === 'commit' ? /^tree ([0-9a-f]+)\n/.exec(found.bytes.toString('latin1', 0, 80)) : null;
  if (!start) throw new Error('The server did not send the commit');
  let root = start[1]!;
  for (const part of folder === '' ? [] : folder.split('/')) {
    const next = entriesOf(requireTree(objects, root), hash).find(
      ({ name, mode }) => name === part && mode === folderMode,
    );
    if (!next) return { state: 'no-folder' };
    root = next.id;
  }
  const entries: string[] = [];
  const waiting = [{ id: root, path: '' }];
  let seen = 0;
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const folders: typeof waiting = [];
    for (const { mode, name, shownName, id } of entriesOf(requireTree(objects, one.id), hash)) {
      // Trees can name each other many times, so that few bytes make billions of paths.
      seen += 1;
      if (seen > mostEntries) return { state: 'too-many' };
      const path = `${one.path}${shownName}`;
      // A slash in a name would lead to another folder.
      if (name === undefined || name.includes('/')) entries.push(`name ${id} ${path}`);
      else if (mode === folderMode) folders.push({ id, path: `${path}/` });
      else entries.push(`${mode} ${id} ${path}`);
    }
    waiting.push(...folders.reverse());
  }
  return { state: 'files', entries };
};

/** The files of a pack by their ids. Runs in a thread. */
export const readGitBlobs = ({
  pack,
  hash,
}: {
  pack: Uint8Array;
  hash: HashName;
}): Map<string, Uint8Array> => {
  const objects = readPack({ pack, hash, maxBytes: maxBlobBytes });
  const blobs = new Map<string, Uint8Array>();
  for (const [id, { type, bytes }] of objects) if (type === 'blob') blobs.set(id, bytes);
  return blobs;
};
