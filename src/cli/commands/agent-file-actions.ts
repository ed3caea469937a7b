import { open, readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { longestFileBytes } from '../../agent-files/index.ts';
import { defaultSettings } from '../../agents/index.ts';
import { commandLineActor } from '../../audit/index.ts';
import { describeProblem } from '../../flows/index.ts';
import { createAddressCheck } from '../../http/console/agents/address-check.ts';
import { createChangedSettings } from '../../http/console/agents/settings/changed-settings.ts';
import { createReferenceCheck } from '../../http/console/flows/check-flow-references.ts';
import { systemClock } from '../../lib/clock.ts';
import { type CommandContext, readArguments, required } from '../command.ts';
import { findAgent, findWorkspace } from '../find-target.ts';
import { withAllRooms } from '../open-all-rooms.ts';

const pack = promisify(gzip);

/** `frontdesk agent export` */
export const exportAgent = async (args: string[], { loadConfig, print }: CommandContext): Promise<void> => {
  const { values } = readArguments(args, {
    agent: { type: 'string' },
    output: { type: 'string' },
    knowledge: { type: 'boolean' },
  });
  const path = required(values.output, '--output');
  await withAllRooms(loadConfig(), async (rooms) => {
    const { id } = await findAgent(rooms, values.agent);
    const agent = (await rooms.agents.findEdited(id))!;
    const file = await rooms.agentFiles.export(agent, { hasKnowledge: values.knowledge ?? false });
    const text = Buffer.from(`${JSON.stringify(file, null, 2)}\n`);
    // An existing file is never overwritten.
    const output = await open(path, 'wx', 0o600);
    await output.writeFile(path.endsWith('.gz') ? await pack(text) : text);
    await output.close();
    print(`Exported agent ${agent.name} (${agent.id}) to ${path}`);
    if (file.secrets && file.secrets.length > 0)
      print(`Secrets are not part of the file: ${file.secrets.join(', ')}`);
  });
};

/** `frontdesk agent import` */
export const importAgent = async (args: string[], { loadConfig, print }: CommandContext): Promise<void> => {
  const { values } = readArguments(args, {
    file: { type: 'string' },
    name: { type: 'string' },
    workspace: { type: 'string' },
  });
  const path = required(values.file, '--file');
  const config = loadConfig();
  if ((await stat(path)).size > longestFileBytes)
    throw new Error(`${path} is larger than ${longestFileBytes / 2 ** 20} MB`);
  const bytes = await readFile(path);
  await withAllRooms(config, async (rooms) => {
    const file = await rooms.agentFiles.read(bytes);
    const workspace = await findWorkspace(rooms, values.workspace);
    const checkAddress = createAddressCheck({
      egressAllow: config.egressAllow,
      modelBaseUrl: config.model?.baseUrl,
    });
    const readSettings = createChangedSettings({ ...rooms, clock: systemClock, checkAddress });
    const findProblems = createReferenceCheck(rooms);
    const { agent, secrets, warnings } = await rooms.agentFiles.import({
      workspaceId: workspace.id,
      file,
      name: values.name,
      saved: { by: commandLineActor },
      creator: { id: commandLineActor, email: '' },
      readSettings: (workspaceId, settings) => readSettings(workspaceId, defaultSettings(), settings),
      findFlowProblems: async (imported, graph) => (await findProblems(imported, graph)).map(describeProblem),
      alsoIn: (tx, imported) =>
        rooms.audit.record(tx, {
          workspaceId: workspace.id,
          actor: commandLineActor,
          action: 'agent.import',
          targetKind: 'agent',
          targetId: imported.id,
          changes: { name: [null, imported.name] },
        }),
    });
    print(`Imported agent ${agent.name} (${agent.id})`);
    for (const warning of warnings) print(`Warning: ${warning}`);
    if (secrets.length > 0) print(`Enter these secrets in the console: ${secrets.join(', ')}`);
  });
};
