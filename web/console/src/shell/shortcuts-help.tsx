import { Group, Kbd, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type LabelKey, t } from '../messages/translate.ts';
import { routes } from '../routes.tsx';

const everywhere: [string[], LabelKey][] = [
  [['Ctrl', 'K'], 'shell.keys.search'],
  [['Ctrl', 'S'], 'shell.keys.save'],
  [['?'], 'shell.keys.help'],
  [['↑', '↓'], 'shell.keys.rows'],
  [['Enter'], 'shell.keys.open'],
];

const inInbox: [string[], LabelKey][] = [
  [['j', 'k'], 'shell.keys.rows'],
  [['t'], 'shell.keys.inboxTake'],
  [['r'], 'shell.keys.inboxReply'],
  [['a'], 'shell.keys.inboxAssign'],
  [['e'], 'shell.keys.inboxClose'],
  [['Esc'], 'shell.keys.inboxBack'],
];

const Line = ({ keys, label }: { keys: string[]; label: string }) => (
  <Group justify="space-between" wrap="nowrap">
    <Text size="sm">{label}</Text>
    <Group gap={4} wrap="nowrap">
      {keys.map((key) => (
        <Kbd key={key} size="sm">
          {key}
        </Kbd>
      ))}
    </Group>
  </Group>
);

const ShortcutsHelp = ({ onClose }: { onClose(): void }) => (
  <Modal opened onClose={onClose} title={t('shell.shortcuts')} size="lg">
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
      <Stack gap="xs">
        <Title order={3}>{t('shell.keys.everywhere')}</Title>
        {everywhere.map(([keys, label]) => (
          <Line key={label} keys={keys} label={t(label)} />
        ))}
        <Title order={3} mt="sm">
          {t('shell.keys.inbox')}
        </Title>
        {inInbox.map(([keys, label]) => (
          <Line key={label} keys={keys} label={t(label)} />
        ))}
      </Stack>
      <Stack gap="xs">
        <Title order={3}>{t('shell.keys.goTo')}</Title>
        {routes
          .filter(({ shortcut }) => shortcut !== undefined)
          .map(({ shortcut, label, pattern }) => (
            <Line key={pattern} keys={['g', shortcut!]} label={t(label)} />
          ))}
      </Stack>
    </SimpleGrid>
  </Modal>
);

export default ShortcutsHelp;
