import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** So that no setting of the machine changes the repositories. */
const environmentIn = (folder: string) => ({
  PATH: process.env.PATH,
  HOME: folder,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Author',
  GIT_AUTHOR_EMAIL: 'author@example.com',
  GIT_COMMITTER_NAME: 'Author',
  GIT_COMMITTER_EMAIL: 'author@example.com',
});

interface GitServerOptions {
  /** Basic authorization that is required. */
  credentials?: { user: string; secret: string };
  hash?: 'sha1' | 'sha256';
  hasFilter?: boolean;
  version?: number;
}

/** A repository and the HTTP server of Git itself (git http-backend), on the loopback address. */
export const startGitServer = async ({
  credentials,
  hash = 'sha1',
  hasFilter = true,
  version = 2,
}: GitServerOptions = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-git-'));
  const repository = join(folder, 'manuals.git');
  const requests: { path: string; bytes: number }[] = [];
  const git = (args: readonly string[], input?: string | Buffer): string =>
    execFileSync('git', args, {
      cwd: repository,
      env: environmentIn(folder),
      input,
      stdio: ['pipe', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    })
      .toString()
      .trim();
  mkdirSync(repository);
  git(['init', '-q', '-b', 'main', `--object-format=${hash}`]);
  if (hasFilter) git(['config', 'uploadpack.allowFilter', 'true']);

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const entry = { path: `${path}${query ? '?' : ''}${query}`, bytes: 0 };
    requests.push(entry);
    const expected = credentials && `Basic ${btoa(`${credentials.user}:${credentials.secret}`)}`;
    if (expected && request.headers.authorization !== expected) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('no');
      return;
    }
    const child = spawn('git', ['http-backend'], {
      env: {
        ...environmentIn(folder),
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: '1',
        GIT_PROTOCOL: version === 2 ? String(request.headers['git-protocol'] ?? '') : '',
        PATH_INFO: path,
        QUERY_STRING: query,
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin.on('error', () => {});
    request.pipe(child.stdin);
    let head: Buffer | undefined = Buffer.alloc(0);
    child.stdout.on('data', (piece: Buffer) => {
      entry.bytes += piece.length;
      if (head === undefined) return void response.write(piece);
      head = Buffer.concat([head, piece]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return undefined;
      const headers = head
        .toString('latin1', 0, end)
        .split('\r\n')
        .map((line) => line.split(/: (.*)/s, 2) as [string, string]);
      const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200';
      response.writeHead(Number.parseInt(status, 10), Object.fromEntries(headers));
      response.write(head.subarray(end + 4));
      head = undefined;
      return undefined;
    });
    child.on('close', () => response.end());
  };

  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/manuals.git`,
    requests,
    git,
    /** Commits these files; null deletes one. */
    commit: (files: Record<string, string | Buffer | null>): string => {
      for (const [path, content] of Object.entries(files)) {
        const target = join(repository, path);
        if (content === null) rmSync(target);
        else {
          mkdirSync(dirname(target), { recursive: true });
          writeFileSync(target, content);
        }
      }
      git(['add', '-A']);
      git(['commit', '-q', '-m', 'Change']);
      return git(['rev-parse', 'HEAD']);
    },
    /** Commits a tree of these entries as they are, whatever their names are. */
    commitTree: (entries: readonly { mode: string; name: string | Buffer; id: string }[]): string => {
      const tree = git(['hash-object', '-t', 'tree', '-w', '--literally', '--stdin'], treeOf(entries));
      const id = git(['commit-tree', '-m', 'Change', tree]);
      git(['update-ref', 'refs/heads/main', id]);
      return id;
    },
    writeTree: (entries: readonly { mode: string; name: string | Buffer; id: string }[]): string =>
      git(['hash-object', '-t', 'tree', '-w', '--literally', '--stdin'], treeOf(entries)),
    writeBlob: (text: string): string => git(['hash-object', '-w', '--stdin'], text),
    /** The server does not keep its process alive. */
    unref: (): void => void server.unref(),
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const treeOf = (entries: readonly { mode: string; name: string | Buffer; id: string }[]): Buffer =>
  Buffer.concat(
    entries.flatMap(({ mode, name, id }) => [
      Buffer.from(`${mode} `),
      Buffer.from(name as string),
      Buffer.from([0]),
      Buffer.from(id, 'hex'),
    ]),
  );

export type GitServer = Awaited<ReturnType<typeof startGitServer>>;
