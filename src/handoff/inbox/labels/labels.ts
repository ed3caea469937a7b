import type { Database, Handle } from '../../../db/index.ts';
import type { Clock } from '../../../lib/clock.ts';
import { AppError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { normalizeText } from '../../../lib/language/normalize-text.ts';
import type { UpdateSession } from '../../update-session.ts';
import type { InboxPlace, LockInboxSession } from '../inbox-place.ts';
import { lockTeamData } from '../lock-team-data.ts';
import {
  deleteLabel,
  deleteSessionLabel,
  findLabel,
  insertLabel,
  insertSessionLabel,
  type LabelRow,
  listLabels,
  readSessionLabels,
  updateLabel,
} from './label-store.ts';

const mostLabels = 100;
const mostLabelsOfSession = 20;
export const labelColors = [
  'gray',
  'red',
  'pink',
  'grape',
  'violet',
  'indigo',
  'blue',
  'cyan',
  'teal',
  'green',
  'lime',
  'yellow',
  'orange',
] as const;
export type LabelColor = (typeof labelColors)[number];

export interface Label {
  id: string;
  name: string;
  color: LabelColor;
}

interface LabelDependencies {
  db: Database;
  clock: Clock;
  lock: LockInboxSession;
  update: UpdateSession;
}

const toLabel = ({ id, name, color }: LabelRow): Label => ({ id, name, color: color as LabelColor });

/** Names that differ only in case or in the width of their characters are the same. */
const keyOf = (name: string): string => normalizeText(name, 'NFKC').toLowerCase();

const isTaken = (name: string): AppError =>
  new AppError('conflict', `name: the workspace already has a label "${name}"`);

/** Labels of a workspace, with which operators sort the sessions of its inbox. */
export const createLabels = ({ db, clock, lock, update }: LabelDependencies) => {
  const require = async (tx: Handle, workspaceId: string, id: string): Promise<Label> => {
    const row = await findLabel(tx, workspaceId, id);
    if (!row) throw new AppError('notFound', 'There is no such label in this workspace');
    return toLabel(row);
  };

  return {
    require,
    list: async (workspaceId: string): Promise<Label[]> =>
      (await listLabels(db.query, workspaceId)).map(toLabel),

    create: async (
      tx: Handle,
      { workspaceId, name, color }: { workspaceId: string; name: string; color: LabelColor },
    ): Promise<Label> => {
      await lockTeamData(tx, workspaceId);
      if ((await listLabels(tx, workspaceId)).length >= mostLabels)
        throw new AppError('conflict', `A workspace has at most ${mostLabels} labels`);
      const nowMs = clock.nowMs();
      const row = await insertLabel(tx, {
        id: newId(nowMs),
        workspace_id: workspaceId,
        name,
        name_key: keyOf(name),
        color,
        created_at: nowMs,
      });
      if (!row) throw isTaken(name);
      return toLabel(row);
    },

    change: async (
      tx: Handle,
      { workspaceId, id }: { workspaceId: string; id: string },
      { name, color }: { name?: string | undefined; color?: LabelColor | undefined },
    ): Promise<{ before: Label; after: Label }> => {
      await lockTeamData(tx, workspaceId);
      const before = await require(tx, workspaceId, id);
      const others = (await listLabels(tx, workspaceId)).filter((label) => label.id !== id);
      if (name !== undefined && others.some((label) => label.name_key === keyOf(name))) throw isTaken(name);
      if (name === undefined && color === undefined) return { before, after: before };
      const after = await updateLabel(tx, id, {
        ...(name !== undefined && { name, name_key: keyOf(name) }),
        ...(color !== undefined && { color }),
      });
      return { before, after: toLabel(after) };
    },

    /** Also removes it from all sessions. */
    remove: async (tx: Handle, workspaceId: string, id: string): Promise<Label> => {
      const label = await require(tx, workspaceId, id);
      await deleteLabel(tx, id);
      return label;
    },

    /** Repeating it changes nothing. */
    add: async (tx: Handle, place: InboxPlace, labelId: string): Promise<void> => {
      const { session } = await lock(tx, place);
      await require(tx, place.workspaceId, labelId);
      const present = (await readSessionLabels(tx, [session.id])).get(session.id) ?? [];
      if (present.includes(labelId)) return;
      if (present.length >= mostLabelsOfSession)
        throw new AppError('conflict', `A session has at most ${mostLabelsOfSession} labels`);
      if (await insertSessionLabel(tx, session.id, labelId)) await update(tx, session, {});
    },

    /** Repeating it changes nothing. */
    take: async (tx: Handle, place: InboxPlace, labelId: string): Promise<void> => {
      const { session } = await lock(tx, place);
      await require(tx, place.workspaceId, labelId);
      if (await deleteSessionLabel(tx, session.id, labelId)) await update(tx, session, {});
    },
  };
};
