import { commandLineActor } from '../../audit/index.ts';
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
import { printTable } from '../print-table.ts';
import { readRole } from '../read-role.ts';
import { readExpiry, shownTime } from './key-command.ts';

const help = `Manage operator tokens. Scripts use them to call the management API.

  frontdesk token create --name NAME [--role owner|editor|viewer|support] [--workspace ID|NAME] [--expires 30d|2030-01-31]
  frontdesk token list   [--workspace ID|NAME]
  frontdesk token revoke TOKEN_ID

Without --workspace a token is valid in all workspaces. The default role is owner. The token is shown only once,
when it is created. A running service refuses a revoked token immediately and ends its sessions.`;

const everything = { offset: 0, limit: 10_000 };

/** undefined: all workspaces. */
const scopeOf = async (rooms: Rooms, workspace: string | undefined) =>
  workspace === undefined ? undefined : findWorkspace(rooms, workspace);

const create = async (args: string[], { loadConfig, print }: CommandContext) => {
  const { values } = readArguments(args, {
    name: { type: 'string' },
    role: { type: 'string', default: 'owner' },
    workspace: { type: 'string' },
    expires: { type: 'string' },
  });
  const name = required(values.name, '--name');
  if (name.length > 100) throw new UsageError('--name must have at most 100 characters');
  const role = readRole(values.role);
  await withRooms(loadConfig(), async (rooms) => {
    const { db, audit, clock, operatorTokens } = rooms;
    const expiresAtMs = readExpiry(values.expires, clock.nowMs());
    const workspace = await scopeOf(rooms, values.workspace);
    const workspaceId = workspace?.id ?? null;
    const { token, row } = await db.transaction(async (tx) => {
      const made = await operatorTokens.create(tx, {
        name,
        role,
        workspaceId,
        expiresAtMs,
        createdBy: commandLineActor,
      });
      await audit.record(tx, {
        workspaceId,
        actor: commandLineActor,
        action: 'token.create',
        targetKind: 'token',
        targetId: made.row.id,
        changes: { name: [null, name], role: [null, role] },
      });
      return made;
    });
    print(
      `Created token ${row.id}, ${role} of ${workspace?.name ?? 'all workspaces'}. It is shown only once:`,
    );
    print(token);
  });
};

/** Tokens of one workspace, or all tokens. */
const listAll = async (rooms: Rooms, wanted: string | undefined) => {
  const { operatorTokens, workspaces } = rooms;
  const only = await scopeOf(rooms, wanted);
  const scopes = only
    ? [only]
    : [{ id: null, name: '(all workspaces)' }, ...(await workspaces.list(undefined, everything)).workspaces];
  const lists = await Promise.all(
    scopes.map(async ({ id, name }) =>
      (await operatorTokens.list(id, everything)).tokens.map((token) => ({ ...token, scope: name })),
    ),
  );
  return lists.flat();
};

const list = async (args: string[], { loadConfig, print }: CommandContext) => {
  const { values } = readArguments(args, { workspace: { type: 'string' } });
  await withRooms(loadConfig(), async (rooms) => {
    const rows = await listAll(rooms, values.workspace);
    printTable(
      print,
      ['ID', 'NAME', 'KIND', 'ROLE', 'WORKSPACE', 'CREATED BY', 'CREATED', 'EXPIRES', 'REVOKED', 'LAST USED'],
      rows.map((row) => [
        row.id,
        row.name,
        row.kind,
        row.role,
        row.scope,
        row.createdBy,
        ...[row.createdAtMs, row.expiresAtMs, row.revokedAtMs, row.lastUsedAtMs].map(shownTime),
      ]),
    );
  });
};

const revoke = async (args: string[], { loadConfig, print }: CommandContext) => {
  const { positionals } = readArguments(args, {}, { positionals: 1 });
  const id = required(positionals[0], 'TOKEN_ID');
  await withRooms(loadConfig(), async ({ db, audit, operatorTokens, invitations, resetLinks }) => {
    await db.transaction(async (tx) => {
      const workspaceId = (await operatorTokens.find(tx, id))?.workspaceId ?? null;
      const name = await operatorTokens.revoke(tx, { id, workspaceId });
      if (name === undefined) throw new Error(`There is no active token ${id}`);
      await invitations.withdrawAllBy(tx, id, workspaceId);
      await resetLinks.endAllBy(tx, id);
      await audit.record(tx, {
        workspaceId,
        actor: commandLineActor,
        action: 'token.revoke',
        targetKind: 'token',
        targetId: id,
        changes: { name: [name, null] },
      });
    });
  });
  print(`Revoked token ${id}`);
};

export const tokenCommand: Command = {
  name: 'token',
  summary: 'create, list or revoke operator tokens',
  help,
  run: runAction({ create, list, revoke }),
};
