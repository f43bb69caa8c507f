import { PauseIcon, PlayIcon } from 'lucide-react';
import { Slider } from 'radix-ui';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { count, day } from '../../../lib/format.ts';
import { Button } from '../../../parts/button.tsx';

export type Days = { from: string; to: string };
type Props = {
  /** The first and last day that can be chosen. */
  bounds: Days;
  value: Days;
  onChange: (value: Days) => void;
  /** The days of the records, for the bars above the slider. */
  days: string[];
};

const DAY_MS = 86_400_000;
const BARS = 60;
const STEP_MS = 250;
const STEPS = 40;

const numberOf = (date: string) => Math.round(Date.parse(date) / DAY_MS);
const dateOf = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10);

/** Two handles over a bar chart of the records. Play moves the chosen period from the first to the last day. */
export function TimeRange({ bounds, value, onChange, days }: Props) {
  const [first, last] = [numberOf(bounds.from), numberOf(bounds.to)];
  const [draft, setDraft] = useState<Days | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const { from, to } = draft ?? value;
  const bars = useMemo(() => barsOf(days, first, last), [days, first, last]);
  const highest = Math.max(1, ...bars);

  const show = useEffectEvent((start: number, width: number) =>
    onChange({ from: dateOf(start), to: dateOf(Math.min(last, start + width)) }),
  );
  const firstStep = useEffectEvent(() => {
    const length = numberOf(value.to) - numberOf(value.from);
    // The whole period at once has nothing to move: a twelfth of it moves instead.
    const isWhole = length >= last - first;
    const width = isWhole ? Math.ceil((last - first) / 12) : length;
    const start = isWhole || numberOf(value.to) >= last ? first : numberOf(value.from);
    return { start, width };
  });
  useEffect(() => {
    if (!isPlaying) return;
    let { start, width } = firstStep();
    const step = Math.max(1, Math.ceil((last - first - width) / STEPS));
    show(start, width);
    const timer = setInterval(() => {
      start += step;
      if (start + width > last) setPlaying(false);
      else show(start, width);
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [isPlaying, first, last]);

  if (last <= first) return null;
  const chosen = days.filter((one) => one >= from && one <= to).length;
  const isAll = numberOf(from) <= first && numberOf(to) >= last;
  return (
    <div className="range no-print">
      <Button
        small
        className="range-play"
        aria-label={isPlaying ? 'Pause' : 'Play the records over time'}
        onClick={() => setPlaying(!isPlaying)}
      >
        {isPlaying ? <PauseIcon /> : <PlayIcon />}
      </Button>
      <div className="range-body">
        <div className="range-bars" aria-hidden="true">
          {bars.map((amount, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its position.
            <i key={index} style={{ blockSize: `${(amount / highest) * 100}%` }} />
          ))}
        </div>
        <Slider.Root
          className="slider"
          min={first}
          max={last}
          minStepsBetweenThumbs={1}
          value={[numberOf(from), numberOf(to)]}
          onValueChange={([start = first, end = last]) => setDraft({ from: dateOf(start), to: dateOf(end) })}
          onValueCommit={([start = first, end = last]) => {
            setDraft(null);
            onChange({ from: dateOf(start), to: dateOf(end) });
          }}
        >
          <Slider.Track className="slider-track">
            <Slider.Range className="slider-range" />
          </Slider.Track>
          <Slider.Thumb className="slider-thumb" aria-label="First day" aria-valuetext={day(from)} />
          <Slider.Thumb className="slider-thumb" aria-label="Last day" aria-valuetext={day(to)} />
        </Slider.Root>
      </div>
      <p className="quiet range-text">
        {day(from)} – {day(to)}
        <span className="block">{count(chosen, 'record')}</span>
      </p>
      <Button
        small
        disabled={isAll}
        onClick={() => {
          setPlaying(false);
          onChange(bounds);
        }}
      >
        All days
      </Button>
    </div>
  );
}

function barsOf(days: string[], first: number, last: number): number[] {
  const bars = Array.from({ length: Math.min(BARS, last - first + 1) }, () => 0);
  for (const date of days) {
    const index = Math.floor(((numberOf(date) - first) / (last - first + 1)) * bars.length);
    if (bars[index] !== undefined) bars[index]++;
  }
  return bars;
}
