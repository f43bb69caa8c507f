import type { Image, ImageReadings } from '@milepost/sdk';
import { type CSSProperties, type ReactNode, useId, useState } from 'react';
import { fieldLabel, percent } from '../lib/format.ts';
import { Card } from './card.tsx';
import { samePath } from './thumbnail.tsx';
import { Zoom } from './zoom.tsx';

type Line = ImageReadings['lines'][number];
type PointerHandlers = (index: number) => Record<'onPointerEnter' | 'onPointerLeave' | 'onClick', () => void>;

const IMAGE_DELETED =
  'The image was deleted after its retention period. The text read from it is still available.';
const IMAGE_NOT_LOADED = 'The image could not be loaded. Reload the page to try again.';

/** The image with an outline around each line of text and a list of the lines. */
export function AnnotatedImage({
  image,
  onPick,
}: {
  image: Image;
  onPick?: ((line: number) => void) | undefined;
}) {
  // Keeps the first link: every response has a new signature, which would load the image again.
  const [src] = useState(() => (image.image_url === null ? null : samePath(image.image_url)));
  const { width, height } = image.readings ?? image;
  return (
    <Card title="Image" note={<span className="quiet">{describeSize(image)}</span>}>
      <AnnotatedPicture
        src={src}
        name={image.source}
        width={width}
        height={height}
        readings={image.readings}
        onPick={onPick}
      />
    </Card>
  );
}

type PictureProps = {
  /** Null when the image no longer exists. */
  src: string | null;
  /** What captured it, or what it shows. */
  name: string;
  width: number;
  height: number;
  readings: ImageReadings | null;
  /** A line of text was clicked, to be corrected. */
  onPick?: ((line: number) => void) | undefined;
  /** Places the picture and the list apart. */
  children?: (picture: ReactNode, list: ReactNode) => ReactNode;
};

/** The picture with its lines, and the list of them; both highlight together. */
export function AnnotatedPicture({ src, name, width, height, readings, onPick, children }: PictureProps) {
  const lines = readings?.lines ?? [];
  const [pointed, setPointed] = useState<number | null>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const lit = pointed ?? focused;
  const line = lit === null ? undefined : lines[lit];
  const pointerHandlers: PointerHandlers = (index) => ({
    onPointerEnter: () => setPointed(index),
    onPointerLeave: () => setPointed(null),
    onClick: () => onPick?.(index),
  });
  const picture = (
    <Zoom label={`Image captured by ${name}`}>
      <div className="photo" style={readings ? ratioOf(width, height) : undefined}>
        <Photo src={src} name={name} />
        {/* The list below has the same text for screen readers. */}
        <svg
          className="quads"
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {lines.map(({ quad }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ID and never change.
            <g key={index} className={index === lit ? 'quad quad-lit' : 'quad'} {...pointerHandlers(index)}>
              <polygon className="quad-halo" points={quad.join(' ')} />
              <polygon points={quad.join(' ')} />
            </g>
          ))}
        </svg>
        {line && <Label line={line} width={width} height={height} />}
      </div>
    </Zoom>
  );
  const list = readings && (
    <Lines
      readings={readings}
      lit={lit}
      pointerHandlers={pointerHandlers}
      onFocus={setFocused}
      canPick={onPick !== undefined}
    />
  );
  if (children) return children(picture, list);
  return (
    <>
      {picture}
      {list}
    </>
  );
}

function Photo({ src, name }: Pick<PictureProps, 'src' | 'name'>) {
  const [broken, setBroken] = useState(false);
  if (src === null || broken)
    return <p className="photo-absent">{src === null ? IMAGE_DELETED : IMAGE_NOT_LOADED}</p>;
  return <img src={src} alt={`Captured by ${name}`} draggable={false} onError={() => setBroken(true)} />;
}

/** Above the line, or below it near the top edge; shifted sideways to stay inside the image. */
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
  readings: ImageReadings;
  lit: number | null;
  pointerHandlers: PointerHandlers;
  onFocus: (index: number | null) => void;
  canPick: boolean;
};

function Lines({ readings: { lines, fields }, lit, pointerHandlers, onFocus, canPick }: LinesProps) {
  const id = useId();
  if (lines.length === 0) return <p className="quiet lines-none">No text was found in this image.</p>;
  return (
    <>
      <h3 className="lines-title" id={id}>
        Recognized text
      </h3>
      {canPick && <p className="quiet">Click a line, or its outline in the image, to correct it.</p>}
      <ol className="lines" aria-labelledby={id}>
        {lines.map(({ text, confidence }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ID and never change.
          <li key={index}>
            <button
              type="button"
              className={index === lit ? 'line line-lit' : 'line'}
              data-list-item
              {...pointerHandlers(index)}
              onFocus={() => onFocus(index)}
              onBlur={() => onFocus(null)}
              // Some browsers do not focus a button on tap.
              onClick={(event) => {
                event.currentTarget.focus();
                pointerHandlers(index).onClick();
              }}
            >
              <span className="line-text">{text}</span>
              {fieldsFromLine(fields, index).map((field) => (
                <span key={field} className="line-use">
                  {field}
                </span>
              ))}
              <span className="line-confidence">{percent(confidence)}</span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

function fieldsFromLine(fields: ImageReadings['fields'], index: number): string[] {
  return [
    ...new Set(fields.filter(({ lines }) => lines.includes(index)).map(({ field }) => fieldLabel(field))),
  ];
}

/** Readings have the size after EXIF rotation. */
function describeSize(image: Image): string {
  const { width, height } = image.readings ?? image;
  const size = `${width} × ${height}`;
  if (!image.readings) return size;
  const { length } = image.readings.lines;
  return `${size} · ${length === 1 ? '1 line' : `${length} lines`}`;
}

/** Passes the aspect ratio to the style sheet, which may fit the image into a frame. */
const ratioOf = (width: number, height: number) =>
  ({ aspectRatio: `${width} / ${height}`, '--ratio': width / height }) as CSSProperties;

const clamp = (fraction: number) => Math.min(1, Math.max(0, fraction));
