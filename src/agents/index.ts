export type { Agent, AgentSummary, SavedBy } from './agent.ts';
export {
  AgentSettings,
  completeSettings,
  defaultSettings,
  type HttpTool,
  type McpServer,
} from './agent-settings.ts';
export { type Agents, createAgents } from './agents.ts';
export { emptySecrets, encryptedSettings } from './encrypted-settings.ts';
export { type AgentImages, createAgentImages, type ShownImages } from './images/agent-images.ts';
export { copyImages, imagePurposes } from './images/image-store.ts';
export { KnowledgeFilter } from './knowledge-filter.ts';
export { requireOpeningHours } from './opening-hours-settings.ts';
export { defaultHandoffTexts } from './operator-texts.ts';
export { type SecretHolder, secretHolders } from './secret-holders.ts';
export { translated } from './translated.ts';
export { diffAgents } from './versions/diff-agents.ts';
export { encryptedVersions } from './versions/encrypted-versions.ts';
export { createPublishing, type Publishing } from './versions/publishing.ts';
export { restoreSettings } from './versions/restore-settings.ts';
