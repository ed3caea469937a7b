import { useRef, useState } from 'preact/hooks';
import { t } from '../messages/translate.ts';
import type { AskedQuestion as Asked } from '../service/wire.ts';
import { type AskedField, problemOf, writeAnswer } from '../state/form-answer.ts';
import { usePage } from './page-context.ts';
import '../styles/asked.css';

const useSend = () => {
  const { chat } = usePage();
  return (text: string): void => void chat.send({ text, files: [], shownFiles: [] });
};

const Choices = ({ choices }: { choices: string[] }) => {
  const send = useSend();
  return (
    <ul class="suggestions asked-choices" aria-label={t('suggestions')}>
      {choices.map((choice) => (
        <li key={choice}>
          <button type="button" class="suggestion" dir="auto" onClick={() => send(choice)}>
            {choice}
          </button>
        </li>
      ))}
    </ul>
  );
};

const inputTypes = { email: 'email', phone: 'tel', date: 'date' } as const;
/** The attributes that are used here are the same for all of these types, which Preact's types cannot express. */
const inputType = (type: AskedField['type']) =>
  (type === 'email' || type === 'phone' || type === 'date' ? inputTypes[type] : 'text') as 'text';

const completions: Partial<Record<AskedField['type'], string>> = { email: 'email', phone: 'tel' };

interface FieldProps {
  field: AskedField;
  id: string;
  value: string;
  error: string | undefined;
  optionalText: string;
  onInput(value: string): void;
}

const Field = ({ field, id, value, error, optionalText, onInput }: FieldProps) => {
  const { label, type, required, description, choices } = field;
  const notes = [description && `${id}-about`, error && `${id}-error`].filter(Boolean).join(' ');
  const common = {
    id,
    value,
    required,
    dir: 'auto' as const,
    'aria-invalid': error !== undefined,
    'aria-describedby': notes || undefined,
  };
  return (
    <div class="asked-field">
      <label for={id} dir="auto">
        {label}
        {!required && <span class="aside"> ({optionalText})</span>}
      </label>
      {description && (
        <p class="aside" id={`${id}-about`} dir="auto">
          {description}
        </p>
      )}
      {choices.length > 0 ? (
        <select {...common} onChange={({ currentTarget }) => onInput(currentTarget.value)}>
          <option value="" />
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type={inputType(type)}
          inputMode={type === 'number' ? 'decimal' : undefined}
          autocomplete={completions[type]}
          maxLength={4000}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
      {error && (
        <p class="failure" id={`${id}-error`} dir="auto">
          {error}
        </p>
      )}
    </div>
  );
};

const Form = ({ asks, id }: { asks: Extract<Asked, { kind: 'form' }>; id: string }) => {
  const { fields, requiredText, optionalText } = asks;
  const send = useSend();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(() => fields.map(({ value = '' }) => value));
  const [errors, setErrors] = useState(() => fields.map(({ error }) => error));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const found = fields.map((field, index) => problemOf(field, values[index]!, requiredText));
    setErrors(found);
    const first = found.findIndex((error) => error !== undefined);
    if (first === -1) send(writeAnswer(fields, values));
    else form.current!.querySelectorAll<HTMLElement>('input, select')[first]!.focus();
  };
  return (
    <form class="asked-form" noValidate ref={form} onSubmit={submit}>
      {fields.map((field, index) => (
        <Field
          key={field.name}
          field={field}
          id={`${id}-${field.name}`}
          value={values[index]!}
          error={errors[index]}
          optionalText={optionalText}
          onInput={(value) => {
            setValues(values.with(index, value));
            setErrors(errors.with(index, undefined));
          }}
        />
      ))}
      <button type="submit" class="button">
        {t('send')}
      </button>
    </form>
  );
};

/** Quick replies, or a form whose answer is sent as a message. */
export const AskedQuestion = ({ asks, id }: { asks: Asked; id: string }) =>
  asks.kind === 'choices' ? <Choices choices={asks.choices} /> : <Form asks={asks} id={id} />;
