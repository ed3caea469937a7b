import { createHash, hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { consume } from './consume.ts';
import { JsonBodyError } from './json-body-error.ts';
import { createJsonScanner, type EarlyTexts, type JsonScanner } from './json-scanner.ts';
import { inspectJson, mayHoldForbiddenKeys, parseJsonText } from './parse-json-text.ts';
import { type BodyFiles, createSpillFiles, type SpillFiles } from './spill-files.ts';
import { createSpilledValue } from './spilled-value.ts';

export interface ReadJsonBodyOptions {
  /** Of the whole body. */
  maxBytes: number;
  /** Keys whose long string values are base64 files. */
  spillKeys: readonly string[];
  /** Created with mode 0700 when the first file is spilled. */
  spillFolder: string;
  /** Called before bytes are spilled. Rejects if the disk has no room for them. */
  requireRoom?: (bytes: number) => Promise<void>;
  /** Longer values are spilled. */
  spillAboveBytes?: number;
  /** Of everything except spilled values. */
  maxTextBytes?: number;
  maxDepth?: number;
  /** For a body that is not small: each value costs the parser far more time and memory than its bytes suggest. */
  maxValues?: number;
  /** Keys are names that a caller chose, such as fields of a table: then `__proto__` is an ordinary name. */
  anyKey?: boolean;
  /** Texts to report as soon as they are read. A body of `declaredBytes` that arrives in one chunk is just parsed. */
  early?: EarlyTexts & { declaredBytes: number };
  /** Also compute a digest of the body, to recognize it when it is sent again. */
  digest?: boolean;
}

export interface JsonBody {
  /** Undefined for an empty body. A spilled value is a token here. */
  value: unknown;
  files: BodyFiles;
  /** SHA-256 of the body in hex, if requested. */
  sha256: string | undefined;
  /** The same as `files.dispose`: deletes the files. Must be called however the request ends. */
  dispose(): Promise<void>;
}

const smallBodyBytes = 64 * 1024;
const noFiles: BodyFiles = { size: 0, get: () => undefined, dispose: async () => {} };

interface LargeBody {
  scanner: JsonScanner;
  spills: SpillFiles;
}

/** Parses a request body of any permitted size with limited memory. Throws `JsonBodyError`. */
export const readJsonBody = async (stream: Readable, options: ReadJsonBodyOptions): Promise<JsonBody> => {
  const { maxBytes, maxDepth = 512, maxValues = 100_000, spillKeys, anyKey = false } = options;
  const { maxTextBytes = 16 * 1024 * 1024, spillAboveBytes = smallBodyBytes } = options;
  // A body up to this size has no value that would be spilled.
  const smallBytes = Math.min(smallBodyBytes, spillAboveBytes, maxTextBytes);
  let chunks: Buffer[] = [];
  let receivedBytes = 0;
  let large: LargeBody | undefined;
  let digest: ReturnType<typeof createHash> | undefined;

  const startLarge = (): LargeBody => {
    const spills = createSpillFiles(options.spillFolder, options.requireRoom);
    const startSpill = () => {
      const { sink, token } = spills.start();
      return { value: createSpilledValue(sink), token };
    };
    const limits = { maxTextBytes, maxDepth, maxValues };
    const scanner = createJsonScanner({
      ...limits,
      spillKeys,
      spillAboveBytes,
      startSpill,
      ...(options.early ? { early: options.early } : {}),
    });
    if (options.digest) digest = createHash('sha256');
    return { scanner, spills };
  };

  const scan = ({ scanner, spills }: LargeBody, chunk: Buffer): Promise<void> | undefined => {
    digest?.update(chunk);
    scanner.push(chunk);
    return spills.flush(false);
  };

  const take = (chunk: Buffer): Promise<void> | undefined => {
    receivedBytes += chunk.length;
    if (receivedBytes > maxBytes) {
      throw new JsonBodyError('too-large', `The request body has more than ${maxBytes} bytes`);
    }
    if (large !== undefined) return scan(large, chunk);
    chunks.push(chunk);
    const isAwaited = options.early !== undefined && receivedBytes !== options.early.declaredBytes;
    if (receivedBytes <= smallBytes && !isAwaited) return undefined;
    large = startLarge();
    const whole = Buffer.concat(chunks);
    chunks = [];
    return scan(large, whole);
  };

  const readSmall = (): JsonBody => {
    const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    const value = bytes.length === 0 ? undefined : parseJsonText(bytes);
    inspectJson(value, { maxDepth, anyKey });
    const sha256 = options.digest ? hash('sha256', bytes) : undefined;
    return { value, files: noFiles, sha256, dispose: noFiles.dispose };
  };

  const readLarge = async ({ scanner, spills }: LargeBody): Promise<JsonBody> => {
    await spills.flush(true);
    const text = scanner.end();
    const value = parseJsonText(text);
    // Its depth is already checked, and there may be many values.
    if (!anyKey && mayHoldForbiddenKeys(text)) inspectJson(value, { maxDepth, anyKey });
    return { value, files: spills.files, sha256: digest?.digest('hex'), dispose: spills.files.dispose };
  };

  try {
    await consume(stream, take);
    return large === undefined ? readSmall() : await readLarge(large);
  } catch (error) {
    await (large as LargeBody | undefined)?.spills.files.dispose();
    throw error;
  }
};
