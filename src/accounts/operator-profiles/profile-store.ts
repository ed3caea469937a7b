import type { Handle } from '../../db/index.ts';

/** How users see an operator who answers them. */
export interface OperatorProfile {
  /** Empty: users see no name. */
  publicName: string;
  /** null: no picture. */
  pictureId: string | null;
}

export const findProfile = (db: Handle, operatorId: string): Promise<OperatorProfile | undefined> =>
  db
    .selectFrom('operator_profiles')
    .select(['public_name as publicName', 'picture_id as pictureId'])
    .where('operator_id', '=', operatorId)
    .executeTakeFirst();

export const findPicture = async (
  db: Handle,
  pictureId: string,
): Promise<{ bytes: Uint8Array; mediaType: string } | undefined> => {
  const row = await db
    .selectFrom('operator_profiles')
    .select(['picture', 'picture_type'])
    .where('picture_id', '=', pictureId)
    .executeTakeFirst();
  return row?.picture && row.picture_type ? { bytes: row.picture, mediaType: row.picture_type } : undefined;
};

interface ProfileChange {
  public_name?: string;
  picture_id?: string | null;
  picture_type?: string | null;
  picture?: Uint8Array | null;
}

export const saveProfile = async (
  tx: Handle,
  operatorId: string,
  change: ProfileChange,
  nowMs: number,
): Promise<void> => {
  const values = { ...change, updated_at: nowMs };
  await tx
    .insertInto('operator_profiles')
    .values({
      operator_id: operatorId,
      public_name: '',
      picture_id: null,
      picture_type: null,
      picture: null,
      ...values,
    })
    .onConflict((conflict) => conflict.column('operator_id').doUpdateSet(values))
    .execute();
};
