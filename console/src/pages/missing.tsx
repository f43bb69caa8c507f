import { Link } from '../parts/link.tsx';

export function Missing() {
  return (
    <p className="lead">
      There is nothing at this address. <Link to="/">Go to the overview.</Link>
    </p>
  );
}
