import { randomUUID } from 'node:crypto';
import type { Database, Handle } from '../../db/index.ts';
import type { ImageEncoder } from '../../images/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { findPicture, findProfile, type OperatorProfile, saveProfile } from './profile-store.ts';
import { cleanPublicName } from './public-name.ts';

/** In pixels. Twice the size at which the chat shows it, for sharp screens. */
const pictureSide = 256;

interface ProfileDependencies {
  db: Database;
  clock: Clock;
  encoder: Pick<ImageEncoder, 'encode'>;
}

/** How users see the operators who answer them in the inbox. */
export const createOperatorProfiles = ({ db, clock, encoder }: ProfileDependencies) => {
  const find = async (handle: Handle, operatorId: string): Promise<OperatorProfile> =>
    (await findProfile(handle, operatorId)) ?? { publicName: '', pictureId: null };

  return {
    find,
    /** The name of an operator for users. null: none was set. */
    publicNameOf: async (handle: Handle, operatorId: string): Promise<string | null> =>
      (await find(handle, operatorId)).publicName || null,
    /** Returns the name before and the name that is stored. */
    setPublicName: async (
      tx: Handle,
      operatorId: string,
      given: string,
    ): Promise<{ before: string; after: string }> => {
      const after = cleanPublicName(given);
      const { publicName: before } = await find(tx, operatorId);
      if (after !== before) await saveProfile(tx, operatorId, { public_name: after }, clock.nowMs());
      return { before, after };
    },
    /** Checks and encodes an upload. The result is stored with `replace`. */
    preparePicture: async (operatorId: string, upload: Uint8Array) => {
      const image = await encoder.encode({ owner: operatorId, bytes: upload, maxSide: pictureSide });
      const { bytes: picture, mediaType: picture_type, width, height } = image;
      return {
        replace: (tx: Handle): Promise<void> =>
          saveProfile(tx, operatorId, { picture, picture_type, picture_id: randomUUID() }, clock.nowMs()),
        size: `${width} × ${height}, ${picture.length} bytes`,
      };
    },
    /** False if there was none. */
    removePicture: async (tx: Handle, operatorId: string): Promise<boolean> => {
      if ((await find(tx, operatorId)).pictureId === null) return false;
      const none = { picture: null, picture_type: null, picture_id: null };
      await saveProfile(tx, operatorId, none, clock.nowMs());
      return true;
    },
    /** A picture that an operator has now. */
    readPicture: (pictureId: string) => findPicture(db.query, pictureId),
  };
};

export type OperatorProfiles = ReturnType<typeof createOperatorProfiles>;
