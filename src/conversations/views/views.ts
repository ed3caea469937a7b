import type { Database, Handle } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { isId, newId } from '../../lib/ids.ts';
import { normalizeText } from '../../lib/language/normalize-text.ts';
import {
  deleteView,
  findView,
  insertView,
  listViews,
  updateView,
  type ViewOwner,
  type ViewRow,
} from './view-store.ts';

/** Filters as the address of the page contains them. */
export type ViewFilters = Partial<
  Record<
    | 'words'
    | 'channel'
    | 'user'
    | 'from'
    | 'until'
    | 'quality'
    | 'feedback'
    | 'failed'
    | 'handedOver'
    | 'missed'
    | 'tool'
    | 'document'
    | 'language'
    | 'label',
    string
  >
>;

export interface ConversationView {
  id: string;
  name: string;
  isShared: boolean;
  filters: ViewFilters;
}

interface ViewContent {
  name: string;
  filters: ViewFilters;
}

/** Of an operator in a workspace, and shared ones of a workspace. */
const mostViews = 50;

const toView = (row: ViewRow): ConversationView => ({
  id: row.id,
  name: row.name,
  isShared: row.operator_id === null,
  filters: JSON.parse(row.filters) as ViewFilters,
});

/** Names that differ only in case would be confused. */
const keyOf = (name: string): string => normalizeText(name, 'NFKC').toLowerCase();

/** Saved filters of conversations. */
export const createViews = ({ db, clock }: { db: Database; clock: Clock }) => {
  const require = async (tx: Handle, owner: ViewOwner, id: string): Promise<ViewRow> => {
    const row = isId(id) ? await findView(tx, owner, id) : undefined;
    if (!row) throw new AppError('notFound', 'There is no such view');
    return row;
  };

  const requireFreeName = async (tx: Handle, owner: ViewOwner, name: string, exceptId?: string) => {
    const rows = await listViews(tx, owner);
    if (rows.some(({ id, name_key }) => id !== exceptId && name_key === keyOf(name)))
      throw new AppError('conflict', `There is a view with the name ${name}`);
    return rows;
  };

  return {
    /** Own views of the operator, then shared ones, each by name. */
    list: async ({ workspaceId, operatorId }: ViewOwner): Promise<ConversationView[]> => [
      ...(operatorId === null ? [] : (await listViews(db.query, { workspaceId, operatorId })).map(toView)),
      ...(await listViews(db.query, { workspaceId, operatorId: null })).map(toView),
    ],

    create: async (
      tx: Handle,
      owner: ViewOwner,
      { name, filters }: ViewContent,
    ): Promise<ConversationView> => {
      const rows = await requireFreeName(tx, owner, name);
      if (rows.length >= mostViews) throw new AppError('conflict', `There can be at most ${mostViews} views`);
      const row = {
        id: newId(clock.nowMs()),
        workspace_id: owner.workspaceId,
        operator_id: owner.operatorId,
        name,
        name_key: keyOf(name),
        filters: JSON.stringify(filters),
        created_at: clock.nowMs(),
      };
      await insertView(tx, row);
      return toView(row);
    },

    change: async (
      tx: Handle,
      owner: ViewOwner,
      id: string,
      change: { name?: string | undefined; filters?: ViewFilters | undefined },
    ) => {
      const before = await require(tx, owner, id);
      const { name = before.name, filters } = change;
      await requireFreeName(tx, owner, name, id);
      const changed = {
        name,
        name_key: keyOf(name),
        filters: filters === undefined ? before.filters : JSON.stringify(filters),
      };
      await updateView(tx, id, changed);
      return { before: toView(before), after: toView({ ...before, ...changed }) };
    },

    remove: async (tx: Handle, owner: ViewOwner, id: string): Promise<ConversationView> => {
      const row = await require(tx, owner, id);
      await deleteView(tx, id);
      return toView(row);
    },
  };
};
