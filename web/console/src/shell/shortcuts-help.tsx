import { Group, Kbd, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { routes } from '../routes.tsx';

const everywhere: [string[], string][] = [
  [['Ctrl', 'K'], 'Search pages and agents'],
  [['Ctrl', 'S'], 'Save the form'],
  [['?'], 'This help'],
  [['↑', '↓'], 'From row to row; j and k do too'],
  [['Enter'], 'Open the row'],
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
  <Modal opened onClose={onClose} title="Keyboard shortcuts" size="lg">
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
      <Stack gap="xs">
        <Title order={3}>Everywhere</Title>
        {everywhere.map(([keys, label]) => (
          <Line key={label} keys={keys} label={label} />
        ))}
      </Stack>
      <Stack gap="xs">
        <Title order={3}>Go to</Title>
        {routes
          .filter(({ shortcut }) => shortcut !== undefined)
          .map(({ shortcut, label, pattern }) => (
            <Line key={pattern} keys={['g', shortcut!]} label={label} />
          ))}
      </Stack>
    </SimpleGrid>
  </Modal>
);

export default ShortcutsHelp;
