import type { Selectable } from 'kysely';
import type { Schema } from '../../db/index.ts';
import type { CaseOrigin } from '../../db/schema/evaluation.ts';
import type { Expectation } from './expectation.ts';

/** A file of a message. Without an id it is missing: it must be attached again before the case can run. */
export interface TestFile {
  fileId: string | null;
  name: string;
  sizeBytes: number;
}

/** One message of the user. */
export interface TestTurn {
  text: string;
  files: TestFile[];
}

/** The content of a case: what is sent, and what is expected of the answers. */
export interface CaseContent {
  name: string;
  turns: TestTurn[];
  expectations: Expectation[];
}

export interface TestCase extends CaseContent {
  id: string;
  setId: string;
  position: number;
  origin: CaseOrigin;
  sourceConversationId: string | null;
  sourceRoundId: string | null;
  createdAtMs: number;
  updatedAtMs: number;
}

export const toCase = (row: Selectable<Schema['test_cases']>): TestCase => ({
  id: row.id,
  setId: row.set_id,
  position: row.position,
  name: row.name,
  turns: JSON.parse(row.turns),
  expectations: JSON.parse(row.expectations),
  origin: row.origin,
  sourceConversationId: row.source_conversation_id,
  sourceRoundId: row.source_round_id,
  createdAtMs: row.created_at,
  updatedAtMs: row.updated_at,
});

export const filesOf = ({ turns }: Pick<CaseContent, 'turns'>): string[] =>
  turns.flatMap(({ files }) => files.flatMap(({ fileId }) => fileId ?? []));

/** A case without a name is shown by its first message. */
export const labelOfCase = ({ name, turns }: Pick<CaseContent, 'name' | 'turns'>): string =>
  name || turns[0]?.text || turns[0]?.files[0]?.name || '';
