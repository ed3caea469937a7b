import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Ajv } from 'ajv';
import { AppError } from '../lib/errors.ts';
import { JsonBodyError, readJsonBody } from '../lib/json-body/index.ts';
import { AgentFile, formatVersion, longestFileBytes, mostFileValues } from './agent-file.ts';

const unpack = promisify(gunzip);

const refuse = (message: string): never => {
  throw new AppError('invalidParameter', message);
};

const tooLarge = (): never =>
  refuse(
    `The file must have at most ${longestFileBytes / 2 ** 20} MB after it is unpacked; export the agent without its knowledge`,
  );

const isPacked = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

const unpackFile = async (bytes: Uint8Array): Promise<Uint8Array> => {
  if (!isPacked(bytes)) return bytes;
  try {
    return await unpack(bytes, { maxOutputLength: longestFileBytes });
  } catch (error) {
    // A small file can unpack to gigabytes.
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return tooLarge();
    return refuse('The file is damaged or incomplete: it cannot be unpacked');
  }
};

const maxDepth = 100;
const chunkBytes = 64 * 1024;

/** Other work runs between two chunks, because a file of 8 MB takes long to parse. */
function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += chunkBytes)
    yield bytes.subarray(start, start + chunkBytes);
}

const parse = async (bytes: Uint8Array): Promise<Record<string, unknown>> => {
  const stream = Readable.from(chunksOf(bytes), { objectMode: false });
  const { value } = await readJsonBody(stream, {
    maxBytes: longestFileBytes,
    maxDepth,
    maxValues: mostFileValues,
    spillKeys: [],
    spillFolder: '',
  }).catch((error: unknown) => {
    if (!(error instanceof JsonBodyError)) throw error;
    return refuse(
      error.reason === 'syntax' || error.reason === 'encoding'
        ? 'The file is damaged or incomplete: it is not valid JSON'
        : error.message.replace('The request body', 'The file'),
    );
  });
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return refuse('The file is not an agent file: it must contain an object');
  return value as Record<string, unknown>;
};

const requireFormat = ({ format, formatVersion: version }: Record<string, unknown>): void => {
  if (format !== 'frontdesk-agent') refuse('format must be "frontdesk-agent": this is not an agent file');
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    refuse('formatVersion must be a whole number');
  if ((version as number) > formatVersion)
    refuse(
      `formatVersion: the file has version ${version}, and this service reads version ${formatVersion}. Update the service`,
    );
};

/** Stops at the first error: a file can have a hundred thousand. */
const isAgentFile = new Ajv({ allErrors: false, strict: false }).compile<AgentFile>(AgentFile);

/** /tables/0/name → tables[0].name */
const fieldOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .slice(1);

/** Reads a file that somebody sent: JSON, possibly packed with gzip. */
export const readAgentFile = async (bytes: Uint8Array): Promise<AgentFile> => {
  if (bytes.length > longestFileBytes) return tooLarge();
  const value = await parse(await unpackFile(bytes));
  requireFormat(value);
  if (!isAgentFile(value)) {
    const [error] = isAgentFile.errors ?? [];
    const field = fieldOf(error?.instancePath ?? '') || 'The file';
    return refuse(`${field.slice(0, 200)}: ${error?.message ?? 'is not valid'}`);
  }
  return value;
};
