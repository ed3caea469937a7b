import { normalizeText } from '../../lib/language/normalize-text.ts';
import { checkValue, findPattern, type Sandbox, SandboxError } from '../../lib/sandbox/index.ts';
import { decided, type Outcome, undecided } from './observed.ts';

const shownCharacters = 60;

const folded = (text: string): string => normalizeText(text, 'NFC').toLowerCase();

/** Whether the answer has the text, with what surrounds it. */
export const checkContains = (answer: string, text: string, isExpected: boolean): Outcome => {
  const whole = folded(answer);
  const at = whole.indexOf(folded(text));
  const around =
    at === -1 ? '' : whole.slice(Math.max(0, at - shownCharacters), at + text.length + shownCharacters);
  return decided((at !== -1) === isExpected, around.toWellFormed());
};

/** In the sandbox, because a pattern of a tenant can take any time. */
export const checkPatternMatch = async (
  sandbox: Sandbox,
  workspaceId: string,
  { answer, pattern }: { answer: string; pattern: string },
): Promise<Outcome> => {
  try {
    const found = await sandbox.run(workspaceId, findPattern, {
      patterns: [pattern],
      flags: 'iu',
      text: answer,
    });
    return decided(found !== null, found?.words ?? '');
  } catch (error) {
    if (error instanceof SandboxError) return undecided('too-expensive', error.message);
    throw error;
  }
};

const codeBlock = /```(?:json)?[ \t]*\r?\n([\s\S]*?)```/i;

const parse = (text: string): { value: string } | undefined => {
  try {
    JSON.parse(text);
    return { value: text };
  } catch {
    return undefined;
  }
};

/** The JSON of an answer: all of it, or its first code block. */
const jsonOf = (answer: string): string | undefined =>
  (parse(answer) ?? parse(codeBlock.exec(answer)?.[1] ?? ''))?.value;

export const checkSchema = async (
  sandbox: Sandbox,
  workspaceId: string,
  { answer, schema }: { answer: string; schema: Record<string, unknown> },
): Promise<Outcome> => {
  const value = jsonOf(answer);
  if (value === undefined) return { status: 'failed', code: 'not-json', detail: '' };
  try {
    const { schemaProblem, problem } = await sandbox.run(workspaceId, checkValue, {
      schema: JSON.stringify(schema),
      value,
    });
    if (schemaProblem !== undefined) return undecided('too-expensive', schemaProblem);
    return decided(problem === undefined, problem ?? '');
  } catch (error) {
    if (error instanceof SandboxError) return undecided('too-expensive', error.message);
    throw error;
  }
};
