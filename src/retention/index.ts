export { type AgentRetention, createAgentRetention, type Retention } from './agent-retention.ts';
export { copyRetention, mostRetentionDays, type RetentionSettings } from './retention-store.ts';
