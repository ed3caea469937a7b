import type { Command } from './connector.ts';

const commands: ReadonlySet<string> = new Set<Command>(['start', 'new', 'human', 'help', 'stop']);

/** The command at the start of a text, and the text after it. For platforms where people type commands as ordinary text. */
export const readCommand = (text: string): { command?: Command; text: string } => {
  const [whole, name] = /^\s*\/([a-z]{1,10})(?=\s|$)/i.exec(text) ?? [];
  const command = name?.toLowerCase();
  if (whole === undefined || command === undefined || !commands.has(command)) return { text: text.trim() };
  return { command: command as Command, text: text.slice(whole.length).trim() };
};
