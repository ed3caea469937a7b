import { createHash } from 'node:crypto';
import type { Database, Handle } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { mediaTypeOf } from '../../lib/file-formats/index.ts';
import { createSandbox, defineJob, SandboxError } from '../../lib/sandbox/index.ts';
import { detectType } from '../../recognition/index.ts';
import type { Agent } from '../agents.ts';
import type encodeImageJob from './encode-image.ts';
import {
  type AgentImage,
  deleteImages,
  type ImagePurpose,
  listImages,
  readImage,
  upsertImage,
} from './image-store.ts';

/** Of an upload. What is stored is much smaller. */
export const maxImageBytes = 5 * 2 ** 20;
const maxInputPixels = 25_000_000;
/** Twice the size at which the chat and link previews show them, for sharp screens. */
const maxSides: Record<ImagePurpose, number> = { logo: 512, avatar: 256 };

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

/** Path of an image on this service. The hash makes it unique, so that browsers may keep it forever. */
const imagePath = (
  agentId: string,
  { sha256, mediaType }: Pick<AgentImage, 'sha256' | 'mediaType'>,
): string => `/images/${agentId}/${sha256}.${mediaType === mediaTypeOf('png') ? 'png' : 'jpg'}`;

export type ShownImages = Record<ImagePurpose, { path: string; width: number; height: number } | null>;

interface ImageDependencies {
  db: Database;
  clock: Clock;
  log: { warn(fields: object, message: string): void };
}

/** Logo and avatar of an agent: checked and encoded again in a worker process, stored in the database. */
export const createAgentImages = ({ db, clock, log }: ImageDependencies) => {
  // Its own processes: the other sandbox may not load code that was not written in JavaScript.
  const sandbox = createSandbox({ workers: 1, usesAddons: true, log });

  const encode = async ({ workspaceId }: Agent, purpose: ImagePurpose, bytes: Uint8Array) => {
    if (!acceptedFormats.has((await detectType({ bytes })).format))
      throw wrong('must be a PNG, JPEG, WebP or GIF image');
    const encoded = await sandbox
      .run(workspaceId, encodeImage, { bytes, maxSide: maxSides[purpose], maxInputPixels })
      .catch((error: unknown) => {
        if (!(error instanceof SandboxError)) throw error;
        if (error.reason === 'busy') throw new AppError('unavailable', 'Try again in a few seconds');
        throw wrong(problemTexts.damaged);
      });
    if ('problem' in encoded) throw wrong(problemTexts[encoded.problem]);
    return encoded;
  };

  return {
    find: async (agentId: string): Promise<ShownImages> => {
      const images: ShownImages = { logo: null, avatar: null };
      for (const { purpose, width, height, ...content } of await listImages(db.query, agentId))
        images[purpose] = { path: imagePath(agentId, content), width, height };
      return images;
    },
    /** The content of an image that the agent has now. */
    read: (agentId: string, sha256: string) => readImage(db.query, agentId, sha256),
    /** Checks and encodes an upload. The result is stored with `replace`. */
    prepare: async (agent: Agent, purpose: ImagePurpose, bytes: Uint8Array) => {
      const { base64, format, width, height } = await encode(agent, purpose, bytes);
      const content = Buffer.from(base64, 'base64');
      const sha256 = createHash('sha256').update(content).digest('hex');
      return {
        replace: (tx: Handle): Promise<void> =>
          upsertImage(tx, {
            agentId: agent.id,
            purpose,
            bytes: content,
            sha256,
            mediaType: mediaTypeOf(format),
            width,
            height,
            updatedAtMs: clock.nowMs(),
          }),
        changes: { [purpose]: [null, `${width} × ${height}, ${content.length} bytes`] } as Record<
          string,
          [null, string]
        >,
      };
    },
    /** False if there was none. */
    remove: async (tx: Handle, agentId: string, purpose: ImagePurpose): Promise<boolean> =>
      (await deleteImages(tx, agentId, purpose)) > 0,
    close: sandbox.close,
  };
};

export type AgentImages = ReturnType<typeof createAgentImages>;
