import { commandLineActor } from '../../audit/index.ts';
import { type Command, type CommandContext, readArguments, required, runAction } from '../command.ts';
import { findWorkspace, listEveryAgent } from '../find-target.ts';
import { withRooms } from '../open-rooms.ts';
import { printTable } from '../print-table.ts';
import { exportAgent, importAgent } from './agent-file-actions.ts';

const help = `List, create, export or import agents. Change their settings in the console or through the management API.

  frontdesk agent list
  frontdesk agent create --name NAME [--workspace ID|NAME]
  frontdesk agent export --output FILE [--agent ID|NAME] [--knowledge]
  frontdesk agent import --file FILE [--name NAME] [--workspace ID|NAME]

--workspace is optional if there is only one workspace, --agent if there is only one agent. An exported file contains no
secrets. --knowledge includes the documents. A file whose name ends with .gz is packed.`;

const list = async (args: string[], { loadConfig, print }: CommandContext) => {
  readArguments(args, {});
  await withRooms(loadConfig(), async (rooms) => {
    const agents = await listEveryAgent(rooms);
    printTable(
      print,
      ['ID', 'NAME', 'KIND', 'API', 'WORKSPACE'],
      agents.map((agent) => [
        agent.id,
        agent.name,
        agent.kind,
        agent.apiEnabled ? 'on' : 'off',
        agent.workspaceId,
      ]),
    );
  });
};

const create = async (args: string[], { loadConfig, print }: CommandContext) => {
  const { values } = readArguments(args, { name: { type: 'string' }, workspace: { type: 'string' } });
  const name = required(values.name, '--name');
  await withRooms(loadConfig(), async (rooms) => {
    const workspace = await findWorkspace(rooms, values.workspace);
    const agent = await rooms.db.transaction(async (tx) => {
      const created = await rooms.agents.create(
        tx,
        { workspaceId: workspace.id, name },
        { by: commandLineActor },
      );
      await rooms.audit.record(tx, {
        workspaceId: workspace.id,
        actor: commandLineActor,
        action: 'agent.create',
        targetKind: 'agent',
        targetId: created.id,
        changes: { name: [null, name] },
      });
      return created;
    });
    print(`Created agent ${agent.id}. To create an API key for it: frontdesk key create --agent ${agent.id}`);
  });
};

export const agentCommand: Command = {
  name: 'agent',
  summary: 'list, create, export or import agents',
  help,
  run: runAction({ list, create, export: exportAgent, import: importAgent }),
};
