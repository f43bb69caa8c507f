import { verifyWebhook } from '@milepost/sdk/webhooks';

export async function receive(request: Request, secret: string): Promise<Response> {
  const body = await request.text(); // The raw body, before any JSON parser.
  try {
    await verifyWebhook({ headers: request.headers, body, secret }); // Returns the event, or throws.
    return new Response(null, { status: 204 });
  } catch (error) {
    return new Response(String(error), { status: 401 });
  }
}
