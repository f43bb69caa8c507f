import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from './button.tsx';

const MAX_SCALE = 8;
const STEP = 1.5;
/** The share of the width or height that one press of an arrow key moves. */
const PAN = 0.15;

type View = { scale: number; x: number; y: number };
const WHOLE: View = { scale: 1, x: 0, y: 0 };

/** Keeps the content over the whole frame. `x` and `y` are shares of the frame, at most 0. */
function within({ scale, x, y }: View): View {
  const bounded = Math.min(MAX_SCALE, Math.max(1, scale));
  const clamp = (offset: number) => Math.min(0, Math.max(1 - bounded, offset));
  return { scale: bounded, x: clamp(x), y: clamp(y) };
}

/** Content that can be enlarged and moved with buttons, the keyboard (+, −, 0, arrows) or the pointer. */
export function Zoom({ label, children }: { label: string; children: ReactNode }) {
  const [view, setView] = useState(WHOLE);
  const frame = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; y: number } | null>(null);
  const hasMoved = useRef(false);
  const { scale, x, y } = view;
  /** The point at (px, py), in shares of the frame, stays where it is. */
  const zoom = (factor: number, px = 0.5, py = 0.5) =>
    setView((before) => {
      const next = Math.min(MAX_SCALE, Math.max(1, before.scale * factor));
      const ratio = next / before.scale;
      return within({ scale: next, x: px - (px - before.x) * ratio, y: py - (py - before.y) * ratio });
    });
  const move = (dx: number, dy: number) =>
    setView((before) => within({ ...before, x: before.x + dx, y: before.y + dy }));
  const keys: Record<string, () => void> = {
    '+': () => zoom(STEP),
    '=': () => zoom(STEP),
    '-': () => zoom(1 / STEP),
    '0': () => setView(WHOLE),
    ArrowLeft: () => move(PAN, 0),
    ArrowRight: () => move(-PAN, 0),
    ArrowUp: () => move(0, PAN),
    ArrowDown: () => move(0, -PAN),
  };
  const onKey = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey ? undefined : keys[event.key];
    if (!act || (scale === 1 && event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    act();
  };
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (!drag.current || !box) return;
    hasMoved.current = true;
    move((clientX - drag.current.x) / box.width, (clientY - drag.current.y) / box.height);
    drag.current = { x: clientX, y: clientY };
  };
  const end = () => {
    drag.current = null;
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame of its own. */}
      <div
        ref={frame}
        role="group"
        aria-label={`${label}. Press plus and minus to zoom, arrow keys to move.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard zooms and moves the content.
        tabIndex={0}
        className={scale > 1 ? 'zoom zoom-in' : 'zoom'}
        onKeyDown={onKey}
        onDoubleClick={({ clientX, clientY }) => {
          const box = frame.current?.getBoundingClientRect();
          if (box) zoom(STEP ** 2, (clientX - box.left) / box.width, (clientY - box.top) / box.height);
        }}
        // The end of a drag is no click on what is under the pointer.
        onClickCapture={(event) => hasMoved.current && event.stopPropagation()}
        onPointerDown={(event) => {
          hasMoved.current = false;
          if (scale > 1) drag.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={onMove}
        onPointerUp={end}
        onPointerLeave={end}
      >
        <div
          className="zoom-moved"
          style={scale > 1 ? { transform: `translate(${x * 100}%, ${y * 100}%) scale(${scale})` } : undefined}
        >
          {children}
        </div>
      </div>
      <div className="row zoom-bar">
        <Button small disabled={scale >= MAX_SCALE} onClick={() => zoom(STEP)}>
          Zoom in
        </Button>
        <Button small disabled={scale === 1} onClick={() => zoom(1 / STEP)}>
          Zoom out
        </Button>
        <Button small disabled={scale === 1} onClick={() => setView(WHOLE)}>
          Fit
        </Button>
        <span className="quiet" role="status">
          {Math.round(scale * 100)}%
        </span>
      </div>
    </>
  );
}
