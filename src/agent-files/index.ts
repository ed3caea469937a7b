export { AgentFile, longestFileBytes } from './agent-file.ts';
export { type AgentFiles, createAgentFiles } from './agent-files.ts';
export { readTemplate, templateIds } from './templates.ts';
