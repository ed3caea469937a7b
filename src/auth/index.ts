export { type ApiKeys, createApiKeys } from './api-keys.ts';
export { createReadAgentAhead } from './read-agent-ahead.ts';
export {
  hashPassword,
  keyPrefix,
  newLinkToken,
  newOperatorToken,
  newSecretToken,
  sha256,
  verifyPassword,
} from './secrets.ts';
export { createServiceSecret, encryptedServiceSecrets } from './service-secret.ts';
