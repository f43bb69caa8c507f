import type { ButtonHTMLAttributes } from 'react';

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** The most important action of a form or page. */
  main?: boolean;
  small?: boolean;
};

/** A disabled button keeps the focus: the browser would drop it from one with the attribute `disabled`. */
export function Button({ main, small, className, disabled = false, onClick, ...button }: Props) {
  const classes = ['button', main && 'button-main', small && 'button-small', className];
  return (
    <button
      type="button"
      {...button}
      aria-disabled={disabled || undefined}
      onClick={disabled ? (event) => event.preventDefault() : onClick}
      className={classes.filter(Boolean).join(' ')}
    />
  );
}
