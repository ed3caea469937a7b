import type { SearchFilterValues, ShownFacet } from '../../../src/http/embed/page-schemas.ts';
import type { Words } from './words.ts';

type Value = SearchFilterValues[string][number];

interface FilterProps {
  facets: readonly ShownFacet[];
  chosen: SearchFilterValues;
  words: Words;
  onChange(chosen: SearchFilterValues): void;
}

const toggled = (chosen: SearchFilterValues, name: string, value: Value): SearchFilterValues => {
  const before = chosen[name] ?? [];
  const values = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
  const { [name]: _removed, ...others } = chosen;
  return values.length > 0 ? { ...others, [name]: values } : others;
};

const textOf = (value: Value, words: Words): string =>
  typeof value === 'boolean' ? (value ? words.yes : words.no) : String(value);

/** Values of the attributes that the agent offers. Chosen ones stay visible even if nothing matches any more. */
export const Filters = ({ facets, chosen, words, onChange }: FilterProps) => (
  <div class="filters">
    {facets.map(({ name, label, values }) => {
      const missing = (chosen[name] ?? []).filter((value) => !values.some((one) => one.value === value));
      const all = [...values, ...missing.map((value) => ({ value, count: 0 }))];
      return all.length === 0 ? null : (
        <fieldset key={name}>
          <legend class="hint" dir="auto">
            {label}
          </legend>
          {all.map(({ value, count }) => (
            <button
              key={`${typeof value} ${value}`}
              type="button"
              class="chip"
              aria-pressed={(chosen[name] ?? []).includes(value)}
              onClick={() => onChange(toggled(chosen, name, value))}
            >
              <span dir="auto">{textOf(value, words)}</span> <span class="count">{count}</span>
            </button>
          ))}
        </fieldset>
      );
    })}
  </div>
);
