type Numbers = Uint8Array | Int16Array | Int32Array | Float64Array;

/** The same numbers in an array with room for more; the array itself when it has the room. */
export function grown<T extends Numbers>(numbers: T, length: number): T {
  if (numbers.length >= length) return numbers;
  const larger = new (numbers.constructor as new (length: number) => T)(
    Math.max(length, Math.ceil(numbers.length * 1.6), 64),
  );
  larger.set(numbers);
  return larger;
}
