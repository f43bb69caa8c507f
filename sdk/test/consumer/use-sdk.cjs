/** Uses the installed package against a running service. Prints the results as JSON. */
module.exports = async function useSdk({ ApiError, createClient, roleMeanings, verifyWebhook }) {
  const { baseUrl, apiKey, email, password } = JSON.parse(process.env.SERVICE);
  const client = createClient({ baseUrl, apiKey });
  const error = await client.whoAmI().catch((thrown) => thrown);
  await client.signIn(email, password);
  const identity = await client.whoAmI();
  const profiles = [];
  for await (const profile of client.listCarrierProfiles({ query: { usdot_number: '22,11' } })) {
    profiles.push(profile.dot_number);
  }
  const matchIds = [];
  for await (const event of client.followMatches({ lastEventId: 0 })) {
    matchIds.push(event.match_id);
    break;
  }
  const webhook = JSON.parse(process.env.WEBHOOK);
  process.stdout.write(
    JSON.stringify({
      error: [error instanceof ApiError, error.status],
      email: identity.email,
      role: roleMeanings[identity.roles[0]],
      profiles,
      matches: matchIds.length,
      event: (await verifyWebhook(webhook)).event,
      refusal: await verifyWebhook({ ...webhook, body: 'forged' }).catch(({ reason }) => reason),
    }),
  );
};
