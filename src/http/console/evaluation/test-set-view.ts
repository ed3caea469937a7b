import { type Static, Type } from 'typebox';
import {
  type CaseContent,
  caseLimits,
  Expectation,
  labelOfCase,
  type SetSettings,
  setLimits,
  type TestCase,
  type TestRun,
  type TestSet,
} from '../../../evaluation/index.ts';
import { ModelReference } from '../../../models/index.ts';
import { describedBy, oneOf } from '../../schema.ts';
import { AgentParams, Name, NullableTime, Time, toNullableTime, toTime } from '../wire/wire-schemas.ts';
import { presentTestRun, TestRunView } from './test-run-view.ts';

export const setsPath = '/workspaces/:workspaceId/agents/:agentId/test-sets';
export const SetParams = Type.Object({ ...AgentParams.properties, setId: Type.String() });
export const CaseParams = Type.Object({ ...SetParams.properties, caseId: Type.String() });

const settingFields = {
  name: Name,
  description: Type.String({ maxLength: setLimits.descriptionCharacters }),
  judgeModel: Type.Union([ModelReference, Type.Null()], {
    description: 'Model that judges answers. Null: the model of the agent',
  }),
  repeats: Type.Integer({
    minimum: 1,
    maximum: setLimits.repeats,
    description: 'How often a run sends each case. More than once gives a pass rate per case',
  }),
  schedule: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'off, hourly, daily, weekly, or a cron expression with five fields in UTC',
  }),
  requiredPassRate: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
    description:
      'Share of attempts that must pass before the agent can be published, in a run with the version to publish. Null: not required',
  }),
};

export const SetInput = Type.Object({
  name: Name,
  description: Type.Optional(settingFields.description),
  judgeModel: Type.Optional(settingFields.judgeModel),
  repeats: Type.Optional(settingFields.repeats),
  schedule: Type.Optional(settingFields.schedule),
  requiredPassRate: Type.Optional(settingFields.requiredPassRate),
});

export const SetPatch = Type.Object({
  ...SetInput.properties,
  name: Type.Optional(settingFields.name),
});

export const readSettings = <Rest extends Omit<SetSettings, 'name'>>(
  given: Static<typeof SetPatch>,
  rest: Rest,
): Rest => ({
  ...rest,
  ...given,
  ...(given.name === undefined ? {} : { name: given.name.trim() }),
});

export const SetView = Type.Object(
  {
    id: Type.String(),
    ...settingFields,
    nextRunAt: NullableTime,
    cases: Type.Integer(),
    lastRun: Type.Union([TestRunView, Type.Null()]),
    createdBy: Type.String({ description: 'E-mail address of the operator; empty: added with a token' }),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'TestSet' },
);

export const presentSet = (
  set: TestSet,
  { cases, run }: { cases: number; run: TestRun | undefined },
): Static<typeof SetView> => ({
  id: set.id,
  name: set.name,
  description: set.description,
  judgeModel: set.judgeModel,
  repeats: set.repeats,
  schedule: set.schedule,
  nextRunAt: toNullableTime(set.nextRunAtMs),
  requiredPassRate: set.requiredPassRate,
  cases,
  lastRun: run ? presentTestRun(run) : null,
  createdBy: set.creatorEmail,
  createdAt: toTime(set.createdAtMs),
  updatedAt: toTime(set.updatedAtMs),
});

const FileView = Type.Object({
  fileId: Type.Union([Type.String(), Type.Null()], {
    description: 'Null: the file is missing and must be attached again',
  }),
  name: Type.String(),
  sizeBytes: Type.Integer(),
});

export const TurnView = Type.Object(
  { text: Type.String(), files: Type.Array(FileView) },
  { title: 'TestTurn' },
);

export const CaseView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    label: Type.String({ description: 'The name, or the first message' }),
    turns: Type.Array(TurnView),
    expectations: describedBy<CaseContent['expectations']>(Type.Array(Expectation)),
    origin: oneOf(['manual', 'import', 'conversation', 'rating']),
    conversationId: Type.Union([Type.String(), Type.Null()], {
      description: 'The conversation that it was made from. Erasing it deletes the case',
    }),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'TestCase' },
);

export const presentCase = (one: TestCase): Static<typeof CaseView> => ({
  id: one.id,
  name: one.name,
  label: labelOfCase(one),
  turns: one.turns,
  expectations: one.expectations,
  origin: one.origin,
  conversationId: one.sourceConversationId,
  createdAt: toTime(one.createdAtMs),
  updatedAt: toTime(one.updatedAtMs),
});

/** A case as it is sent. Checked by `readCase`, whose messages name the field. */
export const CaseInput = describedBy<unknown>(
  Type.Object(
    {
      name: Type.Optional(
        Type.String({
          maxLength: caseLimits.nameCharacters,
          description: 'Default: none; the case is shown by its first message',
        }),
      ),
      turns: Type.Array(
        Type.Object({
          text: Type.Optional(Type.String({ maxLength: caseLimits.textCharacters })),
          files: Type.Optional(
            Type.Array(
              Type.Object({
                name: Type.String({ maxLength: 1024 }),
                fileId: Type.Optional(
                  Type.Union([Type.String(), Type.Null()], { description: 'A file that the case has' }),
                ),
                base64Content: Type.Optional(Type.String({ description: 'A new file' })),
              }),
              { maxItems: caseLimits.filesOfTurn },
            ),
          ),
        }),
        { minItems: 1, maxItems: caseLimits.turns, description: 'Messages of the user, in their order' },
      ),
      expectations: Type.Optional(
        Type.Array(Expectation, {
          maxItems: caseLimits.expectations,
          description: 'All must be met. Without any, a case passes if the agent answers',
        }),
      ),
    },
    { title: 'TestCaseInput' },
  ),
);
