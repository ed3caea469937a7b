import { AppError } from '../lib/errors.ts';
import { mediaTypeOf } from '../lib/file-formats/index.ts';
import { createSandbox, defineJob, SandboxError } from '../lib/sandbox/index.ts';
import { detectType } from '../recognition/index.ts';
import type encodeImageJob from './encode-image.ts';

/** Of an upload. What is stored is much smaller. */
export const maxImageBytes = 5 * 2 ** 20;
const maxInputPixels = 25_000_000;

const encodeImage = defineJob<typeof encodeImageJob>(new URL('./encode-image.ts', import.meta.url), {
  cpuMs: 10_000,
});

/** By content, whatever the name says. SVG is refused, because it can contain scripts and links. */
const acceptedFormats: ReadonlySet<string> = new Set(['png', 'jpg', 'webp', 'gif']);

const wrong = (text: string): AppError => new AppError('invalidParameter', `file: ${text}`);

const problemTexts = {
  'too-many-pixels': `must have at most ${maxInputPixels / 1_000_000} million pixels`,
  damaged: 'is damaged and cannot be read',
};

export interface ImageToShow {
  bytes: Buffer;
  mediaType: string;
  width: number;
  height: number;
}

interface Upload {
  /** Who may use up the worker processes: a workspace, or an operator. */
  owner: string;
  bytes: Uint8Array;
  /** In pixels. Larger images are scaled down. */
  maxSide: number;
}

/** Checks uploaded images and encodes them again in a worker process. */
export const createImageEncoder = ({ log }: { log: { warn(fields: object, message: string): void } }) => {
  // Its own processes: the other sandbox may not load code that was not written in JavaScript.
  const sandbox = createSandbox({ workers: 1, usesAddons: true, log });
  return {
    encode: async ({ owner, bytes, maxSide }: Upload): Promise<ImageToShow> => {
      if (!acceptedFormats.has((await detectType({ bytes })).format))
        throw wrong('must be a PNG, JPEG, WebP or GIF image');
      const encoded = await sandbox
        .run(owner, encodeImage, { bytes, maxSide, maxInputPixels })
        .catch((error: unknown) => {
          if (!(error instanceof SandboxError)) throw error;
          if (error.reason === 'busy') throw new AppError('unavailable', 'Try again in a few seconds');
          throw wrong(problemTexts.damaged);
        });
      if ('problem' in encoded) throw wrong(problemTexts[encoded.problem]);
      const { base64, format, width, height } = encoded;
      return { bytes: Buffer.from(base64, 'base64'), mediaType: mediaTypeOf(format), width, height };
    },
    close: sandbox.close,
  };
};

export type ImageEncoder = ReturnType<typeof createImageEncoder>;
