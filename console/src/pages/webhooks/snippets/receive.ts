import { verifyWebhook } from '@milepost/sdk/webhooks';

export async function receive(request: Request, secret: string): Promise<Response> {
  const body = await request.text(); // The raw body, before any JSON parser.
  try {
    const event = await verifyWebhook({ headers: request.headers, body, secret });
    return Response.json({ received: event.event });
  } catch (error) {
    return new Response(String(error), { status: 401 });
  }
}
