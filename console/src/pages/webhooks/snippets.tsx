import { Tabs } from 'radix-ui';
import { Card } from '../../parts/card.tsx';

const SNIPPETS = {
  TypeScript: `import { verifyWebhook } from '@milepost/sdk/webhooks';

// \`body\` is the raw request body, before any JSON parser.
if (!(await verifyWebhook({ headers: request.headers, body, secret }))) {
  return response.status(400).end();
}`,
  Python: `import base64, hashlib, hmac, time

def verify(headers, body: bytes, secret: str) -> bool:
    stamp = headers["webhook-timestamp"]
    if abs(time.time() - int(stamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{stamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    return any(hmac.compare_digest(b"v1," + expected, one.encode())
               for one in headers["webhook-signature"].split())`,
  Go: `func verify(h http.Header, body []byte, secret string) bool {
	stamp, err := strconv.ParseInt(h.Get("webhook-timestamp"), 10, 64)
	if err != nil || math.Abs(time.Since(time.Unix(stamp, 0)).Seconds()) > 300 {
		return false
	}
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%d.%s", h.Get("webhook-id"), stamp, body)
	want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, got := range strings.Fields(h.Get("webhook-signature")) {
		if hmac.Equal([]byte(got), []byte(want)) {
			return true
		}
	}
	return false
}`,
};

/** How a receiver checks the signature. */
export function Snippets() {
  return (
    <Card title="Verify a delivery">
      <Tabs.Root defaultValue="TypeScript">
        <Tabs.List className="tabs" aria-label="Language">
          {Object.keys(SNIPPETS).map((name) => (
            <Tabs.Trigger key={name} value={name}>
              {name}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {Object.entries(SNIPPETS).map(([name, code]) => (
          <Tabs.Content key={name} value={name}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
            <pre className="code" tabIndex={0}>
              <code>{code}</code>
            </pre>
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </Card>
  );
}
