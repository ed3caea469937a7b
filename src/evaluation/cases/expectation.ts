import { type Static, Type } from 'typebox';
import { caseLimits } from './case-limits.ts';

const Expected = (description: string) =>
  Type.String({ minLength: 1, maxLength: caseLimits.expectedCharacters, description });

const turn = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: caseLimits.turns,
    description:
      'The message whose answer is checked, from 1. Default: the last one; for handoff, calls-tool, cites and retrieves: any of them',
  }),
);

const Document = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'ID of a document of the agent, or its name',
});

/** What an answer is expected to be. */
export const Expectation = Type.Union(
  [
    Type.Object({
      type: Type.Literal('contains'),
      text: Expected('Text in the answer. Upper and lower case are equal'),
      turn,
    }),
    Type.Object({
      type: Type.Literal('not-contains'),
      text: Expected('Text that must not be in the answer'),
      turn,
    }),
    Type.Object({
      type: Type.Literal('pattern'),
      pattern: Type.String({
        minLength: 1,
        maxLength: caseLimits.patternCharacters,
        description:
          'Regular expression that the answer matches, without lookaround and backreferences. Upper and lower case are equal',
      }),
      turn,
    }),
    Type.Object({
      type: Type.Literal('json-schema'),
      schema: Type.Record(Type.String(), Type.Unknown(), {
        description: 'JSON Schema of the answer, which is JSON or contains one JSON code block',
      }),
      turn,
    }),
    Type.Object({ type: Type.Literal('cites'), document: Document, turn }),
    Type.Object({
      type: Type.Literal('retrieves'),
      document: Document,
      topK: Type.Integer({
        minimum: 1,
        maximum: caseLimits.topK,
        description: 'The document is among the first passages of a search, up to this one',
      }),
      turn,
    }),
    Type.Object({
      type: Type.Literal('handoff'),
      expected: Type.Boolean({ description: 'Whether the agent hands the conversation over to a person' }),
      turn,
    }),
    Type.Object({
      type: Type.Literal('calls-tool'),
      tool: Type.String({ minLength: 1, maxLength: 128 }),
      arguments: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'Arguments that the call must have. It may have more. Default: any arguments',
        }),
      ),
      turn,
    }),
    Type.Object({
      type: Type.Literal('refuses'),
      expected: Type.Boolean({
        description: 'Whether the answer says that it cannot help, or knows nothing',
      }),
      turn,
    }),
    Type.Object({
      type: Type.Literal('similar'),
      reference: Expected('Answer to compare with, by meaning'),
      threshold: Type.Number({ minimum: 0, maximum: 1, description: 'Minimum similarity' }),
      turn,
    }),
    Type.Object({
      type: Type.Literal('judge'),
      rubric: Expected('What a model checks. Its decision and its reasons are stored'),
      turn,
    }),
  ],
  { title: 'Expectation' },
);

export type Expectation = Static<typeof Expectation>;
export type ExpectationType = Expectation['type'];

export const defaultThreshold = 0.7;
