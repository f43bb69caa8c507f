import sign from '../milepost.svg';

export function Wordmark() {
  return (
    <div className="wordmark">
      <img src={sign} alt="" width="28" height="28" />
      <span>Milepost</span>
    </div>
  );
}
