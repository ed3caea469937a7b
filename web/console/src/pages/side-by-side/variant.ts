import type { Agent } from '../../api/generated.ts';
import { parseReference } from '../../lib/model-choices.ts';

/** What one column tries. */
export interface Variant {
  key: number;
  /** null: the settings of the agent, or its draft. */
  version: number | null;
  /** The value of a model select. Empty: the model of the settings. */
  model: string;
  /** null: the prompt of the settings. */
  prompt: string | null;
  /** Of a flow agent: empty for the published flow, `draft`, or the number of a version of the flow. */
  flow: string;
}

export const mostVariants = 3;
/** More questions cost more than an operator expects of one click. */
export const mostQuestions = 50;

let lastKey = 0;
export const newVariant = (): Variant => ({
  key: ++lastKey,
  version: null,
  model: '',
  prompt: null,
  flow: '',
});

/** "A", "B" or "C". */
export const letterOf = (index: number): string => String.fromCharCode(65 + index);

/** One question per line, without empty and repeated ones. */
export const questionsOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

const modelOf = (value: string): object | undefined =>
  parseReference(value) ?? (value === 'embedded' ? { provider: 'embedded' } : undefined);

const flowOf = (flow: string): { draft?: true; flowVersion?: number } => {
  if (flow === '') return {};
  return flow === 'draft' ? { draft: true } : { flowVersion: Number(flow) };
};

/** The body of a test chat of this column. */
export const trialBody = (
  { version, model, prompt, flow }: Variant,
  { question, usesCorrections }: { question: string; usesCorrections: boolean },
) => ({
  text: question,
  ...(version === null ? {} : { version }),
  ...flowOf(flow),
  settings: {
    ...(prompt === null ? {} : { prompt }),
    ...(model === '' ? {} : { model: modelOf(model) }),
    // A correction would answer in every column, whatever its prompt is.
    ...(usesCorrections ? {} : { corrections: { mode: 'off' as const } }),
  },
});

/** What of the column can be saved as settings of the agent. */
export const settingsOf = (
  { model, prompt }: Variant,
  shown: Agent['settings'] | undefined,
): Pick<Agent['settings'], 'prompt'> & { model?: object } => ({
  prompt: prompt ?? shown?.prompt ?? '',
  ...(model === '' ? {} : { model: modelOf(model)! }),
});
