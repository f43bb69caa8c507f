// Written by npm run generate from openapi.json; do not edit.
export const credentials = {
  "POST /auth/token": [
    "apiKey"
  ],
  "GET /auth/me": [
    "apiKey",
    "accessToken"
  ],
  "GET /carriers": [
    "apiKey",
    "accessToken"
  ]
} as const;
