import { Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { canonicalLanguage } from '../../../../../../src/lib/language/language-tags.ts';
import { chatLanguages } from '../../../../../messages/chat-languages.ts';
import { t } from '../../../messages/translate.ts';
import { languageName } from './language-name.ts';

interface AddLanguageProps {
  /** Tags that are there already. */
  taken: readonly string[];
  onAdd(tag: string): void;
}

/** Offers the languages of the chat, and any other one whose tag is typed. */
export const AddLanguage = ({ taken, onAdd }: AddLanguageProps) => {
  const [search, setSearch] = useState('');
  const typed = canonicalLanguage(search.trim());
  const offered = new Set<string>([...chatLanguages, ...(typed === undefined ? [] : [typed])]);
  return (
    <Select
      label={t('translations.add')}
      description={t('translations.addHint')}
      placeholder={t('translations.choose')}
      leftSection={<IconPlus size={16} aria-hidden />}
      data={[...offered]
        .filter((tag) => !taken.includes(tag))
        .map((tag) => ({ value: tag, label: languageName(tag) }))}
      nothingFoundMessage={t('translations.notFound')}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      value={null}
      onChange={(tag) => {
        if (tag === null) return;
        onAdd(tag);
        setSearch('');
      }}
      maw={360}
    />
  );
};
