import { ActionIcon, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { t } from '../messages/translate.ts';

export const ColourSchemeToggle = () => {
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light');
  const other = shown === 'dark' ? 'light' : 'dark';
  const label = other === 'dark' ? t('shell.toDark') : t('shell.toLight');
  return (
    <Tooltip label={label}>
      <ActionIcon onClick={() => setColorScheme(other)} aria-label={label}>
        {shown === 'dark' ? <IconSun size={18} /> : <IconMoon size={18} />}
      </ActionIcon>
    </Tooltip>
  );
};
