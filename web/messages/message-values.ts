import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** Name of each value that a message needs, with its TypeScript type. */
export type MessageValues = Map<string, string>;

const add = (values: MessageValues, name: string, type: string): void => {
  const known = values.get(name);
  // A name used twice has the stricter of its types.
  if (known === undefined || known === 'string | number') values.set(name, type);
};

const collect = (elements: readonly MessageFormatElement[], values: MessageValues): void => {
  for (const element of elements) {
    if (element.type === TYPE.argument) add(values, element.value, 'string | number');
    else if (element.type === TYPE.number) add(values, element.value, 'number');
    else if (element.type === TYPE.date || element.type === TYPE.time)
      add(values, element.value, 'Date | number');
    else if (element.type === TYPE.select || element.type === TYPE.plural) {
      add(values, element.value, element.type === TYPE.plural ? 'number' : 'string');
      for (const option of Object.values(element.options)) collect(option.value, values);
    } else if (element.type === TYPE.tag) {
      add(values, element.value, 'Tag');
      collect(element.children, values);
    }
  }
};

export const messageValues = (text: string): MessageValues => {
  const values: MessageValues = new Map();
  collect(parse(text, { captureLocation: false }), values);
  return new Map([...values].sort(([left], [right]) => left.localeCompare(right)));
};
