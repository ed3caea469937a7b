import { Alert, Button, ColorInput, ColorSwatch, Group, Stack, Text } from '@mantine/core';
import { formatNumber } from '../../../lib/format-number.ts';
import { t } from '../../../messages/translate.ts';
import { useSetting, useSettingsForm } from '../settings-form.tsx';
import { automaticTextOn, type ContrastAdvice, contrastAdvice, defaultAccents } from './contrast-advice.ts';

/** Rounded down: 4.49 must not be shown as 4.5. */
const ratio = (value: number): string => `${formatNumber(Math.floor(value * 10) / 10)} : 1`;

interface AdviceProps {
  advice: ContrastAdvice;
  onSuggestion(color: string): void;
  onAutomaticText(): void;
}

const Advice = ({ advice, onSuggestion, onAutomaticText }: AdviceProps) => {
  const { isReadOnly } = useSettingsForm();
  const { text, light, dark, isTextReadable, isVisibleInLight, isVisibleInDark, suggestion } = advice;
  if (isTextReadable && suggestion === undefined)
    return (
      <Text size="sm" c="dimmed">
        {t('agentSettings.appearance.contrastGood', {
          text: ratio(text),
          light: ratio(light),
          dark: ratio(dark),
        })}
      </Text>
    );
  return (
    <Alert color="orange" title={t('agentSettings.appearance.contrastLow')}>
      <Stack gap="xs" align="flex-start">
        {!isTextReadable && (
          <Text size="sm">{t('agentSettings.appearance.contrastText', { ratio: ratio(text) })}</Text>
        )}
        {!isTextReadable && !isReadOnly && (
          <Button variant="light" size="compact-sm" onClick={onAutomaticText}>
            {t('agentSettings.appearance.useAutomatic')}
          </Button>
        )}
        {!isVisibleInLight && (
          <Text size="sm">{t('agentSettings.appearance.contrastLight', { ratio: ratio(light) })}</Text>
        )}
        {!isVisibleInDark && (
          <Text size="sm">{t('agentSettings.appearance.contrastDark', { ratio: ratio(dark) })}</Text>
        )}
        {suggestion && !isReadOnly && (
          <Button
            variant="light"
            size="compact-sm"
            leftSection={<ColorSwatch color={suggestion} size={12} />}
            onClick={() => onSuggestion(suggestion)}
          >
            {t('agentSettings.appearance.useColor', { color: suggestion })}
          </Button>
        )}
      </Stack>
    </Alert>
  );
};

/** The colors of the chat, with the text color that visitors really see and advice on the contrast. */
export const ColorFields = () => {
  const { value, merge } = useSetting('channels');
  const { colors } = value;
  const primary = colors.primary ?? '';
  const onPrimary = colors.onPrimary ?? '';
  const automatic = automaticTextOn(primary);
  const advice = contrastAdvice(primary, onPrimary);
  const { light, dark } = defaultAccents;
  return (
    <Stack gap="xs">
      <Group grow preventGrowOverflow={false} align="flex-start">
        <ColorInput
          label={t('agentSettings.appearance.primary')}
          description={t('agentSettings.appearance.primaryHint')}
          value={primary}
          onChange={(next) => merge({ colors: { ...colors, primary: next || null } })}
          placeholder={t('agentSettings.appearance.primaryPlaceholder', { color: light.accent })}
        />
        <ColorInput
          label={t('agentSettings.appearance.onPrimary')}
          description={t('agentSettings.appearance.onPrimaryHint')}
          value={onPrimary}
          onChange={(next) => merge({ colors: { ...colors, onPrimary: next || null } })}
          placeholder={
            automatic === undefined
              ? t('agentSettings.appearance.onPrimaryDefault', { light: light.onAccent, dark: dark.onAccent })
              : t('agentSettings.appearance.onPrimaryAutomatic', { color: automatic })
          }
          {...(onPrimary === ''
            ? { leftSection: <ColorSwatch color={automatic ?? light.onAccent} size={18} /> }
            : {})}
        />
      </Group>
      <div aria-live="polite">
        {advice && (
          <Advice
            advice={advice}
            onSuggestion={(color) => merge({ colors: { ...colors, primary: color } })}
            onAutomaticText={() => merge({ colors: { ...colors, onPrimary: null } })}
          />
        )}
        {onPrimary !== '' && primary === '' && (
          <Text size="sm" c="dimmed">
            {t('agentSettings.appearance.onPrimaryUnused')}
          </Text>
        )}
      </div>
    </Stack>
  );
};
