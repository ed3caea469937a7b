import { type FormField, type NodeOf, questionBranches, renderTemplate } from '../../../flows/index.ts';
import type { AskedField } from '../../../rounds/index.ts';
import type { Component, ComponentInput } from '../component.ts';
import { ask, isCancelled, isOnPage, readAnswer, retryTextOf, textsFor } from './question.ts';
import { type FormValues, readForm } from './read-form.ts';

type FormInput = ComponentInput<NodeOf<'form'>>;

interface FormSnapshot {
  values: FormValues;
  /** Messages so far from which no field was accepted. */
  attempts: number;
}

interface Progress extends FormSnapshot {
  rejected: Map<string, string>;
}

type Texts = Awaited<ReturnType<typeof textsFor>>;

const invalidText = ({ type }: FormField, texts: Texts): string =>
  type === 'text' ? texts.required : texts[type];

const choicesOf = ({ type, choices }: FormField, texts: Texts): string[] =>
  type === 'boolean' ? [texts.yes, texts.no] : choices;

const isOpen = ({ values }: Progress, { name }: FormField): boolean => !Object.hasOwn(values, name);

const shownValue = (value: FormValues[string], texts: Texts): string => {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  return value === null ? '' : String(value);
};

const problemOf = (field: FormField, given: string | undefined, texts: Texts): string | undefined => {
  if (given === undefined) return undefined;
  return given.trim() === '' ? texts.required : invalidText(field, texts);
};

const askedField = (field: FormField, progress: Progress, texts: Texts): AskedField => {
  const { name, label, type, required, description } = field;
  const given = progress.rejected.get(name);
  const error = problemOf(field, given, texts);
  const value = isOpen(progress, field) ? given : shownValue(progress.values[name]!, texts);
  return {
    name,
    label,
    type,
    required,
    description,
    choices: choicesOf(field, texts),
    invalidText: invalidText(field, texts),
    ...(value === undefined ? {} : { value }),
    ...(error === undefined ? {} : { error }),
  };
};

const describe = (field: FormField, texts: Texts): string => {
  const choices = choicesOf(field, texts);
  return [
    `- ${field.label}`,
    field.required ? '' : ` (${texts.optional})`,
    field.description === '' ? '' : `: ${field.description}`,
    choices.length === 0 ? '' : ` (${choices.join(' / ')})`,
  ].join('');
};

/** For clients without forms: the open fields, what is wrong with the last message, and the next field. */
const asLines = (text: string, { node }: FormInput, progress: Progress, texts: Texts): string => {
  const open = node.fields.filter((field) => isOpen(progress, field));
  const problems = open.flatMap((field) => {
    const problem = problemOf(field, progress.rejected.get(field.name), texts);
    return problem === undefined ? [] : [`${field.label}: ${problem}`];
  });
  const [next] = open;
  const isFirst = open.length === node.fields.length;
  return [
    text,
    problems.join('\n'),
    isFirst && open.length > 1 ? open.map((field) => describe(field, texts)).join('\n') : '',
    isFirst && open.length > 1 ? texts.howTo.replace('{example}', () => next!.label) : '',
    [
      isFirst && open.length > 1 ? next!.label : describe(next!, texts).slice(2),
      next!.required ? '' : texts.skip,
    ]
      .filter((part) => part !== '')
      .join('\n'),
  ]
    .filter((part) => part.trim() !== '')
    .join('\n\n');
};

const questionOf = async (input: FormInput, text: string, progress: Progress) => {
  const texts = await textsFor(input);
  const { values, attempts } = progress;
  const snapshot: FormSnapshot = { values, attempts };
  if (!isOnPage(input)) return { text: asLines(text, input, progress, texts), asks: undefined, snapshot };
  const fields = input.node.fields.map((field) => askedField(field, progress, texts));
  const asks = {
    kind: 'form',
    fields,
    requiredText: texts.required,
    optionalText: texts.optional,
  } as const;
  return { text, asks, snapshot };
};

/** Asks for several fields, and continues when all of them are valid. */
export const askForm: Component<'form'> = (input) => {
  const { node, state, resumed } = input;
  const { variables } = state;
  if (resumed === undefined) {
    const nothing = { values: {}, attempts: 0, rejected: new Map() };
    return ask(input, () => questionOf(input, renderTemplate(node.text, variables), nothing));
  }
  const before = resumed as FormSnapshot;
  return readAnswer(input, async (answer) => {
    if (isCancelled(node, answer)) return { branch: questionBranches.cancelled };
    const { values, rejected } = readForm(answer, node.fields, before.values);
    // A page sends all fields at once and leaves out empty ones. Text may name them one after the other.
    if (isOnPage(input) && rejected.size === 0)
      for (const { name, required } of node.fields)
        if (!required && !Object.hasOwn(values, name)) values[name] = null;
    if (node.fields.every(({ name }) => Object.hasOwn(values, name))) {
      variables.set(node.saveAs, values);
      return { branch: 'next' };
    }
    const isProgress = Object.keys(values).length > Object.keys(before.values).length;
    const attempts = isProgress ? before.attempts : before.attempts + 1;
    if (attempts >= node.maxAttempts) return { branch: questionBranches.failed };
    // In a text, the next field is the question. A page shows the form again.
    const hasText = isOnPage(input) || (rejected.size > 0 && node.retryText.trim() !== '');
    const text = hasText ? retryTextOf(input) : '';
    return { asksAgain: await questionOf(input, text, { values, attempts, rejected }) };
  });
};
