import { verifyWebhook } from '@milepost/sdk/webhooks';

export async function receive(request: Request, secret: string): Promise<Response> {
  const body = await request.text(); // The raw body, before any JSON parser.
  const isValid = await verifyWebhook({ headers: request.headers, body, secret });
  return new Response(null, { status: isValid ? 204 : 401 });
}
