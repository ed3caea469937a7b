import { checkFlow, type FlowGraph, flowError, readDraft } from '../flows/index.ts';
import { AppError } from '../lib/errors.ts';
import { readTableDefinition } from '../tables/index.ts';
import type { AgentFile } from './agent-file.ts';
import type { AgentFileSection } from './section.ts';

export interface CheckedFile {
  flow: { draft: FlowGraph; published: FlowGraph | undefined; problems: string[] } | undefined;
  sections: { section: AgentFileSection; items: number; content: unknown }[];
  warnings: string[];
}

/** Puts the field of the file in front of the message of the module that owns the part. */
const at = <Result>(field: string, read: () => Result): Result => {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError) throw new AppError('invalidParameter', `${field}: ${error.message}`);
    throw error;
  }
};

const readGraph = (graph: unknown): FlowGraph => {
  const read = readDraft(graph);
  if ('problems' in read) throw flowError(read.problems);
  return read.graph;
};

const readFlow = ({ agent, flow }: AgentFile): CheckedFile['flow'] => {
  if (agent.kind !== 'flow' || !flow) return undefined;
  const published =
    flow.published === undefined ? undefined : at('flow.published', () => readGraph(flow.published));
  const draft = at('flow.draft', () => readGraph(flow.draft));
  const checked = published && checkFlow(published);
  const problems = checked && 'problems' in checked ? [flowError(checked.problems).message] : [];
  return { draft, published, problems };
};

const requireNames = (field: string, names: readonly string[]): void => {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new AppError('invalidParameter', `${field}: two have the name "${twice}"`);
};

/** Everything that can be checked before anything is stored. */
export const checkContent = (file: AgentFile, known: readonly AgentFileSection[]): CheckedFile => {
  for (const [index, table] of (file.tables ?? []).entries())
    at(`tables[${index}]`, () => readTableDefinition(table));
  requireNames(
    'tables',
    (file.tables ?? []).map(({ name }) => name),
  );
  requireNames(
    'knowledge',
    (file.knowledge ?? []).map(({ name }) => name),
  );
  for (const [index, base] of (file.knowledge ?? []).entries())
    for (const [position, { text, base64 }] of base.documents.entries())
      if ((text === undefined) === (base64 === undefined))
        throw new AppError(
          'invalidParameter',
          `knowledge[${index}].documents[${position}]: must have either text or base64`,
        );
  const given = Object.entries(file.sections ?? {});
  const unknown = given.filter(([name]) => !known.some((section) => section.name === name));
  return {
    flow: readFlow(file),
    sections: known.flatMap((section) => {
      const value = file.sections?.[section.name];
      return value === undefined ? [] : [{ section, ...section.read(value, `sections.${section.name}`) }];
    }),
    warnings: unknown.map(
      ([name]) => `sections.${name.slice(0, 100)}: this service does not know it; it was skipped`,
    ),
  };
};
