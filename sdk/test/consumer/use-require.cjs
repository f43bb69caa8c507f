const sdk = require('@milepost/sdk');
const { verifyWebhook } = require('@milepost/sdk/webhooks');
require('./use-sdk.cjs')({ ...sdk, verifyWebhook });
