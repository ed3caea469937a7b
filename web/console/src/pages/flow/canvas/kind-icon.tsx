import { ThemeIcon } from '@mantine/core';
import {
  type Icon,
  IconArrowsSplit2,
  IconBook2,
  IconBraces,
  IconCpu,
  IconHeadset,
  IconMessage2,
  IconPlayerPlay,
  IconPlug,
  IconQuestionMark,
  IconRepeat,
  IconSitemap,
  IconTableExport,
  IconTablePlus,
  IconTableShortcut,
  IconTemplate,
  IconWorldBolt,
} from '@tabler/icons-react';
import type { NodeType } from '../graph/flow-types.ts';
import { type KindGroup, kinds } from '../graph/kinds.ts';

const icons: Record<NodeType, Icon> = {
  start: IconPlayerPlay,
  reply: IconMessage2,
  model: IconCpu,
  'human-service': IconHeadset,
  classifier: IconArrowsSplit2,
  condition: IconQuestionMark,
  retrieval: IconBook2,
  'table-lookup': IconTableExport,
  'table-add': IconTablePlus,
  'table-update': IconTableShortcut,
  'http-tool': IconWorldBolt,
  'mcp-tool': IconPlug,
  'set-variable': IconBraces,
  template: IconTemplate,
  loop: IconRepeat,
  'sub-flow': IconSitemap,
};

const colours: Record<KindGroup, string> = {
  answer: 'lagoon',
  decide: 'orange',
  know: 'blue',
  tables: 'blue',
  tools: 'teal',
  values: 'gray',
  flow: 'gray',
};

export const KindIcon = ({ type, size = 28 }: { type: NodeType; size?: number }) => {
  const Icon = icons[type];
  return (
    <ThemeIcon variant="light" color={colours[kinds[type].group]} size={size} radius="sm" aria-hidden>
      <Icon size={size * 0.6} stroke={1.7} />
    </ThemeIcon>
  );
};
