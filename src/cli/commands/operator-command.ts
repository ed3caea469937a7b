import { commandLineActor } from '../../audit/index.ts';
import { baseUrlOf } from '../../config/index.ts';
import { clearSecondFactor } from '../clear-second-factor.ts';
import {
  type Command,
  type CommandContext,
  readArguments,
  required,
  runAction,
  UsageError,
} from '../command.ts';
import { findWorkspace } from '../find-target.ts';
import { type Rooms, withRooms } from '../open-rooms.ts';
import { readRole } from '../read-role.ts';

const help = `Manage operators. Operators sign in to the console.

  frontdesk operator create --email EMAIL [--name NAME] [--role owner|editor|viewer|support] [--workspace ID|NAME]
  frontdesk operator invite --email EMAIL [--role owner|editor|viewer|support] [--workspace ID|NAME]
  frontdesk operator reset-link EMAIL
  frontdesk operator clear-second-factor EMAIL
  frontdesk operator remove EMAIL

create               asks for a password, or reads it from standard input
invite               prints a link with which the person joins and chooses a password
reset-link           prints a link with which the person chooses a new password
clear-second-factor  removes authenticator app, passkeys, recovery codes and single sign-on of a person who lost them
remove               deletes the account and its roles in all workspaces

Links work once. The default role is owner.`;

const minPasswordLength = 10;

const readPassword = async ({ readSecret }: CommandContext): Promise<string> => {
  const password = await readSecret(`Password (at least ${minPasswordLength} characters): `);
  if (password.length < minPasswordLength)
    throw new Error(`The password must have at least ${minPasswordLength} characters`);
  return password;
};

const readEmail = (text: string | undefined, name: string): string => {
  const email = required(text, name);
  if (!/^\s*[^@\s]+@[^@\s]+\s*$/.test(email)) throw new UsageError(`${name} must be an e-mail address`);
  return email;
};

const memberOptions = {
  email: { type: 'string' },
  role: { type: 'string', default: 'owner' },
  workspace: { type: 'string' },
} as const;

const create = async (args: string[], context: CommandContext) => {
  const { values } = readArguments(args, { ...memberOptions, name: { type: 'string' } });
  const email = readEmail(values.email, '--email');
  const role = readRole(values.role);
  await withRooms(context.loadConfig(), async (rooms) => {
    const { db, operators, audit } = rooms;
    const workspace = await findWorkspace(rooms, values.workspace);
    const passwordHash = await operators.hashPassword(await readPassword(context));
    const operator = await db.transaction(async (tx) => {
      const created = await operators.create(tx, { email, name: values.name ?? email.trim(), passwordHash });
      await operators.setRole(tx, created.id, { workspaceId: workspace.id, role });
      await audit.record(tx, {
        workspaceId: workspace.id,
        actor: commandLineActor,
        action: 'operator.add',
        targetKind: 'operator',
        targetId: created.id,
        changes: { email: [null, created.email], role: [null, role] },
      });
      return created;
    });
    context.print(`Created ${operator.email}, ${role} of ${workspace.name}`);
  });
};

const invite = async (args: string[], { loadConfig, print }: CommandContext) => {
  const { values } = readArguments(args, memberOptions);
  const email = readEmail(values.email, '--email');
  const role = readRole(values.role);
  const config = loadConfig();
  await withRooms(config, async (rooms) => {
    const { db, invitations, audit } = rooms;
    const workspace = await findWorkspace(rooms, values.workspace);
    const { token } = await db.transaction(async (tx) => {
      const by = { name: commandLineActor, id: commandLineActor };
      const made = await invitations.create(tx, { workspaceId: workspace.id, email, role, by });
      await audit.record(tx, {
        workspaceId: workspace.id,
        actor: commandLineActor,
        action: 'operator.invite',
        targetKind: 'invitation',
        targetId: made.invitation.id,
        changes: { email: [null, made.invitation.email], role: [null, role] },
      });
      return made;
    });
    print(
      `Invitation link for ${email.trim()}, ${role} of ${workspace.name}. It works once and expires in 7 days:`,
    );
    print(`${baseUrlOf(config)}/console/invitation#${token}`);
  });
};

const findOperator = async ({ db, operators }: Rooms, email: string) => {
  const operator = await operators.findByEmail(db.query, email);
  if (!operator) throw new Error(`There is no operator ${email}`);
  return operator;
};

const resetLink = async (args: string[], { loadConfig, print }: CommandContext) => {
  const { positionals } = readArguments(args, {}, { positionals: 1 });
  const email = readEmail(positionals[0], 'EMAIL');
  const config = loadConfig();
  await withRooms(config, async (rooms) => {
    const { db, resetLinks, audit } = rooms;
    const operator = await findOperator(rooms, email);
    if (operator.disabledAtMs !== null) throw new Error(`The account of ${operator.email} is locked`);
    const { token } = await db.transaction(async (tx) => {
      const made = await resetLinks.create(tx, operator.id);
      await audit.record(tx, {
        workspaceId: null,
        actor: commandLineActor,
        action: 'operator.reset-link',
        targetKind: 'operator',
        targetId: operator.id,
        changes: { email: [operator.email, operator.email] },
      });
      return made;
    });
    print(`Link to set a new password for ${operator.email}. It works once and expires in 24 hours:`);
    print(`${baseUrlOf(config)}/console/new-password#${token}`);
  });
};

const remove = async (args: string[], { loadConfig, print }: CommandContext) => {
  const { positionals } = readArguments(args, {}, { positionals: 1 });
  const email = readEmail(positionals[0], 'EMAIL');
  await withRooms(loadConfig(), async (rooms) => {
    const { db, operators, invitations, resetLinks, audit } = rooms;
    const operator = await findOperator(rooms, email);
    await db.transaction(async (tx) => {
      const memberships = await operators.memberships(tx, operator.id);
      await operators.remove(tx, operator.id);
      await invitations.withdrawAllBy(tx, operator.id, null);
      await resetLinks.endAllBy(tx, operator.id);
      for (const { workspaceId, role } of memberships)
        await audit.record(tx, {
          workspaceId,
          actor: commandLineActor,
          action: 'operator.remove',
          targetKind: 'operator',
          targetId: operator.id,
          changes: { email: [operator.email, null], role: [role, null], account: ['open', 'deleted'] },
        });
    });
    print(`Deleted the account of ${operator.email} and ended its sessions`);
  });
};

export const operatorCommand: Command = {
  name: 'operator',
  summary: 'create, invite or remove operators, reset passwords and second factors',
  help,
  run: runAction({
    create,
    invite,
    'reset-link': resetLink,
    'clear-second-factor': clearSecondFactor,
    remove,
  }),
};
