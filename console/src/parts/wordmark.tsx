import logo from '../milepost.svg';

export function Wordmark() {
  return (
    <div className="wordmark">
      <img src={logo} alt="" width="28" height="28" />
      <span>Milepost</span>
    </div>
  );
}
