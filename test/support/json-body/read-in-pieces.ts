import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { JsonBodyError, type JsonBodyReason } from '../../../src/lib/json-body/json-body-error.ts';
import {
  type JsonBody,
  type ReadJsonBodyOptions,
  readJsonBody,
} from '../../../src/lib/json-body/read-json-body.ts';

export const makeFolder = async (context: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-'));
  context.after(() => rm(folder, { recursive: true }));
  return folder;
};

export const settings = (
  folder: string,
  changes: Partial<ReadJsonBodyOptions> = {},
): ReadJsonBodyOptions => ({
  maxBytes: 100 * 1024 * 1024,
  spillKeys: ['base64_content', 'file_base64'],
  spillFolder: join(folder, 'spill'),
  spillAboveBytes: 100,
  ...changes,
});

/** Cuts the bytes into pieces of the given lengths, which repeat. */
export const cut = (bytes: Buffer, lengths: number[]): Readable => {
  const pieces: Buffer[] = [];
  for (let at = 0, index = 0; at < bytes.length; index += 1) {
    const length = lengths[index % lengths.length]!;
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return Readable.from(pieces);
};

export const read = (text: string | Buffer, options: ReadJsonBodyOptions, lengths = [7]): Promise<JsonBody> =>
  readJsonBody(cut(Buffer.from(text as string), lengths), options);

export const contentOf = async (body: JsonBody, token: unknown): Promise<Buffer | string> => {
  const file = body.files.get(token as string);
  assert.ok(file, `no file for ${String(token)}`);
  return file.error === undefined ? readFile(file.path) : file.error;
};

export const refuses = (promise: Promise<unknown>, reason: JsonBodyReason): Promise<void> =>
  assert.rejects(promise, (error) => {
    assert.ok(error instanceof JsonBodyError, String(error));
    assert.equal(error.reason, reason, error.message);
    return true;
  });

/** Writes some characters of a JSON string as escapes. */
export const escapeSome = (inside: string, every: number): string =>
  [...inside]
    .map((character, index) => {
      if (index % every !== 0) return character;
      return character === '/' ? '\\/' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    })
    .join('');
