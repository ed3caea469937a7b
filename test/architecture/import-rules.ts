import { dirname, join, normalize } from 'node:path/posix';

/**
 * The rooms of src/, highest row first. A room may import from the rows below it; rooms of one row meet only
 * through each other's index.ts. A file directly in src/, such as main.ts, is a room of one file.
 */
export const rows: readonly (readonly string[])[] = [
  ['main', 'cli'],
  ['listen'],
  ['app'],
  ['rooms', 'rooms-options', 'encrypted-columns', 'logger', 'telemetry'],
  ['http'],
  [
    'erasure',
    'retention',
    'assistance',
    'evaluation',
    'analytics',
    'agent-files',
    'workflow-runs',
    'messaging',
  ],
  ['runtime'],
  ['notifications'],
  ['handoff'],
  ['webhooks'],
  [
    'agents',
    'flows',
    'conversations',
    'rounds',
    'feedback',
    'channels',
    'users',
    'memory',
    'recognition',
    'speech',
    'knowledge',
    'corrections',
    'tables',
    'tools',
    'model-connections',
    'usage',
    'rate-limits',
    'accounts',
    'auth',
    'workspaces',
    'audit',
    'files',
    'images',
    'idempotency',
    'operations',
    'mail',
  ],
  ['encryption'],
  ['models', 'jobs', 'db'],
  ['lib'],
];

/** config is in no row: it may use lib, and only these may call it. Its types may be used anywhere. */
const configReaders = ['main', 'cli', 'app', 'rooms'];

interface Import {
  specifier: string;
  typeOnly: boolean;
}

/**
 * What is wrong with the imports of one source file.
 * @param file path from the root of the repository, such as src/http/server.ts.
 */
export function findImportFaults(file: string, source: string): string[] {
  return findImports(source)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .flatMap((found) => {
      const target = normalize(join(dirname(file), found.specifier));
      const fault = judge(file, target, found.typeOnly);
      return fault === undefined ? [] : [`${file} imports ${target}: ${fault}`];
    });
}

function judge(file: string, target: string, typeOnly: boolean): string | undefined {
  const isTest = file.endsWith('.test.ts');
  if (!target.startsWith('src/')) {
    // migrations/ and package.json belong to the program. Files that only check or build it do not.
    const foreign = /^(test|bench|scripts|web)\//.test(target);
    return foreign && !isTest ? 'the program does not use what tests, measures or builds it' : undefined;
  }
  const from = roomOf(file);
  const to = roomOf(target);
  if (from === to) return undefined;
  if (to === 'config') {
    return typeOnly || configReaders.includes(from) ? undefined : 'settings are passed in, not read';
  }
  if (from === 'config') return to === 'lib' ? undefined : 'config uses nothing but lib';
  const fromRow = rows.findIndex((row) => row.includes(from));
  const toRow = rows.findIndex((row) => row.includes(to));
  if (fromRow === -1 || toRow === -1) {
    return `the room ${fromRow === -1 ? from : to} has no row in test/architecture/import-rules.ts`;
  }
  if (toRow < fromRow) return `${to} stands above ${from}`;
  const isDoor = target === `src/${to}/index.ts` || target === `src/${to}.ts`;
  if (toRow === fromRow && !isDoor) return `${to} is a neighbour, met only through its index.ts`;
  return undefined;
}

/** src/http/v1/message.ts → http; src/main.ts → main. */
function roomOf(path: string): string {
  return (path.split('/')[1] ?? '').replace(/(\.test)?\.ts$/, '');
}

/** Every static, dynamic and re-exporting import, types included. */
function findImports(source: string): Import[] {
  const code = withoutComments(source);
  const statements = /\b(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s*)?(['"])([^'"\n]+)\2/g;
  const calls = /\bimport\s*\(\s*(['"`])([^'"`\n]+)\1/g;
  return [
    ...code
      .matchAll(statements)
      .map((match) => ({ specifier: match[3] ?? '', typeOnly: match[1] !== undefined })),
    ...code.matchAll(calls).map((match) => ({ specifier: match[2] ?? '', typeOnly: false })),
  ];
}

/** Whether the file reads the environment, in any form. */
export function readsEnvironment(source: string): boolean {
  const code = withoutComments(source);
  return (
    /\bprocess\s*(\?\.|\.)\s*env\b/.test(code) ||
    /\bprocess\s*(\?\.)?\[\s*['"`]env['"`]/.test(code) ||
    /\{[^{}]*\benv\b[^{}]*\}\s*(=\s*process\b|from\s*['"](node:)?process['"])/.test(code)
  );
}

/**
 * The source with spaces in place of its comments, so that every line keeps its number. Strings are matched first so that
 * the `//` of an address does not count as a comment.
 */
export function withoutComments(source: string): string {
  const pieces = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return source.replace(pieces, (piece) => (piece.startsWith('/') ? piece.replace(/[^\n]/g, ' ') : piece));
}
