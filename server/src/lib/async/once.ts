/** Does the work when it is first asked for; who asks again gets the same answer. */
export function once<T>(work: () => T): () => T {
  let done: { answer: T } | null = null;
  return () => {
    done ??= { answer: work() };
    return done.answer;
  };
}
