import { createHash } from 'node:crypto';
import type { Database, Handle } from '../../db/index.ts';
import type { ImageEncoder } from '../../images/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { mediaTypeOf } from '../../lib/file-formats/index.ts';
import type { Agent } from '../agent.ts';
import {
  type AgentImage,
  deleteImages,
  type ImagePurpose,
  listImages,
  readImage,
  upsertImage,
} from './image-store.ts';

/** Twice the size at which the chat and link previews show them, for sharp screens. */
const maxSides: Record<ImagePurpose, number> = { logo: 512, avatar: 256 };

/** Path of an image on this service. The hash makes it unique, so that browsers may keep it forever. */
const imagePath = (
  agentId: string,
  { sha256, mediaType }: Pick<AgentImage, 'sha256' | 'mediaType'>,
): string => `/images/${agentId}/${sha256}.${mediaType === mediaTypeOf('png') ? 'png' : 'jpg'}`;

export type ShownImages = Record<ImagePurpose, { path: string; width: number; height: number } | null>;

interface ImageDependencies {
  db: Database;
  clock: Clock;
  encoder: Pick<ImageEncoder, 'encode'>;
}

/** Logo and avatar of an agent, stored in the database. */
export const createAgentImages = ({ db, clock, encoder }: ImageDependencies) => {
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
    prepare: async (agent: Agent, purpose: ImagePurpose, upload: Uint8Array) => {
      const {
        bytes: content,
        mediaType,
        width,
        height,
      } = await encoder.encode({ owner: agent.workspaceId, bytes: upload, maxSide: maxSides[purpose] });
      const sha256 = createHash('sha256').update(content).digest('hex');
      return {
        replace: (tx: Handle): Promise<void> =>
          upsertImage(tx, {
            agentId: agent.id,
            purpose,
            bytes: content,
            sha256,
            mediaType,
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
  };
};

export type AgentImages = ReturnType<typeof createAgentImages>;
