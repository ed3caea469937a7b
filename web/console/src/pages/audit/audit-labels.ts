import type { AuditAction, AuditTargetKind } from '../../../../../src/audit/audit-actions.ts';
import type { AuditEntry } from '../../api/generated.ts';
import { type Labels, labelOf } from '../../lib/label-of.ts';
import { t } from '../../messages/translate.ts';

export const actionLabels: Labels<AuditAction> = {
  'agent.check-mcp': 'audit.action.agent.checkMcp',
  'agent.check-webhook': 'audit.action.agent.checkWebhook',
  'agent.create': 'audit.action.agent.create',
  'agent.delete': 'audit.action.agent.delete',
  'agent.duplicate': 'audit.action.agent.duplicate',
  'agent.update': 'audit.action.agent.update',
  'conversation.erase': 'audit.action.conversation.erase',
  'conversations.export': 'audit.action.conversations.export',
  'credits.set': 'audit.action.credits.set',
  'credits.top_up': 'audit.action.credits.topUp',
  'delivery.replay': 'audit.action.delivery.replay',
  'document.add': 'audit.action.document.add',
  'document.delete': 'audit.action.document.delete',
  'document.replace': 'audit.action.document.replace',
  'document.retry': 'audit.action.document.retry',
  'document.retry-failed': 'audit.action.document.retryFailed',
  'flow.import': 'audit.action.flow.import',
  'flow.publish': 'audit.action.flow.publish',
  'flow.roll-back': 'audit.action.flow.rollBack',
  'flow.save': 'audit.action.flow.save',
  'handoff.close': 'audit.action.handoff.close',
  'handoff.start': 'audit.action.handoff.start',
  'job.retry': 'audit.action.job.retry',
  'key.create': 'audit.action.key.create',
  'key.revoke': 'audit.action.key.revoke',
  'key.rotate': 'audit.action.key.rotate',
  'knowledge-base.create': 'audit.action.knowledgeBase.create',
  'knowledge-base.delete': 'audit.action.knowledgeBase.delete',
  'knowledge-base.update': 'audit.action.knowledgeBase.update',
  'memory.clear': 'audit.action.memory.clear',
  'memory.delete': 'audit.action.memory.delete',
  'operator.accept': 'audit.action.operator.accept',
  'operator.add': 'audit.action.operator.add',
  'operator.code-app-add': 'audit.action.operator.codeAppAdd',
  'operator.code-app-remove': 'audit.action.operator.codeAppRemove',
  'operator.invite': 'audit.action.operator.invite',
  'operator.passkey-add': 'audit.action.operator.passkeyAdd',
  'operator.passkey-remove': 'audit.action.operator.passkeyRemove',
  'operator.passkey-rename': 'audit.action.operator.passkeyRename',
  'operator.password': 'audit.action.operator.password',
  'operator.recovery-codes': 'audit.action.operator.recoveryCodes',
  'operator.remove': 'audit.action.operator.remove',
  'operator.reset-link': 'audit.action.operator.resetLink',
  'operator.second-factor-clear': 'audit.action.operator.secondFactorClear',
  'operator.sso-connect': 'audit.action.operator.ssoConnect',
  'operator.sso-disconnect': 'audit.action.operator.ssoDisconnect',
  'operator.update': 'audit.action.operator.update',
  'operator.withdraw': 'audit.action.operator.withdraw',
  'qa.export': 'audit.action.qa.export',
  'record.add': 'audit.action.record.add',
  'record.delete': 'audit.action.record.delete',
  'record.update': 'audit.action.record.update',
  'round.rate': 'audit.action.round.rate',
  'round.stop': 'audit.action.round.stop',
  'session.close': 'audit.action.session.close',
  'session.confirm': 'audit.action.session.confirm',
  'session.end': 'audit.action.session.end',
  'session.open': 'audit.action.session.open',
  'session.refuse': 'audit.action.session.refuse',
  'table.add-field': 'audit.action.table.addField',
  'table.create': 'audit.action.table.create',
  'table.delete': 'audit.action.table.delete',
  'table.export': 'audit.action.table.export',
  'table.import': 'audit.action.table.import',
  'table.remove-field': 'audit.action.table.removeField',
  'table.update': 'audit.action.table.update',
  'table.update-field': 'audit.action.table.updateField',
  'token.create': 'audit.action.token.create',
  'token.revoke': 'audit.action.token.revoke',
  'user.erase': 'audit.action.user.erase',
  'workspace.create': 'audit.action.workspace.create',
  'workspace.rename': 'audit.action.workspace.rename',
  'workspace.sign-in-requirement': 'audit.action.workspace.signInRequirement',
};

export const targetLabels: Labels<AuditTargetKind> = {
  agent: 'audit.kind.agent',
  conversation: 'audit.kind.conversation',
  delivery: 'audit.kind.delivery',
  document: 'audit.kind.document',
  invitation: 'audit.kind.invitation',
  job: 'audit.kind.job',
  key: 'audit.kind.key',
  'knowledge-base': 'audit.kind.knowledgeBase',
  memory: 'audit.kind.memory',
  operator: 'audit.kind.operator',
  round: 'audit.kind.round',
  table: 'audit.kind.table',
  token: 'audit.kind.token',
  user: 'audit.kind.user',
  workspace: 'audit.kind.workspace',
};

/** "Agent Help desk". */
export const targetName = ({ targetKind, targetName }: AuditEntry): string => {
  const kind = labelOf(targetLabels, targetKind);
  return targetName === null ? kind : `${kind} ${targetName}`;
};

export const actorName = ({ actor, actorKind, actorName }: AuditEntry): string => {
  if (actorKind === 'token') return t('audit.token', { name: actorName ?? actor });
  if (actorKind === 'command-line') return t('audit.commandLine');
  if (actorKind === 'unknown') return t('audit.notSignedIn');
  return actorName ?? actor;
};
