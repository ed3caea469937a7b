import { Group, NativeSelect, SegmentedControl } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { translated } from '../../../../../../src/agents/translated.ts';
import {
  type PreviewDraft,
  type PreviewMessage,
  previewReady,
} from '../../../../../chat/src/preview/preview-draft.ts';
import { chatLanguages } from '../../../../../messages/chat-languages.ts';
import { chooseLanguage } from '../../../../../messages/choose-language.ts';
import { FormSection } from '../../../components/form-section.tsx';
import { activeLocale, t } from '../../../messages/translate.ts';
import { useSettingsForm } from '../settings-form.tsx';
import { languageName } from '../translations/language-name.ts';
import classes from './chat-preview.module.css';
import { useAgentImages } from './use-agent-images.ts';

/** In pixels of the chat. The frame is scaled down where there is less room. */
const sizes = { phone: { width: 390, height: 640 }, desktop: { width: 1100, height: 640 } };

type Size = keyof typeof sizes;
type Choice = Pick<PreviewDraft, 'theme' | 'view' | 'language'>;

/** What a visitor would see after saving. */
const useDraftOf = ({ theme, view, language }: Choice): PreviewDraft => {
  const { draft, saved } = useSettingsForm();
  const { images } = useAgentImages();
  const { channels, translations, humanService } = draft.settings;
  const textOf = (field: 'greeting' | 'launcherText'): string =>
    translated(translations, field, [language]) ?? channels[field];
  return {
    agent: {
      id: saved.id,
      name: draft.name,
      greeting: textOf('greeting'),
      suggestions: translated(translations, 'suggestions', [language]) ?? channels.suggestions,
      colors: { primary: channels.colors.primary, on_primary: channels.colors.onPrimary },
      ai_disclosure: channels.aiDisclosure
        ? (translated(translations, 'aiDisclosureText', [language]) ?? channels.aiDisclosureText)
        : null,
      logo: images?.logo ? { url: images.logo.path, alt: channels.logoAlt } : null,
      avatar: images?.avatar?.path ?? null,
    },
    features: {
      documents: channels.filesPerMessage > 0,
      handoff: humanService.baseUrl !== null && !humanService.disabled,
    },
    theme,
    view,
    language,
    sample: { question: t('channelPage.sample.question'), answer: t('channelPage.sample.answer') },
    launcherText: textOf('launcherText'),
  };
};

/** The real chat page in a frame. It gets its content from here and cannot call the service. */
const PreviewFrame = ({ size, draft }: { size: Size; draft: PreviewDraft }) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const { ref: box, width: room } = useElementSize();
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent): void => {
      if (source !== frame.current?.contentWindow || origin !== location.origin) return;
      if (data?.type === previewReady) setReady(true);
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);
  const text = JSON.stringify(draft);
  useEffect(() => {
    if (!isReady) return;
    const message: PreviewMessage = { type: 'frontdesk:preview', draft: JSON.parse(text) };
    frame.current?.contentWindow?.postMessage(message, location.origin);
  }, [isReady, text]);
  const { width, height } = sizes[size];
  const scale = Math.min(1, (room || width) / width);
  return (
    <div ref={box}>
      <div className={classes.box} style={{ width: width * scale, height: height * scale }}>
        <iframe
          ref={frame}
          className={classes.frame}
          style={{ width, height, transform: `scale(${scale})` }}
          src="/chat/preview"
          title={t('channelPage.preview.title')}
        />
      </div>
    </div>
  );
};

interface ChoiceControlProps<Value extends string> {
  label: string;
  value: Value;
  data: { value: Value; label: ReactNode }[];
  onChange(value: Value): void;
}

/** Viewers may look at everything too. */
const ChoiceControl = <Value extends string>({ label, onChange, ...props }: ChoiceControlProps<Value>) => (
  <SegmentedControl
    size="xs"
    transitionDuration={0}
    aria-label={label}
    readOnly={false}
    {...props}
    onChange={(value) => onChange(value as Value)}
  />
);

export const ChatPreview = () => {
  const { translations } = useSettingsForm().draft.settings;
  const [size, setSize] = useState<Size>('phone');
  const [theme, setTheme] = useState<Choice['theme']>('light');
  const [view, setView] = useState<Choice['view']>('opening');
  const [chosen, setLanguage] = useState<string>(() => chooseLanguage([activeLocale()], chatLanguages));
  const offered = [...new Set<string>([...chatLanguages, ...Object.keys(translations)])];
  const language = offered.includes(chosen) ? chosen : 'en';
  const draft = useDraftOf({ theme, view, language });
  return (
    <FormSection title={t('channelPage.preview.title')} description={t('channelPage.preview.description')}>
      <Group gap="xs">
        <ChoiceControl<Choice['view']>
          label={t('channelPage.preview.view')}
          value={view}
          data={[
            { value: 'opening', label: t('channelPage.preview.opening') },
            { value: 'conversation', label: t('channelPage.preview.conversation') },
            { value: 'launcher', label: t('channelPage.preview.launcher') },
          ]}
          onChange={setView}
        />
        <ChoiceControl<Size>
          label={t('channelPage.preview.size')}
          value={size}
          data={[
            { value: 'phone', label: t('channelPage.preview.phone') },
            { value: 'desktop', label: t('channelPage.preview.desktop') },
          ]}
          onChange={setSize}
        />
        <ChoiceControl<Choice['theme']>
          label={t('channelPage.preview.theme')}
          value={theme}
          data={[
            { value: 'light', label: t('channelPage.preview.light') },
            { value: 'dark', label: t('channelPage.preview.dark') },
          ]}
          onChange={setTheme}
        />
        <NativeSelect
          size="xs"
          disabled={false}
          aria-label={t('channelPage.preview.language')}
          data={offered.map((tag) => ({ value: tag, label: languageName(tag) }))}
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value)}
        />
      </Group>
      <PreviewFrame size={size} draft={draft} />
    </FormSection>
  );
};
