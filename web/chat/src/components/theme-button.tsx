import { IconButton } from './icon-button.tsx';
import { useChanging, usePage } from './page-context.ts';

export const ThemeButton = () => {
  const { texts, theme } = usePage();
  const isDark = useChanging(theme) === 'dark';
  return (
    <IconButton
      class="theme-button"
      icon={isDark ? 'sun' : 'moon'}
      label={isDark ? texts.toLight : texts.toDark}
      onClick={theme.toggle}
    />
  );
};
