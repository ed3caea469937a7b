import { type Handle, prepared } from '../../db/index.ts';

/** `logo` is shown in the header of the chat, `avatar` beside the agent's messages and in the widget's button. */
export const imagePurposes = ['logo', 'avatar'] as const;
export type ImagePurpose = (typeof imagePurposes)[number];

export interface AgentImage {
  sha256: string;
  mediaType: string;
  width: number;
  height: number;
}

interface ImageRow extends AgentImage {
  purpose: ImagePurpose;
}

const imagesOfAgent = prepared<{ agentId: string }, ImageRow>((db, value) =>
  db
    .selectFrom('agent_images')
    .select(['purpose', 'sha256', 'media_type as mediaType', 'width', 'height'])
    .where('agent_id', '=', value('agentId')),
);

export const listImages = (db: Handle, agentId: string): Promise<ImageRow[]> =>
  imagesOfAgent(db, { agentId });

export const readImage = (db: Handle, agentId: string, sha256: string) =>
  db
    .selectFrom('agent_images')
    .select(['bytes', 'media_type as mediaType'])
    .where('agent_id', '=', agentId)
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();

interface StoredImage extends AgentImage {
  agentId: string;
  purpose: ImagePurpose;
  bytes: Uint8Array;
  updatedAtMs: number;
}

/** Replaces the image that the agent has for this purpose. */
export const upsertImage = async (tx: Handle, image: StoredImage): Promise<void> => {
  const content = {
    sha256: image.sha256,
    media_type: image.mediaType,
    width: image.width,
    height: image.height,
    bytes: image.bytes,
    updated_at: image.updatedAtMs,
  };
  await tx
    .insertInto('agent_images')
    .values({ agent_id: image.agentId, purpose: image.purpose, ...content })
    .onConflict((conflict) => conflict.columns(['agent_id', 'purpose']).doUpdateSet(content))
    .execute();
};

/** All images of the agent if no purpose is given. Returns how many there were. */
export const deleteImages = async (tx: Handle, agentId: string, purpose?: ImagePurpose): Promise<number> => {
  const { numDeletedRows } = await tx
    .deleteFrom('agent_images')
    .where('agent_id', '=', agentId)
    .$if(purpose !== undefined, (some) => some.where('purpose', '=', purpose!))
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** For a copy of an agent. */
export const copyImages = async (
  tx: Handle,
  { from, to, nowMs }: { from: string; to: string; nowMs: number },
): Promise<void> => {
  const columns = ['purpose', 'sha256', 'media_type', 'width', 'height', 'bytes'] as const;
  await tx
    .insertInto('agent_images')
    .columns(['agent_id', 'updated_at', ...columns])
    .expression((eb) =>
      eb
        .selectFrom('agent_images')
        .select((column) => [column.val(to).as('agent_id'), column.val(nowMs).as('updated_at'), ...columns])
        .where('agent_id', '=', from),
    )
    .execute();
};
