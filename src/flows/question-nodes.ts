import { type Static, Type } from 'typebox';
import { Nullable, node, Template, VariableName } from './node-parts.ts';

/** Branches of a component that waits for an answer, besides `next`. */
export const questionBranches = {
  /** An answer that is not one of the choices, if other answers are accepted. */
  other: 'other',
  /** No valid answer after the last attempt. */
  failed: 'failed',
  /** The user wrote a cancel word. */
  cancelled: 'cancelled',
} as const;

const Line = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^(?=.*\\S)[^\\r\\n]*$' });

const Choices = Type.Array(Line(100), { maxItems: 20, default: [] });

const waiting = {
  retryText: Template(''),
  maxAttempts: Type.Integer({
    minimum: 1,
    maximum: 10,
    default: 3,
    description: 'Invalid answers before the branch "failed"',
  }),
  expiresAfterMinutes: Type.Integer({
    minimum: 1,
    maximum: 43_200,
    default: 1440,
    description: 'After this time a message starts the flow again',
  }),
  cancelWords: Type.Array(Line(100), {
    maxItems: 20,
    default: [],
    description: 'Answers that lead to the branch "cancelled"',
  }),
  saveAs: VariableName,
};

const answerChecks = ['none', 'number', 'email', 'phone', 'date', 'pattern'] as const;

/** Ends the round with a question. The next message of the conversation is the answer. */
export const AskNode = node('ask', {
  text: Template(),
  choices: Choices,
  acceptOther: Type.Boolean({
    default: false,
    description: 'Whether an answer besides the choices is accepted; it leads to the branch "other"',
  }),
  check: Type.Unsafe<(typeof answerChecks)[number]>(
    Type.Union(
      answerChecks.map((name) => Type.Literal(name)),
      { default: 'none' },
    ),
  ),
  pattern: Type.String({
    maxLength: 200,
    default: '',
    description: 'Regular expression that the whole answer must match, for the check "pattern"',
  }),
  ...waiting,
  saveFilesAs: Nullable({
    ...VariableName,
    description: 'Variable for the list of files of the answer',
  } as typeof VariableName),
});

const fieldTypes = ['text', 'number', 'email', 'phone', 'date', 'choice', 'boolean'] as const;

const FormField = Type.Object(
  {
    name: VariableName,
    label: Type.String({ minLength: 1, maxLength: 100, pattern: '^(?=.*\\S)[^\\r\\n:：]*$' }),
    type: Type.Unsafe<(typeof fieldTypes)[number]>(
      Type.Union(
        fieldTypes.map((name) => Type.Literal(name)),
        { default: 'text' },
      ),
    ),
    required: Type.Boolean({ default: true }),
    description: Type.String({ maxLength: 500, default: '' }),
    choices: Choices,
  },
  { additionalProperties: false },
);

/** Ends the round with a form. The next messages of the conversation fill it in. */
export const FormNode = node('form', {
  text: Template(),
  fields: Type.Array(FormField, { minItems: 1, maxItems: 20 }),
  ...waiting,
});

export type FormField = Static<typeof FormField>;
