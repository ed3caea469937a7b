import type { InboxLabel } from '../../../api/generated.ts';
import type { Labels } from '../../../lib/label-of.ts';

export const colorLabels = {
  gray: 'inboxTeam.color.gray',
  red: 'inboxTeam.color.red',
  pink: 'inboxTeam.color.pink',
  grape: 'inboxTeam.color.grape',
  violet: 'inboxTeam.color.violet',
  indigo: 'inboxTeam.color.indigo',
  blue: 'inboxTeam.color.blue',
  cyan: 'inboxTeam.color.cyan',
  teal: 'inboxTeam.color.teal',
  green: 'inboxTeam.color.green',
  lime: 'inboxTeam.color.lime',
  yellow: 'inboxTeam.color.yellow',
  orange: 'inboxTeam.color.orange',
} as const satisfies Labels<InboxLabel['color']>;

export const labelColors = Object.keys(colorLabels) as InboxLabel['color'][];
