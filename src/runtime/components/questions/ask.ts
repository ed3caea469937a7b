import { type NodeOf, questionBranches, renderTemplate } from '../../../flows/index.ts';
import { findPattern } from '../../../lib/sandbox/index.ts';
import { filesIn } from '../../../rounds/index.ts';
import type { Component, ComponentInput } from '../component.ts';
import { longestAnswer, readChoice, readValue } from './answer-values.ts';
import { ask, isCancelled, isOnPage, readAnswer, retryTextOf } from './question.ts';

type AskInput = ComponentInput<NodeOf<'ask'>>;

interface AskSnapshot {
  /** Invalid answers so far. */
  attempts: number;
}

const questionOf = (input: AskInput, text: string, attempts: number) => {
  const { choices } = input.node;
  const snapshot: AskSnapshot = { attempts };
  if (choices.length === 0) return { text, asks: undefined, snapshot };
  if (isOnPage(input)) return { text, asks: { kind: 'choices', choices } as const, snapshot };
  const list = choices.map((choice, index) => `${index + 1}. ${choice}`).join('\n');
  return { text: `${text}\n\n${list}`, asks: undefined, snapshot };
};

/** The pattern must match the whole answer. It runs in the sandbox. */
const matchesPattern = async ({ node, run }: AskInput, answer: string): Promise<boolean> => {
  if (answer.length > longestAnswer) return false;
  const search = { patterns: [`^(?:${node.pattern})$`], flags: 'u', text: answer.trim() };
  return (await run.ports.sandbox.run(run.round.workspaceId, findPattern, search)) !== null;
};

type Value = string | number | boolean | undefined;

const checkedValue = async (input: AskInput, answer: string): Promise<Value> => {
  const { check } = input.node;
  if (check === 'none') return answer;
  if (check === 'pattern') return (await matchesPattern(input, answer)) ? answer.trim() : undefined;
  return readValue({ type: check, choices: [] }, answer);
};

/** The value and the branch it leads to, or undefined if the answer is not valid. */
const accept = async (
  input: AskInput,
  answer: string,
): Promise<{ value: Value; branch: string } | undefined> => {
  const { choices, acceptOther } = input.node;
  const choice = readChoice(answer, choices);
  if (choice !== undefined) return { value: choice, branch: 'next' };
  if (choices.length > 0 && !acceptOther) return undefined;
  const value = await checkedValue(input, answer);
  if (value === undefined) return undefined;
  return { value, branch: choices.length > 0 ? questionBranches.other : 'next' };
};

const saveFiles = ({ node, run, state }: AskInput): void => {
  if (node.saveFilesAs === null) return;
  const files = filesIn(run.round.question).map(({ name, type, mediaType }) => ({ name, type, mediaType }));
  state.variables.set(node.saveFilesAs, files);
};

/** Asks the user, and continues with the next message of the conversation. */
export const askUser: Component<'ask'> = (input) => {
  const { node, state, resumed } = input;
  const { variables } = state;
  if (resumed === undefined)
    return ask(input, async () => questionOf(input, renderTemplate(node.text, variables), 0));
  return readAnswer(input, async (answer) => {
    if (isCancelled(node, answer)) return { branch: questionBranches.cancelled };
    const accepted = await accept(input, answer);
    if (accepted) {
      variables.set(node.saveAs, accepted.value);
      saveFiles(input);
      return { branch: accepted.branch };
    }
    const attempts = (resumed as AskSnapshot).attempts + 1;
    if (attempts >= node.maxAttempts) return { branch: questionBranches.failed };
    return { asksAgain: questionOf(input, retryTextOf(input), attempts) };
  });
};
