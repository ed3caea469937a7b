import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { AgentTable, TableField } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { readCell } from './cell-value.ts';
import { problemsByField } from './problems-by-field.ts';

/** A record that is saved as a whole, because required fields need a value from the start. */
export const useNewRecord = (table: AgentTable) => {
  const agent = useAgentScope();
  const path = at(agent.api, '/tables/{tableId}', { tableId: table.id });
  const [texts, setTexts] = useState<Record<string, string>>();
  const add = useChange(
    () => {
      const values = Object.fromEntries(
        table.fields.map(({ name, type }) => [name, readCell(type, texts?.[name] ?? '')]),
      );
      return api.post(at(path, '/records'), { values });
    },
    {
      changes: [path, at(agent.api, '/tables')],
      onDone: () => setTexts(undefined),
      quiet: true,
    },
  );
  const names = table.fields.map(({ name }) => name);
  const problems = add.error ? problemsByField(add.error.message, names) : undefined;
  return {
    isOpen: texts !== undefined,
    isEmpty: Object.values(texts ?? {}).every((text) => text === ''),
    isSaving: add.isPending,
    textOf: (field: TableField): string => texts?.[field.name] ?? '',
    problemOf: (field: TableField): string | undefined => problems?.byField[field.name],
    /** Error of the whole record. */
    problem: problems && problems.rest.length > 0 ? problems.rest.join('; ') : undefined,
    start: (): void => {
      add.reset();
      setTexts((before) => before ?? {});
    },
    set: (field: TableField, text: string): void =>
      setTexts((before) => before && { ...before, [field.name]: text }),
    save: (): void => add.mutate(undefined),
    discard: (): void => setTexts(undefined),
  };
};

export type NewRecord = ReturnType<typeof useNewRecord>;
