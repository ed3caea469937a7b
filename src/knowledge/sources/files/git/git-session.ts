import { EgressError, type SafeFetch, type SafeResponse } from '../../../../lib/safe-fetch/index.ts';
import type { SourceCredentials } from '../../source.ts';
import { SourceError } from '../../source-reader.ts';
import { delimiter, flush, GitProtocolError, lineOf, readPackets, textOf } from './pkt-line.ts';
import type { HashName } from './read-pack.ts';

interface SessionInput {
  fetch: SafeFetch;
  url: string;
  credentials: SourceCredentials | undefined;
  signal: AbortSignal;
}

export interface GitSession {
  hash: HashName;
  /** The commit of a branch or tag. '' for the default branch. */
  commitOf(branch: string): Promise<string>;
  /** A pack with the commit and its folders, without files if the server supports it. */
  fetchTrees(commit: string): Promise<Buffer>;
  fetchObjects(ids: readonly string[]): Promise<Buffer>;
}

/** The pack is larger than `maxPackBytes`. */
export class PackTooLarge extends Error {}

/** In memory: compressed, before it is given to a thread. */
export const maxPackBytes = 64 * 1024 * 1024;
const maxRefBytes = 4 * 1024 * 1024;
const agent = 'agent=frontdesk';
const defaultUser = 'git';
const sidebandError = 3;

const authorizationOf = ({ user, secret }: SourceCredentials): string =>
  `Basic ${Buffer.from(`${user || defaultUser}:${secret}`).toString('base64')}`;

const statusProblem = (status: number, hasCredentials: boolean): string => {
  if (status === 401 || status === 403)
    return hasCredentials
      ? 'The Git server refused the user name and token. The token must be valid and may need the permission to read the repository'
      : 'The Git server asks for credentials. Add a token that may read the repository';
  if (status === 404)
    return hasCredentials
      ? 'There is no Git repository at this URL, or the token may not read it'
      : 'There is no Git repository at this URL, or it needs a token';
  return `The Git server answered with status ${status}`;
};

/** Collects the data of a pack, which is sent with a band number in front of each packet. */
const readPackfile = async (response: SafeResponse): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  let size = 0;
  let isPack = false;
  for await (const packet of readPackets(response.body)) {
    if (!isPack) {
      if (textOf(packet).startsWith('ERR '))
        throw new SourceError(`The Git server refused: ${textOf(packet).slice(4, 300)}`);
      isPack = textOf(packet) === 'packfile';
      continue;
    }
    if (typeof packet === 'string') break;
    const [band] = packet;
    if (band === sidebandError)
      throw new SourceError(`The Git server refused: ${packet.toString('utf8', 1, 300).trim()}`);
    if (band !== 1) continue;
    size += packet.length - 1;
    if (size > maxPackBytes) throw new PackTooLarge();
    // A copy, because the packet refers to a larger buffer.
    pieces.push(Buffer.from(packet.subarray(1)));
  }
  if (!isPack) throw new GitProtocolError('The Git server sent no pack');
  return Buffer.concat(pieces);
};

/** A Git server over HTTP, with version 2 of its protocol. */
export const openGitSession = async ({
  fetch,
  url,
  credentials,
  signal,
}: SessionInput): Promise<GitSession> => {
  const headers = {
    // Some servers answer as a Git server only to names that begin with git/.
    'user-agent': 'git/2.0 (Frontdesk)',
    'git-protocol': 'version=2',
    ...(credentials ? { authorization: authorizationOf(credentials) } : {}),
  };

  const explain = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof EgressError && error.reason === 'too-large') throw new PackTooLarge();
      if (error instanceof EgressError || error instanceof GitProtocolError)
        throw new SourceError(error.message, { cause: error });
      throw error;
    }
  };

  const requireAnswer = async (response: SafeResponse): Promise<SafeResponse> => {
    if (response.status === 200) return response;
    await response.discard();
    throw new SourceError(statusProblem(response.status, credentials !== undefined));
  };

  const opened = await explain(async () => {
    const response = await requireAnswer(
      await fetch(`${url.replace(/\/+$/, '')}/info/refs?service=git-upload-pack`, {
        headers,
        redirects: 3,
        maxBytes: maxRefBytes,
        totalTimeoutMs: 60_000,
        signal,
      }),
    );
    const capabilities = new Map<string, string>();
    for await (const packet of readPackets(response.body)) {
      const [name = '', value = ''] = textOf(packet).split(/=(.*)/s);
      capabilities.set(name, value);
    }
    // The server may have redirected, for example to the name with .git.
    const base = response.url.replace(/\/info\/refs\?.*$/, '');
    return { capabilities, base };
  });
  const { capabilities, base } = opened;
  // The token was entered for one server and must not be sent to another.
  if (credentials && new URL(base).origin !== new URL(url).origin)
    throw new SourceError(
      `The Git server redirects to another server (${new URL(base).origin}). If you trust it, use its URL for the source`,
    );
  if (!capabilities.has('version 2') || !capabilities.has('fetch'))
    throw new SourceError('The Git server does not support version 2 of the Git protocol');
  const hash: HashName = capabilities.get('object-format') === 'sha256' ? 'sha256' : 'sha1';
  const hasFilter = (capabilities.get('fetch') ?? '').split(' ').includes('filter');

  const call = async (command: string, lines: readonly string[], maxBytes: number): Promise<SafeResponse> => {
    const body = [
      lineOf(`command=${command}`),
      lineOf(agent),
      lineOf(`object-format=${hash}`),
      delimiter,
      ...lines.map(lineOf),
      flush,
    ].join('');
    const response = await fetch(`${base}/git-upload-pack`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/x-git-upload-pack-request',
        accept: 'application/x-git-upload-pack-result',
      },
      body,
      maxBytes,
      idleTimeoutMs: 60_000,
      headersTimeoutMs: 60_000,
      totalTimeoutMs: 300_000,
      signal,
    });
    return requireAnswer(response);
  };

  const fetchPack = (lines: readonly string[]): Promise<Buffer> =>
    explain(async () =>
      // The bands and progress messages need some bytes too.
      readPackfile(await call('fetch', ['ofs-delta', 'no-progress', ...lines, 'done'], maxPackBytes * 1.1)),
    );

  return {
    hash,
    commitOf: (branch) =>
      explain(async () => {
        const wanted = branch === '' ? ['HEAD'] : [`refs/heads/${branch}`, `refs/tags/${branch}`];
        const response = await call(
          'ls-refs',
          ['peel', ...wanted.map((name) => `ref-prefix ${name}`)],
          maxRefBytes,
        );
        const refs = new Map<string, string>();
        for await (const packet of readPackets(response.body)) {
          const [id = '', name = '', ...attributes] = textOf(packet).split(' ');
          const peeled = attributes.find((one) => one.startsWith('peeled:'));
          if (/^[0-9a-f]+$/.test(id)) refs.set(name, peeled?.slice('peeled:'.length) ?? id);
        }
        const commit = wanted.map((name) => refs.get(name)).find((id) => id !== undefined);
        if (commit !== undefined) return commit;
        throw new SourceError(
          branch === '' ? 'The repository has no commits' : `The repository has no branch or tag ${branch}`,
        );
      }),
    fetchTrees: async (commit) => {
      try {
        return await fetchPack([...(hasFilter ? ['filter blob:none'] : []), 'deepen 1', `want ${commit}`]);
      } catch (error) {
        if (!(error instanceof PackTooLarge)) throw error;
        const limitMb = maxPackBytes / 1024 / 1024;
        throw new SourceError(
          hasFilter
            ? `The list of files of the repository has more than ${limitMb} MB`
            : `The repository has more than ${limitMb} MB, and the Git server does not support partial clones (uploadpack.allowFilter)`,
        );
      }
    },
    fetchObjects: (ids) => fetchPack(ids.map((id) => `want ${id}`)),
  };
};
