/** In place of a figure that is not known: never a 0 or a "no". */
export function Unknown({ reason }: { reason: string }) {
  return (
    <>
      <span className="unknown">Unknown</span>
      <span className="quiet block">{reason}</span>
    </>
  );
}
