import { Type } from 'typebox';
import {
  consoleLanguages,
  findSetup,
  isInstallationOwner,
  type Operator,
  permissionTable,
  roleIn,
  type Setup,
  setupSteps,
  unmetRequirement,
  visibleWorkspaces,
} from '../../../accounts/index.ts';
import type { Database } from '../../../db/index.ts';
import type { Workspaces } from '../../../workspaces/index.ts';
import { oneOf } from '../../schema.ts';
import { NullableText, Role } from '../wire/wire-schemas.ts';

/** Further workspaces are in the list of workspaces, but not in the session. */
const maxShownWorkspaces = 1000;

export const Method = Type.Union(
  [Type.Literal('password'), Type.Literal('passkey'), Type.Literal('sso'), Type.Literal('token')],
  { description: 'Sign-in method of the session' },
);
export const SecondFactor = Type.Union(
  [
    Type.Literal('code'),
    Type.Literal('recovery-code'),
    Type.Literal('passkey'),
    Type.Literal('provider'),
    Type.Null(),
  ],
  { description: 'Second factor that was checked; `provider`: checked by the identity provider' },
);

export const Language = Type.Union([oneOf(consoleLanguages), Type.Null()], {
  description: 'Language of the console. null: the language of the browser',
});

export const Session = Type.Object(
  {
    kind: Type.Union([Type.Literal('person'), Type.Literal('token')]),
    id: Type.String(),
    name: Type.String(),
    email: Type.Union([Type.String(), Type.Null()]),
    language: Language,
    method: Method,
    secondFactor: SecondFactor,
    isInstallationOwner: Type.Boolean({
      description: 'Whether the session may manage the whole installation',
    }),
    workspaces: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        role: Role,
        unmet: Type.Union([Type.Literal('second-factor'), Type.Literal('sso'), Type.Null()], {
          description: 'Sign-in requirement of the workspace that this session does not satisfy',
        }),
      }),
    ),
    setup: Type.Union(
      [
        Type.Object({
          workspaceId: Type.String(),
          step: oneOf(setupSteps, 'The next step'),
          agentId: NullableText({ description: 'The first agent, once it exists' }),
        }),
        Type.Null(),
      ],
      { description: 'Setup of the installation that the first operator has not finished; null: none' },
    ),
    permissions: Type.Record(Type.String(), Type.Array(Role), {
      description: 'The roles that have each permission',
    }),
  },
  { title: 'Session' },
);

/** Only for somebody who may still do its steps. */
const unfinishedSetup = async (db: Database, operator: Operator): Promise<Setup | null> => {
  if (operator.kind !== 'person') return null;
  const setup = await findSetup(db.query, operator.id);
  const mayContinue =
    setup !== undefined &&
    roleIn(operator, setup.workspaceId) === 'owner' &&
    unmetRequirement(operator, setup.workspaceId) === undefined;
  return mayContinue ? setup : null;
};

export const createDescribeSession =
  ({ db, workspaces }: { db: Database; workspaces: Workspaces }) =>
  async (operator: Operator) => {
    const { workspaces: visible } = await workspaces.list(visibleWorkspaces(operator), {
      offset: 0,
      limit: maxShownWorkspaces,
    });
    return {
      kind: operator.kind,
      id: operator.id,
      name: operator.name,
      email: operator.kind === 'person' ? operator.email : null,
      language: operator.kind === 'person' ? operator.language : null,
      method: operator.kind === 'person' ? operator.session.method : ('token' as const),
      secondFactor: operator.kind === 'person' ? operator.session.secondFactor : null,
      isInstallationOwner: isInstallationOwner(operator),
      workspaces: visible.map(({ id, name }) => ({
        id,
        name,
        role: roleIn(operator, id) ?? 'viewer',
        unmet: unmetRequirement(operator, id) ?? null,
      })),
      setup: await unfinishedSetup(db, operator),
      permissions: Object.fromEntries(
        Object.entries(permissionTable).map(([permission, roles]) => [permission, [...roles]]),
      ),
    };
  };
