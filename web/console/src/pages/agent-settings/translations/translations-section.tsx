import { Accordion } from '@mantine/core';
import { useState } from 'react';
import { FormSection } from '../../../components/form-section.tsx';
import { t } from '../../../messages/translate.ts';
import { useSetting, useSettingsForm } from '../settings-form.tsx';
import { AddLanguage } from './add-language.tsx';
import { languageName } from './language-name.ts';
import { type Translation, TranslationFields } from './translation-fields.tsx';

const empty: Translation = {
  greeting: '',
  suggestions: [],
  aiDisclosureText: '',
  launcherText: '',
  connectingText: '',
  emailText: '',
  unreachableText: '',
};

/** Greeting, suggestions and handoff texts in other languages than the agent's own. */
export const TranslationsSection = () => {
  const { value, set } = useSetting('translations');
  const { isReadOnly } = useSettingsForm();
  const tags = Object.keys(value).sort();
  // Viewers cannot open one: everything in the form is disabled for them.
  const [opened, setOpened] = useState<string[]>(isReadOnly ? tags : []);
  return (
    <FormSection title={t('translations.title')} description={t('translations.description')}>
      {tags.length > 0 && (
        <Accordion multiple chevronPosition="left" value={opened} onChange={setOpened}>
          {tags.map((tag) => (
            <Accordion.Item key={tag} value={tag}>
              <Accordion.Control>{languageName(tag)}</Accordion.Control>
              <Accordion.Panel>
                <TranslationFields
                  tag={tag}
                  value={value[tag]!}
                  onChange={(translation) => set({ ...value, [tag]: translation })}
                  onRemove={() => {
                    const { [tag]: _removed, ...rest } = value;
                    set(rest);
                  }}
                />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
      <AddLanguage
        taken={tags}
        onAdd={(tag) => {
          set({ ...value, [tag]: empty });
          setOpened([...opened, tag]);
        }}
      />
    </FormSection>
  );
};
