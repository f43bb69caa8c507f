import { useEffect } from 'react';
import { useCustomer } from '../api.tsx';

/** What the story of the demo is about. */
export const STORY = {
  trailer: 'HX53107',
  carrier: '5000230',
  signal: 'new_authority_after_order',
  booked: '5000103',
};

/** Steps that leave nothing in the service, so that the browser notes them. */
export type NotedStep = 'carrier' | 'photograph';
type Kept = { noted: NotedStep[]; isDismissed: boolean };

const keyOf = (userId: number) => `milepost.story ${userId}`;

export function readStory(userId: number): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}') as Partial<Kept>;
    return { noted: Array.isArray(kept.noted) ? kept.noted : [], isDismissed: kept.isDismissed === true };
  } catch {
    return { noted: [], isDismissed: false };
  }
}

export function dismissStory(userId: number): void {
  localStorage.setItem(keyOf(userId), JSON.stringify({ ...readStory(userId), isDismissed: true }));
}

/** Notes in the demo that a step is done. */
export function useStoryStep(step: NotedStep, isDone: boolean): void {
  const { is_demo, user_id } = useCustomer().identity;
  useEffect(() => {
    if (!isDone || !is_demo) return;
    const kept = readStory(user_id);
    const noted = [...new Set([...kept.noted, step])];
    localStorage.setItem(keyOf(user_id), JSON.stringify({ ...kept, noted }));
  }, [step, isDone, is_demo, user_id]);
}
