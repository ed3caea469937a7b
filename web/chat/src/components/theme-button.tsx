import { t } from '../messages/translate.ts';
import { IconButton } from './icon-button.tsx';
import { useChanging, usePage } from './page-context.ts';

export const ThemeButton = () => {
  const { theme } = usePage();
  const isDark = useChanging(theme) === 'dark';
  return (
    <IconButton
      class="theme-button"
      icon={isDark ? 'sun' : 'moon'}
      label={isDark ? t('toLight') : t('toDark')}
      onClick={theme.toggle}
    />
  );
};
