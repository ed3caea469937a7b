import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Value } from 'typebox/value';
import { AppError } from '../lib/errors.ts';
import { AgentFile, formatVersion, longestFileBytes } from './agent-file.ts';

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

const parse = (bytes: Uint8Array): Record<string, unknown> => {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return refuse('The file is damaged or incomplete: it is not valid JSON');
  }
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
  const value = parse(await unpackFile(bytes));
  requireFormat(value);
  if (!Value.Check(AgentFile, value)) {
    const [error] = Value.Errors(AgentFile, value);
    const field = fieldOf(error?.instancePath ?? '') || 'The file';
    return refuse(`${field.slice(0, 200)}: ${error?.message ?? 'is not valid'}`);
  }
  return value;
};
