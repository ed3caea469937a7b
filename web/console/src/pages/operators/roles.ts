import type { Role } from '../../api/generated.ts';

export const roles: { value: Role; label: string; description: string }[] = [
  { value: 'owner', label: 'Owner', description: 'Everything, and decides on people, keys and credits' },
  { value: 'editor', label: 'Editor', description: 'Changes agents and what they know' },
  { value: 'viewer', label: 'Viewer', description: 'Looks, and changes nothing' },
];
