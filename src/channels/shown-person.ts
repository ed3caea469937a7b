import { picturePath } from '../accounts/index.ts';

/** A person of the inbox as pages get them. */
export interface ShownPerson {
  /** null: the person has set no name for users. */
  name: string | null;
  /** Path of the picture on this service. */
  picture: string | null;
}

/** Nothing if users see neither a name nor a picture, for example of people in a developer's human service. */
export const shownPerson = (
  name: string | null | undefined,
  pictureId: string | null | undefined,
): { person?: ShownPerson } =>
  name || pictureId
    ? { person: { name: name || null, picture: pictureId ? picturePath(pictureId) : null } }
    : {};
