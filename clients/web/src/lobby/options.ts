// A game's custom settings as fields, from the JSON Schema of its options: numbers, choices, yes or no, and lists of
// numbers.
import { h } from '../base/dom';
import { language, t } from '../base/i18n';
import type { Game, Text } from '../protocol';
import type { Choice } from './choice';

interface Property {
  label?: Text; // absent: not for a form
  labels?: Record<string, Text>; // for the values of an enum
  order?: number;
  type?: string;
  enum?: string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
}

interface Schema {
  properties?: Record<string, Property>;
  required?: string[];
  oneOf?: Schema[];
  anyOf?: Schema[];
}

interface Field {
  element: HTMLElement;
  read(): unknown; // undefined: nothing was entered
}

// The settings that have a label and depend on no preset and no other setting.
function propertiesOf(game: Game): [string, Property][] {
  const schema = game.options as Schema;
  const found = new Map<string, Property>();
  for (const branch of [schema, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]) {
    if (branch.required || branch.properties?.preset) continue;
    for (const [name, property] of Object.entries(branch.properties ?? {})) if (property.label) found.set(name, property);
  }
  return [...found].sort(([, a], [, b]) => (a.order ?? 0) - (b.order ?? 0));
}

function labelled(label: string, input: HTMLElement): HTMLElement {
  return h('label', { class: 'option' }, h('span', {}, label), input);
}

function choice(name: string, label: string, { enum: values = [], labels = {}, default: chosen }: Property): Field {
  const select = h('select', { class: 'field', name: `option-${name}` });
  for (const value of values)
    select.append(h('option', { value, selected: value === chosen }, labels[value]?.[language()] ?? value));
  return { element: labelled(label, select), read: () => select.value };
}

function number(name: string, label: string, { minimum, maximum, default: value }: Property): Field {
  const input = h('input', {
    class: 'field',
    type: 'number',
    name: `option-${name}`,
    min: minimum,
    max: maximum,
    step: 1,
    value: typeof value === 'number' ? value : undefined,
  });
  return { element: labelled(label, input), read: () => (input.value === '' ? undefined : Number(input.value)) };
}

function yes(name: string, label: string, { default: value }: Property): Field {
  const input = h('input', { type: 'checkbox', name: `option-${name}`, checked: value === true });
  return { element: h('label', { class: 'choice' }, input, h('span', {}, label)), read: () => input.checked };
}

// "7, 5, 3", in full-width digits too.
function list(name: string, label: string, { default: value }: Property): Field {
  const input = h('input', {
    class: 'field',
    name: `option-${name}`,
    autocomplete: 'off',
    maxlength: 300,
    value: Array.isArray(value) ? value.join(', ') : undefined,
  });
  const read = () => {
    const items = input.value
      .normalize('NFKC')
      .split(/[\s,、]+/)
      .filter((item) => item !== '');
    return items.length === 0 ? undefined : items.map((item) => (/^\d+$/.test(item) ? Number(item) : item));
  };
  return { element: labelled(label, input), read };
}

function fieldOf(name: string, property: Property): Field | undefined {
  const label = property.label?.[language()] ?? name;
  if (property.enum) return choice(name, label, property);
  if (property.type === 'integer') return number(name, label, property);
  if (property.type === 'boolean') return yes(name, label, property);
  return property.type === 'array' ? list(name, label, property) : undefined;
}

export interface OptionFields {
  element: HTMLElement;
  // The choice with these options for the request; undefined if a field is invalid, which is then shown.
  complete(choice: Choice): Choice | undefined;
}

// Undefined if the game has no settings for a form.
export function optionFields(game: Game): OptionFields | undefined {
  const fields = propertiesOf(game).flatMap(([name, property]) => {
    const field = fieldOf(name, property);
    return field ? [{ name, field }] : [];
  });
  if (fields.length === 0) return undefined;
  const options = h('div', { class: 'options' }, ...fields.map(({ field }) => field.element));
  const read = (): Record<string, unknown> | undefined => {
    const wrong = [...options.querySelectorAll('input')].find((input) => !input.checkValidity());
    if (wrong) {
      wrong.reportValidity();
      return undefined;
    }
    const entries = fields.map(({ name, field }) => [name, field.read()] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  };
  return {
    element: h('fieldset', { class: 'own' }, h('legend', {}, t('lobby.own')), options),
    complete(choice) {
      const own = read();
      return own && { ...choice, options: own, seats: typeof own.seats === 'number' ? own.seats : choice.seats };
    },
  };
}
