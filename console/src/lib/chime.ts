import { useState } from 'react';

/** Whether the user wants to hear new matches, as chosen in this browser. */
const KEY = 'milepost.sound';

/** Browsers play nothing before the first click or key on a page. */
let context: AudioContext | null = null;

const TONES: [startSeconds: number, hertz: number][] = [
  [0, 784],
  [0.14, 1_047],
];
const TONE_SECONDS = 0.22;
const VOLUME = 0.12;

/** Two short rising tones. */
export function chime(): void {
  context ??= new AudioContext();
  const audio = context;
  audio.resume().catch(() => undefined);
  for (const [after, hertz] of TONES) {
    const start = audio.currentTime + after;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(VOLUME, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + TONE_SECONDS);
  }
}

/** Off until the user turns it on; remembered in this browser. */
export function useSound(): [isOn: boolean, setOn: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => localStorage.getItem(KEY) === 'on');
  return [
    isOn,
    (next) => {
      localStorage.setItem(KEY, next ? 'on' : 'off');
      setOn(next);
    },
  ];
}
