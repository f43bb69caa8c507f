// Written by npm run generate from openapi.json; do not edit.
export const credentials = {
  "POST /auth/token": [
    "apiKey"
  ],
  "GET /auth/me": [
    "apiKey",
    "accessToken"
  ],
  "POST /image": [
    "apiKey",
    "bearer"
  ],
  "GET /images": [
    "apiKey",
    "accessToken"
  ],
  "GET /images/{image_id}": [
    "apiKey",
    "accessToken"
  ],
  "GET /logos": [
    "apiKey",
    "accessToken"
  ],
  "POST /alerts": [
    "apiKey",
    "accessToken"
  ],
  "GET /alerts": [
    "apiKey",
    "accessToken"
  ],
  "POST /alerts/preview": [
    "apiKey",
    "accessToken"
  ],
  "POST /alerts/run": [
    "apiKey",
    "accessToken"
  ],
  "GET /alerts/{id}": [
    "apiKey",
    "accessToken"
  ],
  "PATCH /alerts/{id}": [
    "apiKey",
    "accessToken"
  ],
  "DELETE /alerts/{id}": [
    "apiKey",
    "accessToken"
  ],
  "GET /alerts/{id}/matches": [
    "apiKey",
    "accessToken"
  ],
  "POST /alerts/webhook": [
    "apiKey",
    "accessToken"
  ],
  "GET /alerts/webhook": [
    "apiKey",
    "accessToken"
  ],
  "PATCH /alerts/webhook/{webhook_id}": [
    "apiKey",
    "accessToken"
  ],
  "DELETE /alerts/webhook/{webhook_id}": [
    "apiKey",
    "accessToken"
  ],
  "POST /alerts/webhook/test": [
    "apiKey",
    "accessToken"
  ],
  "GET /alerts/webhook/{webhook_id}/deliveries": [
    "apiKey",
    "accessToken"
  ],
  "POST /alerts/webhook/{webhook_id}/deliveries/{delivery_id}/replay": [
    "apiKey",
    "accessToken"
  ],
  "GET /mails": [
    "apiKey",
    "accessToken"
  ],
  "GET /mails/{mail_id}/message": [
    "apiKey",
    "accessToken"
  ],
  "GET /events": [
    "apiKey",
    "accessToken"
  ],
  "GET /visual_sightings/carrier-observations": [
    "apiKey",
    "accessToken"
  ],
  "GET /visual_sightings/carrier-observations/vin": [
    "apiKey",
    "accessToken"
  ],
  "GET /visual_sightings/verify": [
    "apiKey",
    "accessToken"
  ],
  "GET /carrier/profile/fmcsa": [
    "apiKey",
    "accessToken"
  ],
  "GET /carrier/profile/fmcsa/batch": [
    "apiKey",
    "accessToken"
  ],
  "GET /carrier/{usdot_number}/signals": [
    "apiKey",
    "accessToken"
  ],
  "GET /carriers": [
    "apiKey",
    "accessToken"
  ],
  "GET /carrier/{usdot_number}/scores/explain": [
    "apiKey",
    "accessToken"
  ]
} as const;
