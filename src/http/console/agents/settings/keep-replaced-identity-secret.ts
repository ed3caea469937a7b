import type { AgentSettings } from '../../../../agents/index.ts';

const hourMs = 3_600_000;

/**
 * Keeps a replaced identity secret valid for the grace period: the site signs with the old secret until its
 * configuration is changed. A removed secret ends immediately, because it switches verification off.
 */
export const keepReplacedIdentitySecret = (
  settings: AgentSettings,
  stored: AgentSettings,
  nowMs: number,
): AgentSettings => {
  const { channels } = settings;
  const { identitySecret: old } = stored.channels;
  if (old === channels.identitySecret) return settings;
  const isKept = old !== null && channels.identitySecret !== null && channels.identityGraceHours > 0;
  const expiresAt = new Date(nowMs + channels.identityGraceHours * hourMs).toISOString();
  return {
    ...settings,
    channels: { ...channels, previousIdentitySecret: isKept ? { secret: old, expiresAt } : null },
  };
};
