export {
  AgentSettings,
  completeSettings,
  defaultSettings,
  type HttpTool,
  type McpServer,
} from './agent-settings.ts';
export { type Agent, type AgentSummary, type Agents, createAgents } from './agents.ts';
export { encryptedSettings } from './encrypted-settings.ts';
export { defaultHandoffTexts, translated } from './operator-texts.ts';
export { type SecretHolder, secretHolders } from './secret-holders.ts';
