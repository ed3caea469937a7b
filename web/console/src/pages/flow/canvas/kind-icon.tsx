import { ThemeIcon } from '@mantine/core';
import {
  type Icon,
  IconArrowsSplit2,
  IconBook2,
  IconBraces,
  IconCpu,
  IconForms,
  IconHeadset,
  IconListSearch,
  IconMessage2,
  IconMessageQuestion,
  IconPlayerPlay,
  IconPlug,
  IconQuestionMark,
  IconRepeat,
  IconSitemap,
  IconTable,
  IconTableExport,
  IconTablePlus,
  IconTableShortcut,
  IconTemplate,
  IconWorldBolt,
} from '@tabler/icons-react';
import type { NodeType } from '../graph/flow-types.ts';
import type { KindGroup } from '../graph/kinds/kind.ts';
import { kinds } from '../graph/kinds/kinds.ts';

/** The other kinds have the icon of their group. */
const icons: Partial<Record<NodeType, Icon>> = {
  start: IconPlayerPlay,
  model: IconCpu,
  'human-service': IconHeadset,
  condition: IconQuestionMark,
  'table-lookup': IconTableExport,
  'table-add': IconTablePlus,
  'table-update': IconTableShortcut,
  'mcp-tool': IconPlug,
  template: IconTemplate,
  ask: IconMessageQuestion,
  form: IconForms,
  extract: IconListSearch,
  loop: IconRepeat,
};

const groups: Record<KindGroup, { colour: string; icon: Icon }> = {
  replies: { colour: 'lagoon', icon: IconMessage2 },
  branching: { colour: 'orange', icon: IconArrowsSplit2 },
  knowledge: { colour: 'blue', icon: IconBook2 },
  tables: { colour: 'blue', icon: IconTable },
  tools: { colour: 'teal', icon: IconWorldBolt },
  variables: { colour: 'gray', icon: IconBraces },
  control: { colour: 'gray', icon: IconSitemap },
};

export const KindIcon = ({ type, size = 28 }: { type: NodeType; size?: number }) => {
  const { colour, icon } = groups[kinds[type].group];
  const Icon = icons[type] ?? icon;
  return (
    <ThemeIcon variant="light" color={colour} size={size} radius="sm" aria-hidden>
      <Icon size={size * 0.6} stroke={1.7} />
    </ThemeIcon>
  );
};
