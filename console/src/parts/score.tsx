import type { Readings } from '../use-picture.ts';

type Props = { score: Readings['fields'][number]['score'] };

/** How far a reading may be trusted; nothing where nothing was read. */
export function Score({ score }: Props) {
  if (score === 'N/A') return null;
  return <span className={`badge badge-${score.toLowerCase()}`}>{score}</span>;
}
