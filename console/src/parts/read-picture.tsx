import { type CSSProperties, useId, useState } from 'react';
import type { Image, Readings } from '../use-picture.ts';
import { Card } from './card.tsx';
import { fieldLabel } from './field-label.ts';

type Line = Readings['lines'][number];
type Pointing = (index: number) => { onPointerEnter: () => void; onPointerLeave: () => void };

/** The picture with what was read on it: each line an outline over the picture and a row below, which light up together. */
export function ReadPicture({ image }: { image: Image }) {
  const { readings } = image;
  const lines = readings?.lines ?? [];
  const [pointed, setPointed] = useState<number | null>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const lit = pointed ?? focused;
  const line = lit === null ? undefined : lines[lit];
  const pointing: Pointing = (index) => ({
    onPointerEnter: () => setPointed(index),
    onPointerLeave: () => setPointed(null),
  });
  const { width, height } = readings ?? image;
  return (
    <Card title="Picture" note={<span className="quiet">{countOf(image)}</span>}>
      <div className="photo" style={readings ? { aspectRatio: `${width} / ${height}` } : undefined}>
        <Photo image={image} />
        {/* The rows below say the same to those who do not see it. */}
        <svg
          className="quads"
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {lines.map(({ quad }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and never change.
            <g key={index} className={index === lit ? 'quad quad-lit' : 'quad'} {...pointing(index)}>
              <polygon className="quad-halo" points={quad.join(' ')} />
              <polygon points={quad.join(' ')} />
            </g>
          ))}
        </svg>
        {line && <Label line={line} width={width} height={height} />}
      </div>
      {readings && <Lines readings={readings} lit={lit} pointing={pointing} onFocus={setFocused} />}
    </Card>
  );
}

/** The link is kept as first given: another signature with each answer would load the picture again. */
function Photo({ image }: { image: Image }) {
  const [src] = useState(() => sourceOf(image));
  const [broken, setBroken] = useState(false);
  if (src === null)
    return <p className="photo-absent">The picture is no longer kept; what was read on it is.</p>;
  if (broken)
    return <p className="photo-absent">The picture cannot be loaded. Reload the page to try again.</p>;
  return <img src={src} alt={`Taken by ${image.source}`} onError={() => setBroken(true)} />;
}

/** At this page's own address, whatever name of the service the link bears: the signature is the path's. */
function sourceOf({ image_id, image_url }: Image): string | null {
  return image_url === null ? null : `/images/${image_id}/content${new URL(image_url).search}`;
}

/** Above its line, or below where there is no room; it leans to the side that keeps it inside the picture. */
function Label({ line, width, height }: { line: Line; width: number; height: number }) {
  const xs = line.quad.map(([x = 0]) => x / width);
  const ys = line.quad.map(([, y = 0]) => y / height);
  const middle = clamp((Math.min(...xs) + Math.max(...xs)) / 2);
  const [top, bottom] = [clamp(Math.min(...ys)), clamp(Math.max(...ys))];
  const isBelow = top < 0.2 && bottom < 0.8;
  const style: CSSProperties = {
    left: `${middle * 100}%`,
    top: `${(isBelow ? bottom : top) * 100}%`,
    transform: `translate(${-middle * 100}%, ${isBelow ? '0.4rem' : 'calc(-100% - 0.4rem)'})`,
  };
  return (
    <p className="quad-label" style={style} aria-hidden="true">
      {line.text} <span>{percent(line.confidence)}</span>
    </p>
  );
}

type LinesProps = {
  readings: Readings;
  lit: number | null;
  pointing: Pointing;
  onFocus: (index: number | null) => void;
};

function Lines({ readings: { lines, fields }, lit, pointing, onFocus }: LinesProps) {
  const id = useId();
  if (lines.length === 0) return <p className="quiet lines-none">No text was found on it.</p>;
  return (
    <>
      <h3 className="lines-title" id={id}>
        Text read
      </h3>
      <ol className="lines" aria-labelledby={id}>
        {lines.map(({ text, confidence }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and never change.
          <li key={index}>
            <button
              type="button"
              className={index === lit ? 'line line-lit' : 'line'}
              {...pointing(index)}
              onFocus={() => onFocus(index)}
              onBlur={() => onFocus(null)}
              // Not every browser gives the focus to a button that is tapped.
              onClick={(event) => event.currentTarget.focus()}
            >
              <span className="line-text">{text}</span>
              {usesOf(fields, index).map((use) => (
                <span key={use} className="line-use">
                  {use}
                </span>
              ))}
              <span className="line-sure">{percent(confidence)}</span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

/** The fields that were taken from a line. */
function usesOf(fields: Readings['fields'], index: number): string[] {
  return [
    ...new Set(fields.filter(({ lines }) => lines.includes(index)).map(({ field }) => fieldLabel(field))),
  ];
}

/** Its size, upright once that is known. */
function countOf(image: Image): string {
  const { width, height } = image.readings ?? image;
  const size = `${width} × ${height}`;
  if (!image.readings) return size;
  const { length } = image.readings.lines;
  return `${size} · ${length === 1 ? '1 line' : `${length} lines`}`;
}

const clamp = (part: number) => Math.min(1, Math.max(0, part));
const percent = (part: number) => `${Math.round(part * 100)}%`;
