import { type Command, type CommandContext, UsageError } from './command.ts';
import { agentCommand } from './commands/agent-command.ts';
import { backupCommand } from './commands/backup-command.ts';
import { doctorCommand } from './commands/doctor-command.ts';
import { keyCommand } from './commands/key-command.ts';
import { mailCommand } from './commands/mail-command.ts';
import { migrateCommand } from './commands/migrate-command.ts';
import { moveCommand } from './commands/move-command.ts';
import { openapiCommand } from './commands/openapi-command.ts';
import { operatorCommand } from './commands/operator-command.ts';
import { restoreCommand } from './commands/restore-command.ts';
import { serveCommand } from './commands/serve-command.ts';
import { tokenCommand } from './commands/token-command.ts';
import { evalCommand } from './evaluation/eval-command.ts';
import { secretsCommand } from './secrets/secrets-command.ts';

const commands: Command[] = [
  serveCommand,
  migrateCommand,
  keyCommand,
  agentCommand,
  operatorCommand,
  tokenCommand,
  secretsCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
  doctorCommand,
  mailCommand,
  evalCommand,
  openapiCommand,
];

const overview = (): string => {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    'Frontdesk, a self-hosted conversational agent service.',
    '',
    '  frontdesk COMMAND',
    '',
    ...lines,
    '',
    'Run "frontdesk help COMMAND" for details.',
  ].join('\n');
};

const isHelp = (word: string | undefined): boolean => word === 'help' || word === '--help' || word === '-h';

/** One line that says what to do. */
const explain = (error: unknown): string => {
  const { code, message, address, port } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (code === 'EADDRINUSE') return `${address}:${port} is in use by another program; set PORT to a free one`;
  if (code === 'EACCES' && port !== undefined)
    return `This account may not listen on port ${port}; set PORT to another port`;
  return (message || String(error)).split('\n')[0]!;
};

/** Returns the exit code: 0 success, 1 failure, 2 wrong usage. */
export const runCommand = async (
  [name, ...args]: string[],
  context: CommandContext & { complain(line: string): void },
): Promise<number> => {
  const helpFor = isHelp(name) ? args[0] : args.some(isHelp) ? name : undefined;
  if (helpFor !== undefined || name === undefined || isHelp(name)) {
    const command = commands.find((one) => one.name === helpFor);
    context.print(command ? command.help : overview());
    return name === undefined || (helpFor !== undefined && !command) ? 2 : 0;
  }
  const command = commands.find((one) => one.name === name);
  if (!command) {
    context.complain(`frontdesk: unknown command ${name}; run "frontdesk help" for a list`);
    return 2;
  }
  try {
    return (await command.run(args, context)) ?? 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    context.complain(`frontdesk: ${explain(error)}${isUsage ? `; run "frontdesk help ${name}"` : ''}`);
    return isUsage ? 2 : 1;
  }
};
