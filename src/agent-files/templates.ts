import { readFile } from 'node:fs/promises';
import type { AgentFile } from './agent-file.ts';
import { readAgentFile } from './read-agent-file.ts';

/** Agent files with sample data, in the order in which they are offered. All work with the embedded model. */
export const templateIds = [
  'support-with-knowledge',
  'order-look-up',
  'triage-flow',
  'lead-capture',
] as const;

type TemplateId = (typeof templateIds)[number];

export const readTemplate = async (id: TemplateId): Promise<AgentFile> =>
  readAgentFile(await readFile(new URL(`./templates/${id}.json`, import.meta.url)));
