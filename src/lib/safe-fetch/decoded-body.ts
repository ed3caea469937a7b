import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { EgressError } from './egress-error.ts';
import { shownHost } from './egress-failure.ts';

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * The service requests no compression, but some stores send compressed data anyway. The limit counts the
 * decoded bytes, so a small file that unpacks to gigabytes stops at the limit.
 */
export async function* decodedBody(
  source: AsyncIterable<Uint8Array>,
  encoding: string,
  { host, maxBytes }: { host: string; maxBytes: number },
): AsyncGenerator<Uint8Array, void, undefined> {
  const create = decoders[encoding.trim().toLowerCase()];
  if (create === undefined) {
    throw new EgressError('unreachable', `${shownHost(host)} answered with an unsupported content encoding`);
  }
  const decoder = pipeline(Readable.from(source), create(), () => {});
  let decodedBytes = 0;
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      decodedBytes += chunk.length;
      const excess = decodedBytes - maxBytes;
      if (excess < chunk.length) yield excess > 0 ? chunk.subarray(0, chunk.length - excess) : chunk;
      if (excess > 0)
        throw new EgressError('too-large', `${shownHost(host)} sent more than ${maxBytes} bytes`);
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!/^(Z_|ERR_|ZSTD_)/.test(code)) throw error;
    throw new EgressError('unreachable', `${shownHost(host)} sent a damaged response`, { cause: error });
  }
}
