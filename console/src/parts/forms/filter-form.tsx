import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Field, Select } from '../field.tsx';

type Options = ComponentProps<typeof Select>['options'];

/** The fields of filters that are in the URL. A text applies when the field is left or Enter is pressed, a choice at once. */
export function filterFields<F extends object>(filters: F, onChange: (filters: F) => void) {
  type Name = keyof F & string;
  const currentOf = (name: Name) => String(filters[name] ?? '');
  const set = (name: Name, value: string) => {
    const { [name]: _, ...others } = filters;
    const next = value.trim();
    if (next !== currentOf(name)) onChange((next === '' ? others : { ...others, [name]: next }) as F);
  };
  return {
    text: (name: Name, label: string, more: Partial<ComponentProps<typeof Field>> = {}) => (
      <Field
        label={label}
        name={name}
        defaultValue={currentOf(name)}
        autoComplete="off"
        spellCheck={false}
        onBlur={({ target }) => set(name, target.value)}
        {...more}
      />
    ),
    choice: (name: Name, label: string, options: Options, any = 'Any') => (
      <Select
        label={label}
        value={currentOf(name)}
        onChange={({ target }) => set(name, target.value)}
        options={[['', any], ...options]}
      />
    ),
  };
}

type FormProps = { className?: string; onClear: (() => void) | undefined; children: ReactNode };

/** `onClear`: undefined without a filter. */
export function FilterForm({ className = 'filters', onClear, children }: FormProps) {
  return (
    <form className={className} aria-label="Filters" onSubmit={leaveField}>
      {children}
      <button type="submit" className="hidden">
        Apply
      </button>
      {onClear && <Button onClick={onClear}>Clear filters</Button>}
    </form>
  );
}

/** Its text applies then. */
export function leaveField(event: FormEvent): void {
  event.preventDefault();
  (document.activeElement as HTMLElement | null)?.blur();
}
