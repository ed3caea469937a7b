import { ColorInput, Group, TagsInput, Textarea } from '@mantine/core';
import { FormSection } from '../../../components/form-section.tsx';
import { useSetting } from '../settings-form.tsx';

const mostSuggestions = 6;

export const LookSection = () => {
  const { value, merge } = useSetting('channels');
  const { colors } = value;
  return (
    <FormSection title="First impression" description="What people see before they have said anything.">
      <Textarea
        label="Greeting"
        value={value.greeting}
        onChange={(event) => merge({ greeting: event.currentTarget.value })}
        maxLength={2000}
        autosize
        minRows={2}
        placeholder="Hello! What can I do for you?"
      />
      <TagsInput
        label="Suggested questions"
        description={`Up to ${mostSuggestions}; Enter adds one`}
        value={value.suggestions}
        onChange={(suggestions) => merge({ suggestions })}
        maxTags={mostSuggestions}
        splitChars={[]}
      />
      <Group grow preventGrowOverflow={false}>
        <ColorInput
          label="Colour"
          value={colors.primary ?? ''}
          onChange={(primary) => merge({ colors: { ...colors, primary: primary || null } })}
          placeholder="The service's own"
        />
        <ColorInput
          label="Text on it"
          value={colors.onPrimary ?? ''}
          onChange={(onPrimary) => merge({ colors: { ...colors, onPrimary: onPrimary || null } })}
          placeholder="White"
        />
      </Group>
      <TagsInput
        label="Hosts of pictures in answers"
        description="Pictures from elsewhere are shown as links"
        value={value.imageHosts}
        onChange={(imageHosts) => merge({ imageHosts })}
        placeholder={value.imageHosts.length === 0 ? 'images.example.com' : undefined}
      />
    </FormSection>
  );
};
