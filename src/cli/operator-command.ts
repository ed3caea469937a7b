import {
  type Command,
  type CommandContext,
  readArguments,
  required,
  runAction,
  UsageError,
} from './command.ts';
import { findWorkspace } from './find-target.ts';
import { commandLine, withRooms } from './open-rooms.ts';

const help = `Operators sign in to the console.

  frontdesk operator create --email EMAIL [--name NAME] [--role owner|editor|viewer] [--workspace ID|NAME]
  frontdesk operator password --email EMAIL

The password is asked for, or read from standard input. The role is owner unless said otherwise.`;

const minPasswordLength = 10;
const roles = ['owner', 'editor', 'viewer'] as const;

const readPassword = async ({ readSecret }: CommandContext): Promise<string> => {
  const password = await readSecret(`Password (at least ${minPasswordLength} characters): `);
  if (password.length < minPasswordLength)
    throw new Error(`The password must have at least ${minPasswordLength} characters`);
  return password;
};

const create = async (args: string[], context: CommandContext) => {
  const { values } = readArguments(args, {
    email: { type: 'string' },
    name: { type: 'string' },
    role: { type: 'string', default: 'owner' },
    workspace: { type: 'string' },
  });
  const email = required(values.email, '--email');
  if (!/^\s*[^@\s]+@[^@\s]+\s*$/.test(email)) throw new UsageError('--email must be an e-mail address');
  const role = roles.find((one) => one === values.role);
  if (!role) throw new UsageError(`--role must be one of ${roles.join(', ')}`);
  const config = context.loadConfig();
  await withRooms(config, async (rooms) => {
    const { db, operators, audit } = rooms;
    const workspace = await findWorkspace(rooms, values.workspace);
    const passwordHash = await operators.hashPassword(await readPassword(context));
    const operator = await db.transaction(async (tx) => {
      const created = await operators.create(tx, { email, name: values.name ?? email.trim(), passwordHash });
      await operators.setRole(tx, created.id, { workspaceId: workspace.id, role });
      await audit.record(tx, {
        workspaceId: workspace.id,
        actor: commandLine,
        action: 'operator.add',
        targetKind: 'operator',
        targetId: created.id,
        changes: { email: [null, created.email], role: [null, role] },
      });
      return created;
    });
    context.print(`${operator.email} may sign in as ${role} of ${workspace.name}`);
  });
};

const password = async (args: string[], context: CommandContext) => {
  const { values } = readArguments(args, { email: { type: 'string' } });
  const email = required(values.email, '--email');
  await withRooms(context.loadConfig(), async ({ db, operators, audit }) => {
    const operator = await operators.findByEmail(db.query, email);
    if (!operator) throw new Error(`There is no operator ${email}`);
    const passwordHash = await operators.hashPassword(await readPassword(context));
    await db.transaction(async (tx) => {
      await operators.setPassword(tx, operator.id, { passwordHash, passwordChosen: false });
      await audit.record(tx, {
        workspaceId: null,
        actor: commandLine,
        action: 'operator.password',
        targetKind: 'operator',
        targetId: operator.id,
        changes: { password: ['••••', '••••'] },
      });
    });
    context.print(`The password of ${operator.email} is changed; their sessions have ended`);
  });
};

export const operatorCommand: Command = {
  name: 'operator',
  summary: 'create an operator or set a password',
  help,
  run: runAction({ create, password }),
};
