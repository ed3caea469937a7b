import { commandLineActor } from '../../audit/index.ts';
import { keyPrefix } from '../../auth/index.ts';
import {
  type Command,
  type CommandContext,
  readArguments,
  required,
  runAction,
  UsageError,
} from '../command.ts';
import { findAgent } from '../find-target.ts';
import { type Rooms, withRooms } from '../open-rooms.ts';
import { printTable } from '../print-table.ts';

const help = `Manage API keys. An API key gives access to the developer API of one agent.

  frontdesk key create [--agent ID|NAME] [--name NAME] [--expires 30d|2030-01-31]
  frontdesk key list   [--agent ID|NAME]
  frontdesk key revoke KEY_ID [--agent ID|NAME]

The key is shown only once, when it is created. --agent is optional if there is only one agent. A running
service refuses a revoked key within a second.`;

const dayMs = 24 * 3600 * 1000;

/** "30d" from now, or a date. */
export const readExpiry = (text: string | undefined, nowMs: number): number | null => {
  if (text === undefined) return null;
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  const timeMs = days === undefined ? Date.parse(text) : nowMs + Number(days) * dayMs;
  if (!(timeMs > nowMs))
    throw new UsageError('--expires must be a number of days such as 30d, or a future date');
  return timeMs;
};

const create = async (args: string[], { loadConfig, print }: CommandContext) => {
  const { values } = readArguments(args, {
    agent: { type: 'string' },
    name: { type: 'string', default: 'Command line' },
    expires: { type: 'string' },
  });
  const name = required(values.name, '--name');
  await withRooms(loadConfig(), async (rooms) => {
    const { db, apiKeys, audit, clock } = rooms;
    const expiresAtMs = readExpiry(values.expires, clock.nowMs());
    const agent = await findAgent(rooms, values.agent);
    const { id, key } = await db.transaction(async (tx) => {
      const made = await apiKeys.create(tx, { agentId: agent.id, name, expiresAtMs });
      await audit.record(tx, {
        workspaceId: agent.workspaceId,
        actor: commandLineActor,
        action: 'key.create',
        targetKind: 'key',
        targetId: made.id,
        changes: { name: [null, name], agentId: [null, agent.id], prefix: [null, keyPrefix(made.key)] },
      });
      return made;
    });
    print(`Created API key ${id} of agent ${agent.name}. It is shown only once:`);
    print(key);
  });
};

export const shownTime = (timeMs: number | null): string =>
  timeMs === null ? '-' : new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ');

const list = async (args: string[], { loadConfig, print }: CommandContext) => {
  const { values } = readArguments(args, { agent: { type: 'string' } });
  await withRooms(loadConfig(), async (rooms) => {
    const agent = await findAgent(rooms, values.agent);
    const keys = await rooms.apiKeys.list(agent.id);
    printTable(
      print,
      ['ID', 'NAME', 'PREFIX', 'CREATED', 'EXPIRES', 'REVOKED', 'LAST USED'],
      keys.map((key) => [
        key.id,
        key.name,
        `${key.prefix}…`,
        shownTime(key.createdAtMs),
        shownTime(key.expiresAtMs),
        shownTime(key.revokedAtMs),
        shownTime(key.lastUsedAtMs),
      ]),
    );
  });
};

const revokeKey = async (rooms: Rooms, keyId: string, wantedAgent: string | undefined): Promise<void> => {
  const { db, apiKeys, audit } = rooms;
  const agent = await findAgent(rooms, wantedAgent);
  await db.transaction(async (tx) => {
    if (!(await apiKeys.revoke(tx, { agentId: agent.id, keyId })))
      throw new Error(`Agent ${agent.name} has no active key ${keyId}`);
    await audit.record(tx, {
      workspaceId: agent.workspaceId,
      actor: commandLineActor,
      action: 'key.revoke',
      targetKind: 'key',
      targetId: keyId,
      changes: { revoked: [false, true] },
    });
  });
};

const revoke = async (args: string[], { loadConfig, print }: CommandContext) => {
  const { values, positionals } = readArguments(args, { agent: { type: 'string' } }, { positionals: 1 });
  const keyId = required(positionals[0], 'KEY_ID');
  await withRooms(loadConfig(), (rooms) => revokeKey(rooms, keyId, values.agent));
  print(`Revoked key ${keyId}`);
};

export const keyCommand: Command = {
  name: 'key',
  summary: 'create, list or revoke API keys of an agent',
  help,
  run: runAction({ create, list, revoke }),
};
