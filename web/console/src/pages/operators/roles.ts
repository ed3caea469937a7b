import type { Role } from '../../api/generated.ts';
import { type LabelKey, t } from '../../messages/translate.ts';

const labels: Record<Role, { name: LabelKey; hint: LabelKey }> = {
  owner: { name: 'operators.role.owner', hint: 'operators.role.ownerHint' },
  editor: { name: 'operators.role.editor', hint: 'operators.role.editorHint' },
  viewer: { name: 'operators.role.viewer', hint: 'operators.role.viewerHint' },
  support: { name: 'operators.role.support', hint: 'operators.role.supportHint' },
};

export const roleName = (role: Role): string => t(labels[role].name);

export const roleOptions = (): { value: Role; label: string; description: string }[] =>
  (['owner', 'editor', 'viewer', 'support'] as const).map((value) => ({
    value,
    label: roleName(value),
    description: t(labels[value].hint),
  }));
