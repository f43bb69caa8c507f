import { hrefOf } from '../use-path.ts';

export function Missing() {
  return (
    <p className="lead">
      There is nothing at this address. <a href={hrefOf('/')}>Go to the overview.</a>
    </p>
  );
}
