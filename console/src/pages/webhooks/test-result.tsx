import type { WebhookTestResult } from '@milepost/sdk';
import { number } from '../../lib/format.ts';

/** The response of the receiver to a test event. */
export function TestResult({ result }: { result: WebhookTestResult }) {
  const { delivered, status, error, duration_ms, response_body } = result;
  return (
    <div className={delivered ? 'notice notice-good' : 'failure'} role="status">
      <div>
        <p>
          {delivered ? 'Delivered' : 'Not delivered'}: {status === null ? error : `status ${status}`} in{' '}
          {number(duration_ms)} ms
        </p>
        {response_body !== '' && <code className="block">{response_body.slice(0, 200)}</code>}
      </div>
    </div>
  );
}
