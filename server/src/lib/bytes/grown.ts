type Numbers = Uint8Array | Int16Array | Int32Array | Float64Array;

/** Returns the array if it has at least `length` elements, otherwise a larger copy. */
export function grown<T extends Numbers>(numbers: T, length: number): T {
  if (numbers.length >= length) return numbers;
  const larger = new (numbers.constructor as new (length: number) => T)(
    Math.max(length, Math.ceil(numbers.length * 1.6), 64),
  );
  larger.set(numbers);
  return larger;
}
