import type { ButtonHTMLAttributes } from 'react';

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** The most important action of a form or page. */
  main?: boolean;
  small?: boolean;
};

export function Button({ main, small, className, ...button }: Props) {
  const classes = ['button', main && 'button-main', small && 'button-small', className];
  return <button type="button" {...button} className={classes.filter(Boolean).join(' ')} />;
}
