import { EyeIcon } from 'lucide-react';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useContext,
  useId,
  useState,
} from 'react';
import { ProblemsContext } from '../lib/form.ts';

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  hint?: string;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** A labeled input with a hint and an error message. A password field has a button that shows its text. */
export function Field({ label, hint, error: ownError, type = 'text', ...input }: Props) {
  const problems = useContext(ProblemsContext);
  const error = ownError ?? problems.get(input.name ?? '');
  const id = useId();
  const [visible, setVisible] = useState(false);
  const isPassword = type === 'password';
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input
          {...input}
          id={id}
          type={isPassword && visible ? 'text' : type}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy === '' ? undefined : describedBy}
        />
        {isPassword && (
          <button
            type="button"
            className="field-eye"
            aria-label={`Show ${label}`}
            aria-pressed={visible}
            onClick={() => setVisible(!visible)}
          >
            <EyeIcon />
          </button>
        )}
      </div>
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { label: string; hint?: string };

/** A text area with its label. It is as wide as the form. */
export function TextArea({ label, hint, className = '', ...textarea }: TextAreaProps) {
  const id = useId();
  return (
    <div className="field field-wide">
      <label htmlFor={id}>{label}</label>
      <textarea
        {...textarea}
        id={id}
        className={`input ${className}`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  label: ReactNode;
  options: readonly (readonly [value: string | number, label: string])[];
};

/** A labeled list of choices. */
export function Select({ label, options, ...select }: SelectProps) {
  return (
    <label className="select">
      {label}
      <select {...select}>
        {options.map(([value, shown]) => (
          <option key={value} value={value}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}

type CheckProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> & {
  label: ReactNode;
  onChange?: (checked: boolean) => void;
  /** An explanation below the label. */
  children?: ReactNode;
};

export function Check({ label, onChange, children, ...input }: CheckProps) {
  return (
    <label className={children === undefined ? 'check' : 'role role-plain'}>
      <input {...input} type="checkbox" onChange={({ target }) => onChange?.(target.checked)} />
      {children === undefined ? (
        label
      ) : (
        <span>
          {label}
          <span className="quiet block">{children}</span>
        </span>
      )}
    </label>
  );
}
